"""Whether an HTML page fetches anything from elsewhere."""

import re
from html.parser import HTMLParser

ADDRESSES = {"src", "srcset", "href", "data", "poster", "action", "xlink:href", "background"}
ELSEWHERE = re.compile(r"(?i)^\s*(https?:)?//")
STYLE = re.compile(r"(?i)url\(\s*['\"]?(?!data:|#)|@import")


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.faults: list[str] = []
        self.pictures: list[str] = []
        self._inside = ""

    def handle_starttag(self, tag, attributes):
        self._inside = tag
        values = dict(attributes)
        self.faults += [
            f"{tag} {name}={value}"
            for name, value in attributes
            if (name in ADDRESSES and ELSEWHERE.match(value or ""))
            or (name == "style" and STYLE.search(value or ""))
        ]
        if tag == "script":
            self.faults.append("script")
        if tag in {"link", "iframe", "object", "embed"}:
            self.faults.append(tag)
        if tag == "img":
            self.pictures.append(values.get("src") or "")

    def handle_endtag(self, tag):
        self._inside = ""

    def handle_data(self, text):
        if self._inside == "style":
            self.faults += STYLE.findall(text)


def pictures(html: str) -> list[str]:
    """Return the addresses of a page's pictures."""
    page = _Page()
    page.feed(html)
    return page.pictures


def faults(html: str) -> list[str]:
    """Return what a page wants from elsewhere, and every picture that is not in it."""
    page = _Page()
    page.feed(html)
    outside = [source for source in page.pictures if not source.startswith("data:image/png;base64,")]
    return page.faults + outside
