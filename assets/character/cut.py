"""Cuts a mesh along the zero line of a function, so that materials meet in clean lines."""
import numpy as np


def slope(phi, p, e=2e-4):
    """Gradient of a scalar function by central differences."""
    g = np.empty_like(p)
    for i in range(3):
        step = np.zeros(3)
        step[i] = e
        g[:, i] = (phi(p + step) - phi(p - step)) / (2 * e)
    return g


def settle(points, phi, project, rounds=7):
    """Projects points onto both the skin and the line."""
    for _ in range(rounds):
        g = slope(phi, points)
        size = np.maximum(np.sum(g * g, axis=1), 0.1)
        points = points - np.clip(phi(points) / size, -0.004, 0.004)[:, None] * g
        points = project(points, 1)
    return points


def cut(points, faces, phi, project, snap=0.22, on_plane=None, within=None, locked=None):
    """Split every triangle that phi = 0 crosses; vertices near the line snap to it.

    on_plane marks vertices that must stay in the plane of symmetry; locked ones are on an
    earlier line and do not move; within restricts the cut to edges with both ends where
    that function is negative.  Returns points, faces, the value of phi at each vertex
    (exactly 0 on the line), and the two sets of marks for the new points.
    """
    points, value = points.copy(), phi(points)
    plane = np.zeros(len(points), bool) if on_plane is None else on_plane.copy()
    fixed = np.zeros(len(points), bool) if locked is None else locked.copy()
    e = np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]])
    e = np.unique(np.sort(e, axis=1), axis=0)
    if within is not None:
        e = e[(within(points)[e] < 0).all(axis=1)]
    crossing = e[value[e[:, 0]] * value[e[:, 1]] < 0]
    move = set()
    for a, b in crossing:
        t = value[a] / (value[a] - value[b])
        if t < snap and not fixed[a]:
            move.add(a)
        elif t > 1 - snap and not fixed[b]:
            move.add(b)
    move = np.array(sorted(move), int)
    if len(move):
        moved = hold(settle(points[move], phi, project), plane[move])
        good = np.abs(phi(moved)) < 3e-4
        points[move[good]] = moved[good]
        value[move[good]] = 0.0
        fixed[move[good]] = True
    value[np.abs(value) < 1e-7] = 0.0
    crossing = e[value[e[:, 0]] * value[e[:, 1]] < 0]
    t = value[crossing[:, 0]] / (value[crossing[:, 0]] - value[crossing[:, 1]])
    new = points[crossing[:, 0]] * (1 - t)[:, None] + points[crossing[:, 1]] * t[:, None]
    flat = plane[crossing[:, 0]] & plane[crossing[:, 1]]
    if len(new):
        moved = hold(settle(new, phi, project), flat)
        good = np.abs(phi(moved)) < 3e-4
        new = np.where(good[:, None], moved, hold(project(new, 2), flat))
    at = {(a, b): len(points) + i for i, (a, b) in enumerate(crossing.tolist())}
    points = np.concatenate([points, new])
    value = np.concatenate([value, np.zeros(len(new))])
    plane = np.concatenate([plane, flat])
    fixed = np.concatenate([fixed, np.ones(len(new), bool)])
    out = []
    for f in faces.tolist():
        mids = [at.get((min(f[i], f[(i + 1) % 3]), max(f[i], f[(i + 1) % 3]))) for i in range(3)]
        count = sum(k is not None for k in mids)
        if count == 0:
            out.append(f)
            continue
        while mids[0] is None or (count == 2 and mids[2] is None):
            f, mids = f[1:] + f[:1], mids[1:] + mids[:1]
        a, b, c = f
        if count == 1:
            out += [[a, mids[0], c], [mids[0], b, c]]
        else:                                  # the corner a is alone on its side
            m, n = mids[0], mids[2]
            out.append([a, m, n])
            if np.linalg.norm(points[m] - points[c]) < np.linalg.norm(points[n] - points[b]):
                out += [[m, b, c], [m, c, n]]
            else:
                out += [[m, b, n], [b, c, n]]
    return points, np.array(out), value, plane, fixed


def hold(points, plane):
    """Keep marked points in the plane x = 0."""
    points = points.copy()
    points[plane, 0] = 0.0
    return points
