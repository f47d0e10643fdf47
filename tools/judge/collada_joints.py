#!/usr/bin/env python3
"""Writes the node positions of COLLADA files according to the specification, as blender_joints.py does; see README.md."""
import json
import math
import os
import re
import sys
import xml.etree.ElementTree as tree

import numpy as np

SAMPLES = 7
TRANSFORMS = ("matrix", "translate", "rotate", "scale")


def plain(element):
    return element.tag.split("}")[-1]


def numbers(element):
    return [float(x) for x in (element.text or "").split()]


def children(element, tag):
    return [e for e in element if plain(e) == tag]


def matrix_of(kind, v):
    m = np.eye(4)
    if kind == "matrix":
        return np.array(v).reshape(4, 4)
    if kind == "translate":
        m[:3, 3] = v[:3]
    elif kind == "scale":
        m[0, 0], m[1, 1], m[2, 2] = v[:3]
    else:
        axis, angle = np.array(v[:3]), math.radians(v[3])
        axis = axis / max(np.linalg.norm(axis), 1e-12)
        c, s, (x, y, z) = math.cos(angle), math.sin(angle), axis
        k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
        m[:3, :3] = np.eye(3) + s * k + (1 - c) * k @ k
    return m


class Document:
    def __init__(self, path):
        self.root = tree.parse(path).getroot()
        self.ids = {e.get("id"): e for e in self.root.iter() if e.get("id")}
        self.curves = []

    def use(self, animations):
        self.curves = [c for top in animations for a in top.iter() if plain(a) == "animation" for c in self.channels(a)]

    def clips(self):
        """Name, animations, start and end of each clip; if there are no clips, all animations form one."""
        clips = [(e.get("name") or e.get("id"), [self.ids[i.get("url")[1:]] for i in children(e, "instance_animation")],
                  float(e.get("start", 0)), float(e.get("end", 0))) for e in self.root.iter() if plain(e) == "animation_clip"]
        libraries = [e for e in self.root if plain(e) == "library_animations"]
        return clips or [("", libraries, 0, 0)]

    def channels(self, animation):
        for channel in children(animation, "channel"):
            sampler = self.ids.get(channel.get("source", "")[1:])
            node, _, rest = channel.get("target", "").partition("/")
            if sampler is None or node not in self.ids:
                continue
            inputs = {i.get("semantic"): self.ids[i.get("source")[1:]] for i in children(sampler, "input")}
            arrays = {k: numbers(children(v, "float_array")[0]) for k, v in inputs.items() if children(v, "float_array")}
            times, values = np.array(arrays["INPUT"]), np.array(arrays["OUTPUT"])
            yield node, rest, times, values.reshape(len(times), -1)

    def values_at(self, node, element, time):
        v = numbers(element)
        for target, rest, times, values in self.curves:
            match = re.match(r"([^.(]+)(.*)", rest)
            if target != node.get("id") or not match or match[1] != element.get("sid"):
                continue
            now = [np.interp(time, times, values[:, i]) for i in range(values.shape[1])]
            part = match[2]
            if not part:
                v = now
            elif part.startswith("."):
                index = {"X": 0, "Y": 1, "Z": 2, "ANGLE": 3}.get(part[1:].upper())
                if index is not None:
                    v[index] = now[0]
            else:
                at = [int(i) for i in re.findall(r"\((\d+)\)", part)]
                v[at[0] if len(at) == 1 else 4 * at[1] + at[0]] = now[0]
        return v

    def positions(self, time):
        found = []

        def visit(node, above):
            local = np.eye(4)
            for element in node:
                if plain(element) in TRANSFORMS:
                    local = local @ matrix_of(plain(element), self.values_at(node, element, time))
            world = above @ local
            found.append((node.get("name") or node.get("id") or "", world[:3, 3].tolist()))
            for child in children(node, "node"):
                visit(child, world)

        scene = self.ids[next(e for e in self.root.iter() if plain(e) == "instance_visual_scene").get("url")[1:]]
        for node in children(scene, "node"):
            visit(node, np.eye(4))
        return found


def judge(path):
    document = Document(path)
    clips = []
    for name, animations, start, end in document.clips():
        document.use(animations)
        times = sorted({round(t, 5) for c in document.curves for t in c[2].tolist() if end <= start or start <= t <= end})
        if times:
            chosen = sorted({times[i * (len(times) - 1) // (SAMPLES - 1)] for i in range(SAMPLES)})
            clips.append({"name": name, "first": times[0], "times": chosen,
                          "positions": [document.positions(t) for t in chosen]})
    return {"file": path, "clips": clips}

out, files = sys.argv[1], sys.argv[2:]
os.makedirs(out, exist_ok=True)
for index, each in enumerate(files):
    try:
        result = judge(each)
    except Exception as error:  # one file must not end the others
        result = {"file": each, "clips": [], "error": repr(error)}
    with open(os.path.join(out, f"{index}.json"), "w") as target:
        json.dump(result, target)
