"""How Sphinx builds these pages."""

from importlib.metadata import version as version_of

project = "cardkit"
author = "the cardkit authors"
copyright = "2026, the cardkit authors"
version = release = version_of("cardkit")
language = "en"

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_build"]
nitpicky = False

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"

html_theme = "furo"
html_title = f"cardkit {release}"
