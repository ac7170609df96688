"""The style of tables in HTML. It changes nothing outside of them."""

from typing import Final

from cardkit.drawing.as_svg.colours import ROLES, Theme, style
from cardkit.drawing.as_svg.pen import FONT, MONO

__all__ = ["sheet"]

_RULES: Final = """
.cardkit{container-type:inline-size;background:var(--page);color:var(--ink);font:16px/1.4 FONT;padding:16px;
border-radius:14px;max-width:760px;box-sizing:border-box;text-align:left;overflow-wrap:break-word}
.cardkit *{box-sizing:border-box}
.cardkit h2,.cardkit h3,.cardkit p,.cardkit ul,.cardkit dl,.cardkit dd{margin:0;padding:0;border:0;color:inherit;
font:inherit}
.cardkit svg{display:block;flex:none}
.cardkit .ck-top{display:flex;flex-wrap:wrap;gap:6px 12px;align-items:center;justify-content:space-between;
margin-bottom:10px}
.cardkit h2{font-size:24px;font-weight:700}
.cardkit .ck-notes{display:flex;flex-wrap:wrap;gap:6px;list-style:none;font-size:14px}
.cardkit .ck-notes li{padding:2px 10px;margin:0;border:1px solid var(--line);border-radius:14px;
background:var(--panel)}
.cardkit table{border-collapse:separate;border-spacing:0 3px;width:100%;margin:0 0 10px;border:0;font-size:16px;
color:var(--ink)}
.cardkit th,.cardkit td{padding:5px 9px;border:0;text-align:left;font-weight:400;background:none;color:inherit}
.cardkit thead th{white-space:nowrap;font-size:13px;color:var(--soft);padding-bottom:0;vertical-align:bottom}
.cardkit .ck-n{text-align:right}
.cardkit tbody tr{background:var(--panel)!important}
.cardkit tbody th{border-radius:8px 0 0 8px;width:99%;overflow-wrap:anywhere;padding-left:8px}
.cardkit tbody td:last-child{border-radius:0 8px 8px 0}
.cardkit tbody .ck-now{background:var(--turn)!important;outline:1.5px solid var(--mark);outline-offset:-1px;
border-radius:8px;font-weight:700}
.cardkit .ck-now th,.cardkit .ck-now td,.cardkit .ck-you th{font-weight:700}
.cardkit .ck-seat{display:inline-block;min-width:24px;height:24px;line-height:24px;border-radius:12px;
margin:0 8px 0 4px;
background:var(--soft);color:var(--page);text-align:center;font-size:14px;font-weight:700}
.cardkit .ck-turn{display:inline-block;width:12px;color:var(--mark)}
.cardkit small{font-size:13px;font-weight:400;color:var(--soft)}
.cardkit .ck-run{display:flex;flex-wrap:wrap;gap:4px;align-items:center}
.cardkit td .ck-run{flex-wrap:nowrap}
.cardkit .ck-short{white-space:nowrap}
.cardkit .ck-felt{background:var(--felt);border-radius:14px;padding:14px;margin-bottom:12px}
.cardkit .ck-middle{display:flex;flex-wrap:wrap;gap:12px;justify-content:center;align-items:stretch}
.cardkit .ck-pile{flex:1 1 140px;max-width:340px;container-type:inline-size;padding:10px 14px;
border:1px solid var(--line);
border-radius:9px;background:var(--panel)}
.cardkit .ck-strong{border-color:var(--mark);box-shadow:0 0 0 1.5px var(--mark)}
.cardkit .ck-head{display:flex;gap:9px;align-items:center;margin-bottom:8px}
.cardkit h3{flex:1;font-weight:700;font-size:16px}
.cardkit .ck-sum{font-size:24px;font-weight:700;line-height:1;white-space:nowrap}
.cardkit .ck-sum small{font-size:14px}
.cardkit .ck-foot{display:flex;gap:10px;align-items:center;font-size:13px;color:var(--soft);margin-top:9px;
min-height:18px}
.cardkit .ck-strong .ck-foot,.cardkit .ck-loud{color:var(--mark);font-weight:700}
.cardkit .ck-fresh svg{border-radius:8px;outline:3px solid var(--mark);outline-offset:-1.5px}
.cardkit .ck-typed{margin-left:auto;font:700 13px/1.4 MONO;color:var(--mark)}
.cardkit .ck-bar{flex:1;height:9px;border-radius:5px;background:var(--track);overflow:hidden}
.cardkit .ck-bar i{display:block;height:100%;border-radius:5px}
.cardkit .ck-card svg{width:60px;height:84px}
.cardkit .ck-pile .ck-card svg{width:48px;height:67px}
.cardkit .ck-fan{display:flex;flex-wrap:wrap;list-style:none;row-gap:6px;padding:0}
.cardkit .ck-card{margin:0 0 0 clamp(-38px,calc((100cqw - 64px)/max(var(--n) - 1,1) - 60px),8px);text-align:center}
.cardkit .ck-pile .ck-card{margin-left:clamp(-26px,calc((100cqw - 50px)/max(var(--n) - 1,1) - 48px),5px)}
.cardkit .ck-card:first-child{margin-left:0}
.cardkit .ck-card small{display:block;font:700 12px/1.5 MONO;
width:clamp(22px,calc((100cqw - 64px)/max(var(--n) - 1,1)),60px)}
.cardkit .ck-spread .ck-card{margin-left:clamp(-38px,calc((100cqw - 92px)/max(var(--n) - 1,1) - 60px),8px)}
.cardkit .ck-spread .ck-card:first-child{margin-left:0}
.cardkit .ck-hand{justify-content:center;margin:4px 0 12px;padding-top:9px}
.cardkit .ck-hand .ck-card{position:relative}
.cardkit .ck-hand .ck-up{top:-9px}
.cardkit .ck-up small{color:var(--mark)}
.cardkit .ck-spread{display:flex;flex-direction:column;align-items:center;gap:4px}
.cardkit .ck-spread h3{flex:none;font-weight:400;font-size:14px;color:var(--soft)}
.cardkit .ck-stack{position:relative;padding:0 14px 10px 4px}
.cardkit .ck-stack svg{width:60px;height:84px}
.cardkit .ck-deep svg{border-radius:8px;box-shadow:2px 2px 0 #8d9a94,4px 4px 0 #75817b}
.cardkit .ck-count{position:absolute;right:0;bottom:0;min-width:26px;padding:0 6px;border:2px solid var(--felt);
border-radius:13px;
background:var(--ink);color:var(--page);font-size:14px;font-weight:700;line-height:20px;text-align:center}
.cardkit .ck-prompt{margin-top:12px;text-align:center;font-size:14px;color:var(--soft)}
.cardkit .ck-prompt b{display:block;font-size:17px;color:var(--mark)}
.cardkit .ck-list{margin-bottom:12px}
.cardkit .ck-list h3{font-size:14px;color:var(--soft);margin-bottom:3px}
.cardkit .ck-list p{display:flex;gap:8px;margin-bottom:5px;font-size:14px}
.cardkit .ck-list p>span:first-child:not(.ck-run){flex:0 0 100px;overflow-wrap:anywhere}
.cardkit .ck-list b{font-size:15px}
.cardkit dl{display:grid;grid-template-columns:max-content 1fr;gap:2px 14px;font-size:14px;margin-bottom:12px}
.cardkit dt{color:var(--soft);font-weight:400}
.cardkit .ck-story{padding:10px 14px;border-left:5px solid var(--mark);border-radius:6px;background:var(--panel);
font-size:15px}
.cardkit .ck-story p+p{margin-top:4px}
@container(max-width:600px){
.cardkit table,.cardkit tbody{display:block}
.cardkit thead{display:none}
.cardkit tbody tr{display:flex;flex-wrap:wrap;align-items:center;justify-content:flex-end;border-radius:8px;
margin-bottom:3px;padding:2px 4px}
.cardkit tbody th{flex:1 1 auto;width:auto}
.cardkit tbody td{padding:3px 5px}
.cardkit tbody td::before{content:attr(data-of)" ";font-size:13px;font-weight:400;color:var(--soft)}
.cardkit .ck-wide{flex:1 0 100%;display:flex;gap:8px;align-items:center;padding-left:52px!important;order:1}
.cardkit td .ck-run{flex-wrap:wrap}
.cardkit .ck-wide:empty,.cardkit .ck-wide:has(.ck-run:empty){display:none}
}
"""
_BASE: Final = _RULES.replace("\n", "").replace("FONT", FONT).replace("MONO", MONO)


def sheet(theme: Theme = "auto") -> str:
    """Return the style sheet."""
    light, dark = (
        ";".join(f"--{role}:{colours[which]}" for role, colours in ROLES.items()) for which in (0, 1)
    )
    chosen = f".cardkit{{{dark if theme == 'dark' else light}}}"
    if theme == "auto":
        chosen += f"@media(prefers-color-scheme:dark){{.cardkit{{{dark}}}}}{style('.cardkit')}"
    return chosen + _BASE
