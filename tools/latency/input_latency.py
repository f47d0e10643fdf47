#!/usr/bin/env python3
"""Measures how long after a key press the window shows it.

    input_latency.py [--crossfade PROGRAM] [--samples 20] [--scene 4] [crossfade's own arguments...]

Starts the program on $DISPLAY, shows a workspace, presses Space by XTEST and reads the pixels of the pause button
from the X server until they change. So the time runs from the event to the first frame that is on screen and shows
it: it includes the wait for the frame that runs, the frame itself and the swap. Needs libX11 and libXtst.
"""
import argparse
import ctypes
import json
import os
import random
import subprocess
import tempfile
import time

ALL_PLANES = ctypes.c_ulong(-1)
Z_PIXMAP = 2
POLL = 0.004  # seconds between two looks; looking takes time from the program where there are few cores


class Display:
    def __init__(self):
        self.x = ctypes.CDLL("libX11.so.6")
        self.test = ctypes.CDLL("libXtst.so.6")
        self.x.XOpenDisplay.restype = ctypes.c_void_p
        self.x.XDefaultRootWindow.restype = ctypes.c_ulong
        self.x.XGetImage.restype = ctypes.c_void_p
        self.x.XGetPixel.restype = ctypes.c_ulong
        self.x.XStringToKeysym.restype = ctypes.c_ulong
        self.display = ctypes.c_void_p(self.x.XOpenDisplay(None))
        if not self.display:
            raise SystemExit("no X display: set DISPLAY")
        self.root = ctypes.c_ulong(self.x.XDefaultRootWindow(self.display))

    def pixel(self, x, y):
        image = ctypes.c_void_p(self.x.XGetImage(self.display, self.root, x, y, 1, 1, ALL_PLANES, Z_PIXMAP))
        value = self.x.XGetPixel(image, 0, 0)
        self.x.XDestroyImage(image)
        return value

    def press(self, name, *held):
        codes = [self.x.XKeysymToKeycode(self.display, ctypes.c_ulong(self.x.XStringToKeysym(key.encode())))
                 for key in (*held, name)]
        for code in codes:
            self.test.XTestFakeKeyEvent(self.display, code, 1, 0)
        for code in reversed(codes):
            self.test.XTestFakeKeyEvent(self.display, code, 0, 0)
        self.x.XFlush(self.display)


def widget(state_file, name, limit=60):
    end = time.monotonic() + limit
    while time.monotonic() < end:
        try:
            with open(state_file, encoding="utf-8") as file:
                return json.load(file)["widgets"][name]
        except (OSError, ValueError, KeyError):
            time.sleep(0.1)
    raise SystemExit(f"{name} does not come on screen")


def sample(display, x, y):
    before = display.pixel(x, y)
    begin = time.perf_counter()
    display.press("space")
    while time.perf_counter() < begin + 10:
        if display.pixel(x, y) != before:
            return (time.perf_counter() - begin) * 1000
        time.sleep(POLL)
    raise SystemExit("nothing changed within 10 s")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--crossfade", default="build/release/app/crossfade")
    parser.add_argument("--samples", type=int, default=20)
    parser.add_argument("--scene", type=int, default=4, help="1 character, 4 crowd")
    parser.add_argument("--settle", type=float, default=15, help="seconds until quality has settled")
    options, rest = parser.parse_known_args()
    button = {1: "transport.pause", 4: "crowd.pause"}[options.scene]
    random.seed(1)
    with tempfile.TemporaryDirectory() as folder:
        state = os.path.join(folder, "state.json")
        with subprocess.Popen([options.crossfade, "--no-config", "--no-portal", "--state-file", state, *rest]) as program:
            try:
                display = Display()
                widget(state, "transport.pause")
                time.sleep(2)
                display.press(str(options.scene), "Control_L")
                x, y, _, height = widget(state, button)
                time.sleep(options.settle)
                times = []
                for _ in range(options.samples):
                    times.append(sample(display, int(x) + 6, int(y + height / 2)))
                    time.sleep(random.uniform(0.3, 1.6))  # while it moves, sharpens or stands still
            finally:
                program.terminate()
    times.sort()
    print("ms, sorted:", " ".join(f"{each:.0f}" for each in times))
    print(f"p50 {times[len(times) // 2]:.0f} ms, p95 {times[int(len(times) * 0.95)]:.0f} ms, max {times[-1]:.0f} ms")


if __name__ == "__main__":
    main()
