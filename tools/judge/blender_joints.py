"""Writes the joint positions that Blender computes for animated files. Run inside Blender; see README.md."""
import builtins
import json
import os
import re
import sys

import bpy

# Blender 3.4's BVH importer opens files with the mode "rU", which Python 3.11 no longer has.
plain_open = builtins.open
builtins.open = lambda file, mode="r", *more, **named: plain_open(file, mode.replace("U", ""), *more, **named)

SAMPLES = 7  # of a clip, at times of its keys: between keys, Blender's FBX importer is linear


def read(path):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    kind = os.path.splitext(path)[1].lower()
    if kind == ".fbx":
        bpy.ops.preferences.addon_enable(module="io_scene_fbx")
        bpy.ops.import_scene.fbx(filepath=path)
    elif kind == ".dae":
        bpy.ops.wm.collada_import(filepath=path, import_units=True)
    else:
        bpy.ops.preferences.addon_enable(module="io_anim_bvh")
        bpy.ops.import_anim.bvh(filepath=path, update_scene_fps=True)
    return kind


def clips_of(kind):
    """For each clip its name and (owner of animation data, action)."""
    if kind != ".fbx":
        return [("", [(o, o.animation_data.action) for o in bpy.data.objects if o.animation_data and o.animation_data.action])]
    clips = {}
    for action in bpy.data.actions:
        parts = action.name.split("|")
        owner = bpy.data.objects.get(parts[0])
        if len(parts) < 3 or owner is None:
            continue
        clip = clips.setdefault(parts[1], {"layers": set(), "actions": []})
        clip["layers"].add(re.sub(r"\.\d+$", "", parts[2]))
        clip["actions"].append((owner, action))
    return [(name, clip["actions"]) for name, clip in clips.items() if len(clip["layers"]) == 1]


def positions():
    scene = bpy.context.evaluated_depsgraph_get()
    joints = []
    for source in bpy.data.objects:
        if any(m.type == "ARMATURE" for m in source.modifiers):
            continue  # Blender moves the nodes of skinned meshes; only the joints show
        item = source.evaluated_get(scene)
        joints.append((source.name, list(item.matrix_world.translation)))
        if item.type == "ARMATURE":
            joints += [(b.name, list((item.matrix_world @ b.matrix).translation)) for b in item.pose.bones]
    return joints


def judge(path):
    kind = read(path)
    scene = bpy.context.scene
    rate = scene.render.fps / scene.render.fps_base
    result = {"file": path, "clips": []}
    for name, actions in clips_of(kind):
        for owner in bpy.data.objects:
            if owner.animation_data:
                owner.animation_data.action = None
        for owner, action in actions:
            if owner.animation_data is None:
                owner.animation_data_create()
            owner.animation_data.action = action
        frames = sorted({round(k.co[0], 4) for _, a in actions for c in a.fcurves for k in c.keyframe_points})
        if not frames:
            continue
        chosen = sorted({frames[i * (len(frames) - 1) // (SAMPLES - 1)] for i in range(SAMPLES)})
        first = 0 if kind == ".dae" else 1
        clip = {"name": name, "first": (frames[0] - first) / rate, "times": [], "positions": []}
        for frame in chosen:
            scene.frame_set(int(frame // 1), subframe=frame % 1)
            clip["times"].append((frame - first) / rate)
            clip["positions"].append(positions())
        result["clips"].append(clip)
    return result


out, files = sys.argv[sys.argv.index("--") + 1], sys.argv[sys.argv.index("--") + 2:]
os.makedirs(out, exist_ok=True)
for index, each in enumerate(files):
    try:
        found = judge(each)
    except Exception as error:  # one file must not end the others
        found = {"file": each, "clips": [], "error": str(error).strip().splitlines()[0]}
    with open(os.path.join(out, f"{index}.json"), "w") as target:
        json.dump(found, target)
