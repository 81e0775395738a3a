"""Reading a page as a browser reads it, with scripts on or off."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"meta", "link", "input", "br", "hr", "img"}


@dataclass
class Element:
    tag: str
    attrs: dict[str, str]
    children: list = field(default_factory=list)

    def __iter__(self):
        """Every element below this one, in the order of the page."""
        for child in self.children:
            if isinstance(child, Element):
                yield child
                yield from child

    @property
    def text(self):
        return "".join(
            child.text if isinstance(child, Element) else child for child in self.children
        )

    @property
    def words(self):
        return " ".join(self.text.split())

    def all(self, tag=None, **attrs):
        """Return the elements of this tag with these attributes; a class may be one of many."""
        wanted = {name.rstrip("_"): value for name, value in attrs.items()}
        return [
            element
            for element in self
            if tag in (None, element.tag)
            and all(
                value in element.attrs.get(name, "").split()
                if name == "class"
                else element.attrs.get(name) == value
                for name, value in wanted.items()
            )
        ]

    def one(self, tag=None, **attrs):
        (found,) = self.all(tag, **attrs)
        return found

    def meta(self, name):
        """Return the contents of the meta elements of this name or property."""
        return [
            element.attrs["content"]
            for element in self.all("meta")
            if name in (element.attrs.get("name"), element.attrs.get("property"))
        ]


class Reader(HTMLParser):
    """Builds the tree, and refuses a page whose elements are not closed in order."""

    def __init__(self, scripts):
        super().__init__()
        # HTML standard, 4.12.2: where scripts run, a noscript is text.
        self.CDATA_CONTENT_ELEMENTS = ("script", "style", *(["noscript"] if scripts else []))
        self.scripts = scripts
        self.root = Element("#document", {})
        self.open = [self.root]

    def handle_starttag(self, tag, attrs):
        assert len({name for name, _ in attrs}) == len(attrs), f"attribute twice: {attrs}"
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if self.scripts and tag == "noscript" and self.open[-1].tag != tag:
            return  # a parser drops the end of what was never begun
        assert self.open[-1].tag == tag, f"</{tag}> closes <{self.open[-1].tag}>"
        self.open.pop()

    def handle_data(self, data):
        self.open[-1].children.append(data)


def read(html, scripts=True):
    """Return the page as a tree."""
    reader = Reader(scripts)
    reader.feed(html)
    reader.close()
    assert reader.open == [reader.root], f"never closed: {reader.open[-1].tag}"
    return reader.root
