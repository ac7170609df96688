"""How Sphinx builds these pages."""

from importlib.metadata import version as version_of

from docutils import nodes
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


def mark_drawings(app: Sphinx, page: nodes.document) -> None:
    """Let `pages.css` know which blocks draw a table: their lines must never wrap."""
    for block in page.findall(nodes.literal_block):
        if {*"│╭╰"} & {*block.astext()}:
            block["classes"].append("drawing")


def setup(app: Sphinx) -> None:
    """Look at each page that was read."""
    app.connect("doctree-read", mark_drawings)
