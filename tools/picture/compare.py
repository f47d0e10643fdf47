#!/usr/bin/env python3
"""Compares the viewer's unlit views with those of three.js in a headless browser: same model, clip, time and camera.

    tools/picture/compare.py CROSSFADE_PROGRAM THREE_FOLDER OUT_FOLDER MODEL...

THREE_FOLDER is three.js as npm installs it (node_modules/three). Needs Debian's chromium; building and testing never need it.
Prints a row of a Markdown table per model and keeps both programs' pictures in OUT_FOLDER; exit code 1 if a model misses the limits.
"""
import json
import pathlib
import queue
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "browser"))
from page import opened  # noqa: E402

SIZE = (960, 720)
TIME = 0.5  # seconds of the first clip
VIEWS = ["silhouette", "base-color", "normals"]
LEAST = {"overlap": 0.995, "base-color": 0.98}


def clip_count(program, model):
    info = json.loads(subprocess.run([program, "info", model, "--json"], capture_output=True, check=True).stdout)
    return len(info["clips"])


def draw(program, model, name, folder):
    script = folder / "script.json"
    commands = [{"at": 0, "do": "play", "clip": "#0"}] if clip_count(program, model) else []
    script.write_text(json.dumps({"commands": commands}))
    for view in VIEWS:
        subprocess.run([program, "render", model, "--script", script, "--start", str(TIME), "--size", "%dx%d" % SIZE, "--view", view,
                        "--camera-out", folder / f"{name}.json", "--out", folder / "out" / f"{name}-{view}.png"], check=True, capture_output=True)


def row(found):
    if "error" in found:
        return f"| {found['name']} | {found['error']} | | | | |", False
    cells = [found["overlap"], found["base-color"]["picture"], found["base-color"]["model"], found["normals"]["picture"], found["normals"]["model"]]
    good = found["overlap"] >= LEAST["overlap"] and found["base-color"]["picture"] >= LEAST["base-color"]
    return f"| {found['name']} | " + " | ".join(f"{cell:.4f}" for cell in cells) + f" | {'yes' if good else 'NO'} |", good


def main():
    program, three, out, models = sys.argv[1], pathlib.Path(sys.argv[2]).resolve(), pathlib.Path(sys.argv[3]).resolve(), sys.argv[4:]
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        (folder / "compare.html").write_bytes(pathlib.Path(__file__).with_name("compare.html").read_bytes())
        (folder / "three").symlink_to(three)
        (folder / "out").symlink_to(out)
        listed = []
        for number, model in enumerate(models):
            path = pathlib.Path(model).resolve()
            name = f"{path.parent.name}-{path.stem}"
            draw(program, str(path), name, folder)
            (folder / f"model{number}").symlink_to(path.parent)
            listed.append({"name": name, "file": f"model{number}/{path.name}", "camera": f"{name}.json",
                           "pictures": {view: f"out/{name}-{view}.png" for view in VIEWS}})
        (folder / "list.json").write_text(json.dumps({"size": SIZE, "time": TIME, "views": VIEWS, "models": listed}))
        print("| model | silhouette overlap | base color SSIM | on the model alone | normals SSIM | on the model alone | within the limits |\n|--|--|--|--|--|--|--|")
        good, count = True, 0
        with opened(folder, "compare.html", arguments=["--use-angle=swiftshader", "--enable-unsafe-swiftshader"], keep=out) as answers:
            try:
                while (answer := answers.get(timeout=180))[0] != "/done":
                    line, fine = row(json.loads(answer[1]))
                    good, count = good and fine, count + 1
                    print(line, flush=True)
            except queue.Empty:
                print("no answer from the browser", file=sys.stderr)
    return 0 if good and count == len(models) else 1


sys.exit(main())
