"""A wiki of somebody else, which shows the calculator in frames.

The calculator is on 127.0.0.1, the wiki on localhost: two origins and two sites, both on loopback.
"""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TEXT = "<p>Both runs were scored on the same items, and the difference was small.</p>\n" * 40
# What arrives from frames, and from which of them: their index among all frames, else -1.
LISTENER = """\
window.messages = [];
addEventListener("message", ({ data, source }) => {
  const frames = [...document.querySelectorAll("iframe")];
  messages.push({ ...data, frame: frames.findIndex((frame) => frame.contentWindow === source) });
});
"""
STYLE = "body { margin: 1rem; background: #fff; color: #000; }\n"


class Wiki:
    """Pages that a test adds, each with headers of its own."""

    def __init__(self, port: int) -> None:
        self.origin = f"http://localhost:{port}"
        self.files: dict[str, tuple[bytes, str, Mapping[str, str]]] = {}
        self.add("listener.js", LISTENER, "text/javascript")
        self.add("style.css", STYLE, "text/css")
        self.add("favicon.ico", "", "image/x-icon")

    def add(
        self,
        name: str,
        content: str,
        content_type: str = "text/html",
        headers: Mapping[str, str] | None = None,
    ) -> str:
        """Add a file and give its address."""
        self.files[f"/{name}"] = (content.encode(), f"{content_type}; charset=utf-8", headers or {})
        return f"{self.origin}/{name}"

    def article(
        self,
        above: str,
        below: str = "",
        script: str = "",
        headers: Mapping[str, str] | None = None,
    ) -> str:
        """Add a page of text with frames above and below the fold; give its address.

        `script` becomes a file of the wiki, as strict wikis ask.
        """
        self.add("script.js", script, "text/javascript")
        page = f"""<!doctype html>
<html lang="en">
<head>
<title>Two runs</title>
<link rel="stylesheet" href="/style.css">
<script src="/listener.js"></script>
<script src="/script.js"></script>
</head>
<body>
<main>
<h1>Two runs</h1>
{above}
{TEXT}
{below}
{TEXT}
</main>
</body>
</html>
"""
        return self.add("article", page, headers=headers)


def frame(address: str, **attributes: str | None) -> str:
    """A frame on an address, as a person writes it; an attribute of None is left out."""
    given = {"src": address, "title": "Comparison", "width": "700", "height": "400", **attributes}
    written = (f'{name}="{escape(value)}"' for name, value in given.items() if value is not None)
    return f"<iframe {' '.join(written)}></iframe>"


@contextmanager
def serve_wiki() -> Iterator[Wiki]:
    with ThreadingHTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler) as server:
        wiki = Wiki(server.server_port)

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                content, content_type, headers = wiki.files[self.path]
                self.send_response(200)
                self.send_header("Content-Type", content_type)
                self.send_header("Content-Length", str(len(content)))
                for name, value in headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *_: object) -> None:
                """Say nothing: what a wiki is asked for is of no interest."""

        server.RequestHandlerClass = Handler
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield wiki
        server.shutdown()
