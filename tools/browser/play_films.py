#!/usr/bin/env python3
"""Makes a GIF, an MP4 and a WebM with the viewer and plays them in a headless browser.

    tools/browser/play_films.py CROSSFADE_PROGRAM [BROWSER]

Needs Debian's chromium; building and testing never do. Prints what the browser found, a line each; exit code 1 when a film does not play.
"""
import functools
import http.server
import json
import pathlib
import queue
import shutil
import subprocess
import sys
import tempfile
import threading

FILMS = {"film.gif": 25, "film.mp4": 50, "film.webm": 50}
SECONDS = 2


def served(folder, answers):
    class Handler(http.server.SimpleHTTPRequestHandler):
        def do_POST(self):
            answers.put(self.rfile.read(int(self.headers["Content-Length"])).decode())
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_port


def main():
    program, browser = sys.argv[1], (sys.argv + ["chromium"])[2]
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(pathlib.Path(__file__).with_name("play.html"), folder)
        for name, fps in FILMS.items():
            subprocess.run([program, "render", "--out", f"{folder}/{name}", "--size", "320x180", "--fps", str(fps), "--seconds", str(SECONDS)],
                           check=True, stdout=subprocess.DEVNULL)
        answers = queue.Queue()
        page = f"http://127.0.0.1:{served(folder, answers)}/play.html#" + ",".join(FILMS)
        window = subprocess.Popen([browser, "--headless", "--no-sandbox", "--disable-gpu", "--autoplay-policy=no-user-gesture-required",
                                   f"--user-data-dir={folder}/profile", page], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            found = [json.loads(line) for line in answers.get(timeout=60).splitlines()]
        except queue.Empty:
            found = []
        finally:
            window.terminate()
            window.wait()
    played = {line["name"]: line for line in found}
    good = True
    for name, fps in FILMS.items():
        line = played.get(name, {"error": "no answer"})
        plays = "error" not in line and abs(line["seconds"] - SECONDS) < 0.03 and line["different"] > 10 and line.get("frames", fps * SECONDS) == fps * SECONDS
        good &= plays
        print("plays " if plays else "FAILS ", json.dumps(line))
    return 0 if good else 1


sys.exit(main())
