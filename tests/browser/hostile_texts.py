"""Texts that somebody may write into a file to break a page, a chart or a data file."""

from __future__ import annotations

import itertools

HOST = "evil.example"
RUN = "window.__pwned=1"

_TAGS = (
    *(f"<script>{RUN}</script>", f"<SCRIPT SRC=//{HOST}/x.js></SCRIPT>", f"<scr<script>ipt>{RUN}"),
    *(f"</script><script>{RUN}//", f"<img src=x onerror={RUN}>", f"<img src=//{HOST}/x.png>"),
    *(f'<img src="x" onerror="{RUN}"', f"<svg onload={RUN}>", f"<svg><script>{RUN}</script>"),
    *(f"<svg><animate onbegin={RUN} attributeName=x>", f"<svg/onload='{RUN}'/>"),
    *(f"<svg><use href='data:image/svg+xml,<svg onload={RUN}>'>", "<svg><foreignObject><b>"),
    *(f"<math><a xlink:href=javascript:{RUN}>", f"<a href=javascript:{RUN}>x</a>"),
    *(f"<iframe src=javascript:{RUN}>", f"<iframe srcdoc='<script>{RUN}</script>'>"),
    *(f"<object data=//{HOST}/x>", f"<embed src=//{HOST}/x>", f"<base href=//{HOST}/>"),
    *(
        f"<link rel=stylesheet href=//{HOST}/x.css>",
        f"<meta http-equiv=refresh content=0;//{HOST}>",
    ),
    *(f"<style>@import '//{HOST}/x.css'</style>", f"<form action=//{HOST}><button>x"),
    *(f"<video><source onerror={RUN}>", f"<audio src=//{HOST}/x onerror={RUN}>"),
    *(f"<details open ontoggle={RUN}>", f"<input autofocus onfocus={RUN}>", f"<body onload={RUN}>"),
    *(f"<select autofocus onfocus={RUN}>", f"<marquee onstart={RUN}>", "<template><b>", "<xmp>"),
    *("<plaintext>", "<noscript><p title='</noscript><b>'>", "<textarea>", "</textarea><b>"),
    *(
        "<title>",
        "</title><b>x",
        "<!--",
        "-->",
        "--!><b>",
        "<![CDATA[",
        "]]><b>",
        "<?xml?>",
        "<!x>",
    ),
    *("</td></tr></table><h1>x", "<table><tr><td>", "</bdi></a></th>", "<b", "<", ">", "</", "<>"),
    *("</svg><b>x", "</option></select><b>", "</main></body></html>", "<h1>x</h1>", "<br>" * 9),
)
_QUOTES = (
    *('"', "'", "`", '">', "'>", "\"'`", f'" onmouseover="{RUN}', f"' onfocus='{RUN}' autofocus '"),
    *(f'"><script>{RUN}</script>', f"'-({RUN})-'", f'";{RUN};//', f"';{RUN};//", f"`+({RUN})+`"),
    *(
        f"\\';{RUN};//",
        f'\\";{RUN};//',
        "\\",
        "\\\\",
        '\\"',
        "\\u003cb\\u003e",
        "\\x3cb\\x3e",
        "\\0",
    ),
    *("&lt;b&gt;", "&#60;b&#62;", "&#x3c;b&#x3e;", "&amp;lt;b", "&amp;", "&", "&nbsp;", "&#0;"),
    *("&colon;&Tab;&NewLine;", "&notit;", "&quot;&apos;", "&#xD800;", "&#1114112;", "+ADw-b+AD4-"),
    *('","x":"', '{"a":1}', '[1,"', "null", "true", "undefined", "NaN", "-0", "1e999", "0x1F"),
)
_TEMPLATES = (
    *("{{7*7}}", "{{ self }}", "{% raw %}", "{#", "{{ ''.__class__.__mro__ }}", "${7*7}", "#{7*7}"),
    *("<%= 7*7 %>", "{n}", "{0}", "{}", "{name}", "{facet}", "{entry.__class__}", "{a} {b}", "%s"),
    *("%(count)s", "%(n)d", "%n%n", "%", "%%", "$&", "$1", "$`$'", "$$", "\\1", "\\g<0>", "{{{{"),
    *("__proto__", "constructor", "toString", "hasOwnProperty", "prototype", "valueOf", "length"),
    *("__defineGetter__", "then", "name", "self", "loop", "caller", "range", "item", "data-of"),
)
_LANGUAGES = (
    *("=1+1", "=cmd|' /C calc'!A0", "+1+1", "-1+1", "-1.5", "@SUM(1)", ";=1+1", ",=1+1", "'=1+1"),
    *(f'=HYPERLINK("//{HOST}","x")', f"=IMPORTXML(CONCAT('//{HOST}'),'//a')", "＝1+1", "a,b;c"),
    *(f"[x](javascript:{RUN})", f"![x](//{HOST}/x.png)", f"<//{HOST}>", "**b**", "__b__", "~~s~~"),
    *("# h", "| a | b |", "\\|", "- [ ] x", "```", "`c`", ":smile:", "@user", "#1", "[^1]", "***"),
    *(
        "\\input{/etc/passwd}",
        "\\write18{id}",
        "$x$",
        "$$x$$",
        "\\end{tabular}",
        "^^41",
        "% c",
        "~",
    ),
    *("\\\\", "{", "}", "}{", "\\csname x\\endcsname", "a_b^c", "a & b", "<<x>>", "\\begin{x}"),
    *('<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>', "&e;", "<x:y xmlns:x=z>", "<?php"),
    *("}body{display:none}", "*/body{}", f"url(//{HOST}/x)", "x;background:red", '"]', "#x > .y"),
    *("' OR 1=1 --", "(a+)+$", "[", "(?<x", ".*", "*a", "&a", "<<", "- a", "? a", ": a", "!!x y"),
    *("!!python/object/apply:os.system ['id']", "$(id)", "`id`", "; rm -rf .", "| id", "\\n"),
)
_PATHS = (
    *(
        "../../etc/passwd",
        "..\\..\\x",
        "/etc/passwd",
        "C:\\con",
        "CON",
        "nul.txt",
        ".",
        "..",
        "a/b",
    ),
    *("file:///etc/passwd", "%2e%2e%2f", "%00", "~root", "\\\\host\\share", "index.html", "assets"),
    *(
        f"//{HOST}/",
        f"http://{HOST}/",
        f"javascript:{RUN}",
        f"data:text/html,<script>{RUN}</script>",
    ),
    *(f"JaVaScRiPt:{RUN}", f"vbscript:{RUN}", "mailto:x@example.org", "#table", "?q=x", "&a=b"),
)
_UNICODE = (
    *("\u200ex\u200f", "a\u200bb", "a\u200cb\u200dc", "\ufeffx", "a\u2060b", "a\u00adb"),
    *("a\u061cb", "a" + "\u0301" * 200, "".join(f"{c}\u0336\u0489\u20e3" for c in "zalgo")),
    *("\u115f\u3164\uffa0x", "a\u2028b", "a\u2029b", "a\u00a0b", "a\u3000b", "a b  c"),
    *("نموذج (7)", "מודל 1", "1 אבג 2", "模型 ü", "ｗｉｄｅ", "𝕄𝕒𝕥𝕙", "İıſß", "Å A\u030a \u212b"),
    *("👩\u200d👩\u200d👧🏳\ufe0f\u200d🌈", "\U000e0001\U000e0061x", "\ue000\uf8ff", "\ufdd0x"),
    *("x\U0010fffe", "①²½", "\ufdfd" * 5, "\U0001242b" * 5, "W" * 300, "i" * 1000, "ｗ" * 200),
    *("a-" * 200, "a/" * 200, "a." * 200, "x " * 200 + "x", "_" * 300, "9" * 300, "ا" * 300),
    *("👩\u200d👩\u200d👧" * 60, "\u0e4f" * 300, "\u0e33" * 12, "\u1000\u1039" * 8, "," * 300),
)

