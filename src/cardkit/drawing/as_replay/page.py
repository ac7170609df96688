"""The page of a replay: its frame and its style."""

from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from typing import Final

from cardkit.drawing.as_html import sheet
from cardkit.drawing.as_replay.script import SCRIPT
from cardkit.drawing.as_svg.colours import Theme
from cardkit.drawing.as_svg.pen import FONT, words
from cardkit.language import Language, in_language
from cardkit.phrases import PHRASES

__all__ = ["page"]

_STYLE: Final = """
body{margin:0;padding:16px;background:#e9ece8;font:16px/1.4 FONT;color:#1b2320}
main{display:grid;grid-template-columns:minmax(0,760px) minmax(220px,340px);gap:16px;justify-content:center;
align-items:start}
#steps{box-sizing:border-box;max-height:calc(100vh - 32px);overflow:auto;margin:0;padding:8px 8px 8px 44px;
border-radius:14px;
background:#fdfcf9;font-size:15px}
#steps li{padding:4px 6px;border-radius:6px;overflow-wrap:anywhere}
#steps li::marker{color:#51605a;font-size:13px}
#steps p{margin:0}
#bar,#keys{display:none}
.live #steps li{cursor:pointer}
.live #steps li:hover{background:#f4f8f5}
#steps [aria-current]{background:#fdebd2;box-shadow:inset 3px 0 #a03c00}
#steps a{color:inherit;text-decoration:none}
.live #bar{display:flex;gap:6px;align-items:center;position:sticky;bottom:0;margin-top:12px;padding:8px 12px;
border-radius:14px;background:#fdfcf9;
box-shadow:0 0 12px #0003}
.live #keys{display:block;margin:8px 0 0;font-size:13px;color:#51605a;text-align:center}
button{min-width:44px;height:40px;border:1px solid #c3d0c8;border-radius:8px;background:#f4f8f5;color:inherit;
cursor:pointer}
button svg{display:block;margin:auto}
button:disabled{opacity:.4;cursor:default}
button[aria-pressed=true]{background:#fdebd2;border-color:#a03c00}
:focus-visible{outline:2px solid #a03c00;outline-offset:2px}
#slider{flex:1;min-width:40px;accent-color:#a03c00}
#place{min-width:64px;text-align:right;font-variant-numeric:tabular-nums;font-size:14px}
#said{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.new{animation:new .5s ease-out}
@keyframes new{from{transform:translateY(-14px) scale(1.08);opacity:.2}}
@media(prefers-reduced-motion:reduce){.new{animation:none}}
@media(max-width:820px){
body{padding:6px}
main{grid-template-columns:minmax(0,1fr);gap:8px}
.live #steps{max-height:30vh}
.live #keys{display:none}
#bar button{min-width:40px}
}
"""
_DARK: Final = """
body{background:#0d0f11;color:#e9eeeb}
#steps,.live #bar{background:#16191c}
.live #steps li:hover,button{background:#263733}
#steps [aria-current],button[aria-pressed=true]{background:#3a2c1b;box-shadow:inset 3px 0 #ffb35c}
#steps li::marker,.live #keys{color:#a3b3ac}
button{border-color:#3d514b}
#slider{accent-color:#ffb35c}
:focus-visible{outline-color:#ffb35c}
"""


def page(title: str, language: Language, theme: Theme, table: str, steps: str, data: str) -> str:
    """Return the page: the table as it stands last, all steps in sentences, and the data of the others.

    Without its script, it is still the last table and a list. It loads nothing: a policy of its own forbids it.
    """
    said = in_language(PHRASES, language)
    digest = b64encode(sha256(SCRIPT.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
    return f"""<!doctype html>
<html lang="{words(language)}"><head><meta charset="utf-8"><title>{words(title)}</title>
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="{_SCHEMES[theme]}">
<style>{_style(theme)}{sheet(theme)}</style></head>
<body><main><div><div class="cardkit" id="table">{table}</div>
<p id="said" role="status"></p>
<div id="bar">{"".join(_button(name, said[f"replay, {name}"]) for name in _ICONS)}\
<input id="slider" type="range" min="0" value="0" aria-label="{said["replay, slider"]}"><span id="place"></span></div>
<p id="keys">{said["replay, keys"]}</p></div>
<ol id="steps" start="0" aria-label="{said["replay, steps"]}" tabindex="0">{steps}</ol></main>
<script type="application/json" id="data">{data}</script>
<script>{SCRIPT}</script></body></html>
"""


_ICONS: Final[Mapping[str, str]] = {
    "first": "M3 3h3v14H3zM17 3v14L6 10z",
    "back": "M15 3v14L4 10z",
    "play": "M2 3l9 7-9 7zM12 4h2.5v12H12zM16 4h2.5v12H16z",
    "on": "M5 3l11 7-11 7z",
    "last": "M3 3l11 7-11 7zM14 3h3v14h-3z",
}
_SCHEMES: Final[Mapping[Theme, str]] = {"auto": "light dark", "light": "light", "dark": "dark"}


def _button(name: str, said: str) -> str:
    icon = (
        f'<svg width="20" height="20" fill="currentColor" aria-hidden="true"><path d="{_ICONS[name]}"/></svg>'
    )
    return f'<button id="{name}" type="button" aria-label="{said}" title="{said}">{icon}</button>'


def _style(theme: Theme) -> str:
    dark = {"auto": f"@media(prefers-color-scheme:dark){{{_DARK}}}", "dark": _DARK, "light": ""}[theme]
    return (_STYLE + dark).replace("\n", "").replace("FONT", FONT)


"""The style of the page around the table."""
