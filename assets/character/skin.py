"""Skin weights: each vertex starts with one joint, then the weights diffuse over the skin.

Diffusion runs along the surface, so nothing bleeds from one leg or finger to the next.
"""
import numpy as np
from . import field
from .maths import smoothstep


def nearest_bone(points, rig, names):
    """Index of the nearest bone out of a few, for each point."""
    best, out = np.full(len(points), 1e9), np.zeros(len(points), int)
    for name in names:
        i = rig.index[name]
        a, b = rig.head[i], rig.tail[i]
        t = np.clip((points - a) @ (b - a) / ((b - a) @ (b - a)), 0, 1)
        d = np.linalg.norm(points - a - t[:, None] * (b - a), axis=1)
        out = np.where(d < best, i, out)
        best = np.minimum(best, d)
    return out


def first_guess(p, rig):
    """One joint per vertex, from the body part it lies on."""
    f = field.parts(p)
    part = np.array(list(f))[np.argmin(np.stack(list(f.values())), axis=0)]
    q = np.abs(p) * [1, 0, 0] + p * [0, 1, 1]
    arm, leg = field.ARM.coords(q)[0], field.LEG.coords(q)[0]
    out = np.empty(len(p), object)
    y = q[:, 1]
    torso = np.select([y < 1.035, y < 1.150, y < 1.285, y < 1.470],
                      ["Hips", "Spine", "Chest", "UpperChest"], "Neck")
    out[:] = torso
    out[part == "head"] = "Head"
    left = np.where(p[:, 0] >= 0, "Left", "Right")

    def put(mask, name):
        out[mask] = [s + name for s in left[mask]]

    on_arm = (part == "arm") | (part == "hand")
    girdle = (q[:, 0] > 0.062) & (y > 1.375) & (y < 1.47)
    put(girdle | (on_arm & (arm <= 0.0)), "Shoulder")
    put(on_arm & (arm > 0.0), "UpperArm")
    put(on_arm & (arm > 0.281), "ForeArm")
    put((part == "hand") & (arm > 0.531), "Hand")
    groin = leg + 0.35 * (q[:, 0] - 0.09)
    put((part == "leg") & (groin > -0.005) | (part == "torso") & (y < 0.86) & (q[:, 0] > 0.02),
        "UpLeg")
    put((part == "leg") & (leg > 0.419), "Leg")
    put((part == "foot") | (part == "leg") & (leg > 0.826), "Foot")
    put((part == "foot") & (q[:, 2] > 0.100), "Toe")
    guess = np.array([rig.index[n] for n in out])
    for side, sign in (("Left", 1), ("Right", -1)):
        mask = (part == "hand") & (p[:, 0] * sign > 0) & (arm > 0.531)
        names = [f"{side}{n}{i}" for n in field.BONES for i in (1, 2, 3)]
        names += [side + "Hand"]
        found = nearest_bone(p[mask], rig, names)
        guess[mask] = found
        palm = mask.copy()
        along = (q - field.rig.WRIST) @ field.rig.HAND_AXIS
        thumb = np.array(["Thumb" in rig.names[g] for g in guess])
        palm &= (along < 0.082) & ~thumb
        guess[palm] = rig.index[side + "Hand"]
    return guess


def spread(p):
    """How far weights spread at each point, in meters."""
    h = field.edge_length(p)
    wide = h * (0.62 + 0.95 * smoothstep(0.0075, 0.0125, h))
    q = np.abs(p) * [1, 0, 0] + p * [0, 1, 1]
    for center, reach, width in ((field.rig.SHOULDER, 0.13, 0.060), (field.rig.HIP, 0.12, 0.046)):
        near = 1 - smoothstep(0.35 * reach, reach, np.linalg.norm(q - center, axis=1))
        wide = np.maximum(wide, wide + (width - wide) * near)
    return wide


def diffuse(points, faces, weights, sigma, steps=3):
    """Implicit heat flow with a local width."""
    area = np.zeros(len(points))
    ei, ej, ew = [], [], []
    for k in range(3):
        a, b, c = faces[:, k], faces[:, (k + 1) % 3], faces[:, (k + 2) % 3]
        u, v = points[a] - points[c], points[b] - points[c]
        twice = np.linalg.norm(np.cross(u, v), axis=1)
        np.add.at(area, c, twice / 6.0)
        cot = np.clip(np.sum(u * v, axis=1) / np.maximum(twice, 1e-12), 0.05, 4.0)
        ei.append(a)
        ej.append(b)
        ew.append(0.5 * cot)
    i, j = np.concatenate(ei + ej), np.concatenate(ej + ei)
    w = np.concatenate(ew + ew) * 0.5 * (sigma[i] ** 2 + sigma[j] ** 2) / (2 * steps)
    order = np.argsort(i, kind="stable")
    i, j, w = i[order], j[order], w[order]
    start = np.searchsorted(i, np.arange(len(points)))
    total = np.add.reduceat(w, start)
    diagonal = area + total

    def apply(x):
        return diagonal[:, None] * x - np.add.reduceat(w[:, None] * x[j], start, axis=0)

    for _ in range(steps):
        weights = solve_step(apply, diagonal, area[:, None] * weights, weights)
    return weights


def solve_step(apply, diagonal, b, guess, rounds=40):
    """One implicit step, started from the previous weights."""
    x = guess.copy()
    r = b - apply(x)
    z = r / diagonal[:, None]
    d, rz = z.copy(), np.sum(r * z, axis=0)
    for _ in range(rounds):
        q = apply(d)
        alpha = rz / np.maximum(np.sum(d * q, axis=0), 1e-30)
        x += alpha * d
        r -= alpha * q
        z = r / diagonal[:, None]
        new = np.sum(r * z, axis=0)
        d = z + (new / np.maximum(rz, 1e-30)) * d
        rz = new
    return x


def weights(points, faces, rig):
    """Joint indices and weights, four per vertex, largest weight first."""
    full = np.zeros((len(points), len(rig.names)))
    full[np.arange(len(points)), first_guess(points, rig)] = 1.0
    full = np.maximum(diffuse(points, faces, full, spread(points)), 0.0)
    joints = np.argsort(-full, axis=1, kind="stable")[:, :4]
    w = np.take_along_axis(full, joints, axis=1)
    w /= w.sum(axis=1, keepdims=True)
    w = np.where(w < 0.012, 0.0, w)
    w /= w.sum(axis=1, keepdims=True)
    return np.where(w > 0, joints, 0), w.astype(np.float32)