# Each of these may stand in any field of text.
TEXTS = tuple(
    dict.fromkeys((*_TAGS, *_QUOTES, *_TEMPLATES, *_LANGUAGES, *_PATHS, *_UNICODE)),
)

# What no name, title or note may hold; a further key of meta_info.yaml may.
CONTROLS = (
    *("\t=1+1", "\r=1+1", "a\x00b", "a\x01b", "a\x08b", "a\x0bb", "a\x1b[31mb", "a\x7fb", "a\x85b"),
    *("a\x9bb", "\u202e<b>\u202c", "a\u202ab", "a\u2066b", "a\u2067b\u2069", "a\u2068b", "a\rb"),
)

# Addresses that lead to the web and are hostile in what else they hold.
ADDRESSES = (
    *(f"http://{HOST}/?q='-({RUN})-'", f"https://{HOST}/a&quot;b", f"HTTPS://{HOST}/#x"),
    *(f"http://{HOST}/%22%3E%3Cscript%3E", f"http://user:secret@{HOST}/", f"http://{HOST}:99/"),
    *(f"https://{HOST}/*/../..", f"http://{HOST}/?javascript:{RUN}", f"http://{HOST}/;x=(y)"),
    *(f"http://{HOST}/&lt;b&gt;", f"https://{HOST}/$&$1", f"https://{HOST}/" + "a" * 500),
    *("http://[::1]/", "https://xn--e1afmkfd.example/", "https://пример.example/模型", "http://1"),
)

# Addresses that must not be: another scheme, none, or characters that no address has.
_SCHEMES = (
    *("javascript:", "JAVASCRIPT:", "jAvAsCrIpT:", "javascript://", "javascript&colon;", "data:"),
    *("java\tscript:", "java\nscript:", "java\rscript:", "\x01javascript:", " javascript:"),
    *("javascript\u200b:", "data:text/html;base64,", "vbscript:", "file://", "ftp://", "blob:"),
    *("view-source:http://", "mailto:", "tel:", "about:", "chrome://", "intent://", "//", "/", "#"),
    *(
        "http:",
        "http:/",
        "http:///",
        "https:",
        "http//",
        "://",
        "ｈｔｔｐ://",
        "http\u2236//",
        "h\u200bttp://",
    ),
)
REFUSED_ADDRESSES = (
    *(f"{scheme}{RUN}" for scheme in _SCHEMES),
    *(f"http://{HOST}/{sign}x" for sign in '<>"\\^`{|} \t\n\r\x00\u00a0\u2028\u3000\u202e'),
    *(
        "http://[::1",
        "http://",
        "https://?x",
        "http://#x",
        "",
        " ",
        "x",
        "javascript",
        "http://\\x",
    ),
)


def around(texts: tuple[str, ...], start: int, count: int) -> list[str]:
    """``count`` texts from one on, round the end."""
    return list(itertools.islice(itertools.cycle(texts), start, start + count))


def quoted(text: str) -> str:
    """A YAML scalar of any text: what is no printable sign is escaped."""
    return '"' + "".join(map(_quoted_sign, text)) + '"'


def _quoted_sign(sign: str) -> str:
    if sign in '"\\':
        return f"\\{sign}"
    if sign.isprintable():
        return sign
    return f"\\U{ord(sign):08X}"
