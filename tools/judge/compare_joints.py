#!/usr/bin/env python3
"""Compares the joint positions of `crossfade pose` with those that another script here wrote; see README.md."""
import argparse
import itertools
import json
import os
import re
import subprocess
import sys

import numpy as np

TOLERANCE = 0.001  # of the size of what the joints reach


def axis_rotations():
    for order in itertools.permutations(range(3)):
        for signs in itertools.product((1, -1), repeat=3):
            matrix = np.zeros((3, 3))
            for row, (column, sign) in enumerate(zip(order, signs)):
                matrix[row, column] = sign
            if np.linalg.det(matrix) > 0:
                yield matrix


def ours(crossfade, path, clip, times):
    """Name and positions (one per time) of each node, and ""; or None and an error."""
    run = subprocess.run([crossfade, "pose", path, "--clip", f"#{clip}", "--times", ",".join(f"{t:.6f}" for t in times)],
                         capture_output=True, text=True)
    if run.returncode != 0:
        return None, run.stderr.strip().splitlines()[-1]
    trace = json.loads(run.stdout)
    poses = next(e for e in trace["entries"] if e["kind"] == "clip")["poses"]
    worlds = np.array([p["world"] for p in poses], dtype=float)
    return [(n["name"], worlds[:, i, 9:12]) for i, n in enumerate(trace["nodes"])], ""


def plain(name):
    return re.sub(r"[^a-z0-9]+", "_", name.lower())[:60]


def without_number(name):
    """Blender numbers equal names: "Box.001"."""
    return re.sub(r"_\d{3}$", "", name)


def fit(a, b):
    """The error, rotation (of the 24 by multiples of 90 degrees) and uniform scale that best map a to b."""
    if not a.any() and not b.any():
        return 0, np.eye(3), 1.0
    best = None
    for turn in axis_rotations():
        turned = a @ turn.T
        scale = (turned * b).sum() / max((turned * turned).sum(), 1e-30)
        error = np.linalg.norm(scale * turned - b)
        if scale > 0 and (best is None or error < best[0]):
            best = (error, turn, scale)
    return best


def moves(clip):
    frames = np.array([[place for _, place in frame] for frame in clip["positions"]], dtype=float)
    return frames.size > 0 and np.abs(frames - frames[0]).max() > 1e-5 * max(np.abs(frames).max(), 1e-9)


def compare(crossfade, judged, index, clip, duration):
    best = None
    for start in sorted({0.0, clip["first"], *clip["times"]}):  # Blender knows the keys, but not where a clip starts
        inside = [i for i, t in enumerate(clip["times"])
                  if -1e-3 <= t - start <= duration + 1e-3 or (start == clip["first"] and t > start)]  # it holds its end
        if len(inside) < min(2, len(clip["times"])):
            continue
        found, fault = ours(crossfade, judged["file"], index, [min(max(clip["times"][i] - start, 0), duration) for i in inside])
        if found is None:
            return {"error": fault}
        by_name = {}
        for name, places in found:
            by_name.setdefault(plain(name), []).append(places)
        joints = [(name, np.array([clip["positions"][frame][i][1] for frame in inside]))
                  for i, (name, _) in enumerate(clip["positions"][0])]
        pairs = [(name, by_name.get(plain(name)) or by_name.get(without_number(plain(name))), b) for name, b in joints]
        pairs = [pair for pair in pairs if pair[1]]
        if not pairs:
            return {"error": "no joint has a name of ours"}
        single = [(p[0], b) for _, p, b in pairs if len(p) == 1] or [(p[0], b) for _, p, b in pairs]
        best_fit = fit(np.concatenate([a for a, _ in single]), np.concatenate([b for _, b in single]))
        if best_fit is None:
            return {"error": "all joints are at the origin"}
        _, turn, scale = best_fit
        everything = np.concatenate([b for _, _, b in pairs])
        size = max(np.linalg.norm(everything.max(0) - everything.min(0)), 1e-9)
        errors = {name: min(np.abs(scale * a @ turn.T - b).max() for a in candidates) / size for name, candidates, b in pairs}
        result = {"joints": len(pairs), "good": sum(e <= TOLERANCE for e in errors.values()), "scale": scale, "size": size,
                  "unmatched": len(joints) - len(pairs), "worst": sorted(errors.items(), key=lambda e: -e[1])[:3]}
        if best is None or result["good"] > best["good"]:
            best = result
        if best["good"] == best["joints"]:
            break
    return best or {"error": "no sample lies in our clip"}


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("crossfade")
    arguments.add_argument("judged", help="the folder that blender_joints.py wrote")
    arguments.add_argument("--verbose", action="store_true")
    options = arguments.parse_args()
    files = joints = good = equal = 0
    for name in sorted(os.listdir(options.judged), key=lambda n: int(n.split(".")[0])):
        with open(os.path.join(options.judged, name)) as source:
            judged = json.load(source)
        if "error" in judged or not judged["clips"]:
            print(f"-     {judged['file']}: Blender {judged.get('error', 'finds no motion')}")
            continue
        info = subprocess.run([options.crossfade, "info", judged["file"], "--json"], capture_output=True, text=True)
        clips = json.loads(info.stdout)["clips"] if info.returncode == 0 else []
        names = [c["name"] for c in clips]
        judged["clips"] = [clip for clip in judged["clips"] if moves(clip)]
        if not judged["clips"] or not names:
            print(f"-     {judged['file']}: {'nothing moves' if names or info.returncode == 0 else 'we cannot read it'}")
            continue
        of_file = [0, 0]
        notes = []
        for i, clip in enumerate(judged["clips"]):
            index = names.index(clip["name"]) if clip["name"] in names else i
            duration = clips[index]["duration"] if index < len(clips) else 0
            result = compare(options.crossfade, judged, index, clip, duration)
            if "error" in result:
                notes.append(f"clip '{clip['name']}': {result['error']}")
                of_file[0] += len(clip["positions"][0])
                continue
            of_file[0] += result["joints"]
            of_file[1] += result["good"]
            if result["good"] < result["joints"] or options.verbose:
                worst = ", ".join(f"{n} {100 * e:.2f} %" for n, e in result["worst"])
                notes.append(f"clip '{clip['name']}': {result['good']} of {result['joints']}, scale {result['scale']:.4g}; {worst}")
        files += 1
        joints, good = joints + of_file[0], good + of_file[1]
        equal += of_file[0] == of_file[1]
        print(f"{'ok   ' if of_file[0] == of_file[1] else 'DIFF '} {judged['file']}: {of_file[1]} of {of_file[0]} joints, {len(judged['clips'])} clips")
        for note in notes[:4]:
            print("        " + note)
    print(f"{equal} of {files} files, {good} of {joints} joints ({100 * good / max(joints, 1):.2f} %) within {100 * TOLERANCE} % of the size")
    return 0


if __name__ == "__main__":
    sys.exit(main())
