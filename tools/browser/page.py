"""Opens a page of a folder in a headless browser and collects what it posts."""
import contextlib
import functools
import http.server
import pathlib
import queue
import subprocess
import threading


class Handler(http.server.SimpleHTTPRequestHandler):
    def __init__(self, *arguments, answers, keep, **more):
        self.answers, self.keep = answers, keep
        super().__init__(*arguments, **more)

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if self.keep and self.path.startswith("/keep/"):
            (self.keep / pathlib.Path(self.path).name).write_bytes(body)
        else:
            self.answers.put((self.path, body.decode()))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def opened(folder, page, browser="chromium", arguments=(), keep=None):
    """Serves `folder` and opens its `page`; returns a queue of the (path, text) it posts. Posts to /keep/NAME are written to the folder `keep`."""
    answers = queue.Queue()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=folder, answers=answers, keep=keep))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    window = subprocess.Popen([browser, "--headless", "--no-sandbox", *arguments, f"--user-data-dir={folder}/profile", f"http://127.0.0.1:{server.server_port}/{page}"],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield answers
    finally:
        window.terminate()
        window.wait()
        server.shutdown()
