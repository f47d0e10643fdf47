#!/usr/bin/env python3
"""Makes character.glb, the mannequin that ships with Crossfade.

    python3 assets/make_character.py [output.glb]

Needs Python 3 and numpy.  The output is always the same, byte for byte.
"""
import os
import sys
import numpy as np

sys.dont_write_bytecode = True
from character import clips, cut, field, glb, mesher, panels, remesh, skin
from character.maths import smoothstep
from character.rig import Rig

MATERIALS = [
    {"name": "Shell", "pbrMetallicRoughness": {
        "baseColorFactor": [0.70, 0.665, 0.61, 1], "metallicFactor": 0.0, "roughnessFactor": 0.52}},
    {"name": "Graphite", "pbrMetallicRoughness": {
        "baseColorFactor": [0.040, 0.043, 0.050, 1], "metallicFactor": 0.25, "roughnessFactor": 0.46}},
    {"name": "Accent", "pbrMetallicRoughness": {
        "baseColorFactor": [0.92, 0.24, 0.055, 1], "metallicFactor": 0.0, "roughnessFactor": 0.42}},
]


def make_skin(rig):
    """The skin: left half from the field, cut into panels, mirrored and weighted."""
    for shift in np.arange(40) * 0.0004:         # until no grid line meets a fold exactly
        points, faces = mesher.surface_nets(field.body, field.edge_length,
                                            np.array([-0.024, -0.024, -0.24]) - shift, (0.75, 1.80, 0.24))
        if edge_use(faces).max() == 2:
            break
    points = field.project(points)
    points, faces, side, _, _ = cut.cut(points, faces, lambda p: p[:, 0], field.project, snap=0.3)
    points[side == 0, 0] = 0.0
    faces = faces[(side[faces] >= 0).all(axis=1) & (side[faces] > 0).any(axis=1)]
    points, faces = remesh.remesh(points, faces, field.edge_length, field.project, field.gradient)
    points, faces, material = panels.apply(points, faces)
    points, faces, material = mirror(points, faces, material)
    if not np.all(edge_use(faces) == 2):
        raise SystemExit("the skin is not closed")
    normals = smooth_normals(points, faces)
    joints, weights = skin.weights(points, faces, rig)
    return dict(points=points, faces=faces, material=material, normals=normals,
                joints=joints, weights=weights, color=shade(points, normals))


def smooth_normals(points, faces):
    """Normals of the field; of the triangles in folds too narrow for the mesh."""
    own = np.zeros_like(points)
    a, b, c = (points[faces[:, i]] for i in range(3))
    for i in range(3):
        np.add.at(own, faces[:, i], np.cross(b - a, c - a))
    own /= np.linalg.norm(own, axis=1, keepdims=True)
    exact = field.gradient(points)
    exact /= np.linalg.norm(exact, axis=1, keepdims=True)
    trust = smoothstep(0.80, 0.95, np.sum(own * exact, axis=1))[:, None]
    normals = own + (exact - own) * trust
    return normals / np.linalg.norm(normals, axis=1, keepdims=True)


def shade(points, normals):
    """Ambient occlusion where the skin is close to itself, as a vertex color."""
    hidden = np.zeros(len(points))
    for reach, share in ((0.012, 0.45), (0.035, 0.35), (0.080, 0.30)):
        open_space = field.body(points + normals * reach) / reach
        hidden += share * np.clip(0.92 - open_space, 0, 1)
    light = np.clip(1.0 - 0.85 * hidden, 0.45, 1.0)
    value = np.round(255 * light)[:, None]
    return np.concatenate([value, value, value, np.full_like(value, 255)], axis=1)


def mirror(points, faces, material):
    """Both halves, welded along x = 0."""
    middle = np.abs(points[:, 0]) < 1e-9
    other = np.arange(len(points))
    other[~middle] = len(points) + np.arange((~middle).sum())
    points = np.concatenate([points, points[~middle] * [-1, 1, 1]])
    return points, np.concatenate([faces, other[faces][:, ::-1]]), np.concatenate([material] * 2)


def edge_use(faces):
    """How many triangles meet at each edge."""
    edges = np.sort(np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]]), axis=1)
    return np.unique(edges, axis=0, return_counts=True)[1]


def main():
    """Build everything and write the file."""
    here = os.path.dirname(os.path.abspath(__file__))
    path = sys.argv[1] if len(sys.argv) > 1 else os.path.join(here, "character.glb")
    rig = Rig()
    body = make_skin(rig)
    glb.save(path, rig, body, MATERIALS, clips.all_clips(rig), clips.morphs(body["points"]))
    print(f"{len(rig.names)} joints, {len(body['points'])} vertices, {len(body['faces'])} triangles, "
          f"{os.path.getsize(path)} bytes")


if __name__ == "__main__":
    main()
