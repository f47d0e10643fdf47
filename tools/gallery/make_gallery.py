#!/usr/bin/env python3
"""Renders docs/gallery/*.jpg and writes docs/gallery.md: the character, twelve models, every overlay.

    python3 tools/gallery/make_gallery.py build/release/app/crossfade MODELS

MODELS is a folder with the glTF files named below, in folders of their own (README.md says where they come from). Needs ImageMagick's `convert`.
Each picture is one call of `crossfade render` with a script.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

SIZE = 560
ROOT = pathlib.Path(__file__).resolve().parents[2]


def play(*names, at=0.0):
    """The commands that play these clips from the start."""
    return [{"at": at, "do": "stopAll"}] + [{"at": at, "do": "play", "clip": name} for name in names]


def view(**options):
    return {"at": 0, "do": "view", **options}


# name, model (None: the bundled character), seconds into the script, commands, caption
CHARACTER = [
    ("run", None, 1.02, play("Run"), "Run"),
    ("light", None, 0.7, play("Dance") + [view(dark=False)], "Dance, on a light background"),
    ("bones", None, 0.6, play("Boxing") + [view(skeleton=True), {"at": 0, "do": "select", "joint": "RightForeArm"}],
     "Boxing: bones as solids, the right forearm selected with its axes"),
    ("lines", None, 0.5, play("Crouch") + [view(skeleton=True, bones="lines", meshes=False)], "Crouch: bones as lines, without meshes"),
    ("ghosts", None, 1.3, play("Walk") + [view(ghosts=3, ghostSeconds=0.18), {"at": 0, "do": "orbit", "yaw": -0.9}],
     "Walk: onion skin, past in blue and future in orange"),
    ("paths", None, 1.55, play("Walk") + [{"at": 0, "do": "trace", "joint": j} for j in ("LeftHand", "RightToe", "Head")]
     + [{"at": 1.4, "do": "fadeTo", "clip": "Run", "seconds": 0.5, "sync": "phase"}],
     "From walk to run: the paths of three joints, one second back and ahead through the transition"),
    ("smile", None, 0.4, play("Idle") + [{"at": 0, "do": "morph", "target": "Smile", "value": 1}],
     "Close-up: the morph target Smile held at 1 while Idle plays"),
]
MODELS = [
    ("fox", "Fox/Fox.glb", 1.2, play("Run") + [view(ghosts=2, ghostSeconds=0.1), {"at": 0, "do": "orbit", "yaw": 0.7}], "Fox"),
    ("cesium_man", "CesiumMan/CesiumMan.glb", 0.9, play("#0") + [view(skeleton=True)], "Cesium Man: bones"),
    ("robot", "RobotExpressive/RobotExpressive.glb", 0.6, play("Dance"), "RobotExpressive"),
    ("knight", "KayKit_Knight/Knight.glb", 0.55, play("1H_Melee_Attack_Chop") + [{"at": 0, "do": "trace", "joint": "handslot.r"}], "KayKit Knight"),
    ("greenman", "Greenman/greenman.glb", 0.5, play("#1"), "Greenman"),
    ("trex", "Quaternius_Trex/Trex.glb", 0.5, play("Armature|TRex_Run") + [view(ghosts=1, ghostSeconds=0.1)], "Quaternius: T. rex, ghosts"),
    ("alpaca", "Quaternius_Alpaca/Alpaca.glb", 0.45, play("AnimalArmature|Gallop") + [view(skeleton=True, bones="lines")], "Quaternius: alpaca, lines"),
    ("spider", "Quaternius_Spider/Spider.glb", 0.4, play("SpiderArmature|Spider_Attack"), "Quaternius: spider"),
    ("mech", "Quaternius_MechGeorge/George.glb", 0.4, play("Kick"), "Quaternius: mech"),
    ("milk_truck", "CesiumMilkTruck/CesiumMilkTruck.glb", 0.5, play("#0"), "Cesium Milk Truck"),
    ("mannequiny", "Mannequiny/mannequiny.glb", 0.3, play("fight_kick_root.001"), "Mannequiny"),
    ("koi", "Quaternius_Koi/Koi.glb", 0.3, play("Fish_Armature|Swimming_Fast") + [{"at": 0, "do": "orbit", "yaw": 0.9}], "Quaternius: koi"),
]


def render(program, model, seconds, commands, out, *more):
    with tempfile.TemporaryDirectory() as folder:
        script = pathlib.Path(folder, "script.json")
        script.write_text(json.dumps({"commands": commands}))
        frames = pathlib.Path(folder, "%04d.png")  # a sequence, so that paths have a past; the last frame is the picture
        size = more or ("--size", f"{SIZE}x{SIZE}")
        subprocess.run([program, "render", *([str(model)] if model else []), "--script", str(script), "--out", str(frames), "--fps", "30",
                        "--seconds", str(seconds), *size], check=True, stderr=subprocess.DEVNULL)
        last = sorted(pathlib.Path(folder).glob("*.png"))[-1]
        subprocess.run(["convert", str(last), "-quality", "88", str(out)], check=True)


def table(entries):
    lines = []
    for row in range(0, len(entries), 3):
        row_entries = entries[row:row + 3]
        lines.append("<tr>" + "".join(f'<td width="33%"><img src="gallery/{name}.jpg" alt="{caption}"><br>{caption}</td>' for name, _, _, _, caption in row_entries) + "</tr>")
    return "<table>\n" + "\n".join(lines) + "\n</table>\n"


def main():
    program, models = sys.argv[1], pathlib.Path(sys.argv[2])
    folder = ROOT / "docs" / "gallery"
    folder.mkdir(parents=True, exist_ok=True)
    for name, model, seconds, commands, _ in CHARACTER + MODELS:
        print(name, flush=True)
        closeup = ("--size", f"{4 * SIZE}x{4 * SIZE}", "--region", f"{3 * SIZE // 2 - 30},{SIZE // 8},{SIZE}x{SIZE}") if name == "smile" else ()
        render(program, models / model if model else None, seconds, commands, folder / f"{name}.jpg", *closeup)
    window = play("Walk") + [view(skeleton=True, jointNames=True), {"at": 0, "do": "select", "joint": "LeftHand"}]
    render(program, None, 0.5, window, folder / "window.jpg", "--ui", "--size", "1280x720")
    subprocess.run([program, "render", "--scene", "crowd:400", "--draw-limit", "80", "--start", "2", "--size", "1280x720", "--out", str(folder / "crowd.png")], check=True)
    subprocess.run(["convert", str(folder / "crowd.png"), "-quality", "88", str(folder / "crowd.jpg")], check=True)
    (folder / "crowd.png").unlink()
    text = "# Gallery\n\n`tools/gallery/make_gallery.py` makes every picture with `crossfade render` and a script.\n\n## The bundled character\n\n"
    text += table(CHARACTER)
    text += "\n![The window: bones, joint names, a selected joint](gallery/window.jpg)\n\n![A crowd; each character cross-fades on its own](gallery/crowd.jpg)\n\n## Other people's models\n\n"
    text += "Sources, authors and licenses: [tools/gallery/README.md](../tools/gallery/README.md).\n\n" + table(MODELS)
    (ROOT / "docs" / "gallery.md").write_text(text)


if __name__ == "__main__":
    main()
