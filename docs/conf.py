"""How Sphinx builds these pages."""

import re
from importlib.metadata import version as version_of

from sphinx.application import Sphinx

project = "cardkit"
author = "the cardkit authors"
copyright = "2026, the cardkit authors"
version = release = version_of("cardkit")
language = "en"

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_copybutton"]
exclude_patterns = ["_build"]
nitpicky = False

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"

copybutton_prompt_text = r"\$ |>>> "
copybutton_prompt_is_regexp = True

html_theme = "furo"
html_static_path = ["static"]
html_css_files = ["pages.css"]
html_title = f"cardkit {release}"


_BLOCK = re.compile(
    r"^```(text|console|python)\n((?:(?!```).*\n)*?.*[│╭╰].*\n(?:(?!```).*\n)*?```)$", re.MULTILINE
)
"""A block of code with a drawing in it."""


def mark_drawings(app: Sphinx, page: str, source: list[str]) -> None:
    """Let `pages.css` know which blocks draw a table: their lines must never wrap."""
    source[0] = _BLOCK.sub(r"```{code-block} \1\n:class: drawing\n\n\2", source[0])


def setup(app: Sphinx) -> None:
    """Look at each page when it is read."""
    app.connect("source-read", mark_drawings)
