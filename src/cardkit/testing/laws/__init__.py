"""The laws, a module for each. `Law` lists them; `findings` tries them."""
