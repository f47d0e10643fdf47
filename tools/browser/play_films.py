#!/usr/bin/env python3
"""Makes a GIF, an MP4 and a WebM with the viewer and plays them in a headless browser.

    tools/browser/play_films.py CROSSFADE_PROGRAM [BROWSER]

Needs Debian's chromium; building and testing never need it. Prints one line per recording; exit code 1 if one does not play.
"""
import json
import pathlib
import queue
import shutil
import subprocess
import sys
import tempfile

from page import opened

FILMS = {"film.gif": 25, "film.mp4": 50, "film.webm": 50}
SECONDS = 2


def main():
    program, browser = sys.argv[1], (sys.argv + ["chromium"])[2]
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(pathlib.Path(__file__).with_name("play.html"), folder)
        for name, fps in FILMS.items():
            subprocess.run([program, "render", "--out", f"{folder}/{name}", "--size", "320x180", "--fps", str(fps), "--seconds", str(SECONDS)],
                           check=True, stdout=subprocess.DEVNULL)
        with opened(folder, "play.html#" + ",".join(FILMS), browser, ["--disable-gpu", "--autoplay-policy=no-user-gesture-required"]) as answers:
            try:
                found = [json.loads(line) for line in answers.get(timeout=60)[1].splitlines()]
            except queue.Empty:
                found = []
    played = {line["name"]: line for line in found}
    good = True
    for name, fps in FILMS.items():
        line = played.get(name, {"error": "no answer"})
        plays = "error" not in line and abs(line["seconds"] - SECONDS) < 0.03 and line["different"] > 10 and line.get("frames", fps * SECONDS) == fps * SECONDS
        good &= plays
        print("plays " if plays else "FAILS ", json.dumps(line))
    return 0 if good else 1


sys.exit(main())
