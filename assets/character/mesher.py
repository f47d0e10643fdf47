"""Turns the body's field into a first closed mesh: surface nets on an octree.

Cells are split where the skin passes until they are as small as the target edge
length.  Every cell the skin crosses gets one vertex; every smallest cell edge the
skin crosses joins the vertices of the cells around it into a polygon.
"""
import numpy as np

CORNERS = np.array([[i & 1, i >> 1 & 1, i >> 2 & 1] for i in range(8)])
EDGES = [(a, a | 1 << axis, axis) for axis in range(3) for a in range(8) if not a >> axis & 1]


class Octree:
    """Cells as (size, i, j, k), all counted in units of the smallest cell."""

    def __init__(self, field, want, low, high, unit, levels):
        self.field, self.low, self.unit = field, np.asarray(low, float), unit
        top = 1 << levels
        n = np.ceil((np.asarray(high) - low) / (unit * top)).astype(int)
        grid = np.stack(np.meshgrid(*[np.arange(k) for k in n], indexing="ij"), -1)
        cells, size = grid.reshape(-1, 3) * top, top
        self.leaves = {}
        self.sizes = []
        while True:
            center = self.low + (cells + 0.5 * size) * unit
            near = np.abs(field(center)) < 0.5 * np.sqrt(3) * size * unit * 1.35 + 0.002
            split = near & (size * unit > want(center)) & (size > 1)
            self.sizes.append(size)
            for c in cells[near & ~split].tolist():
                self.leaves[size, c[0], c[1], c[2]] = True
            if not split.any():
                break
            size //= 2
            cells = (cells[split][:, None, :] + CORNERS[None] * size).reshape(-1, 3)

    def find(self, x, y, z):
        """The leaf holding a point given in half units (odd numbers)."""
        for size in self.sizes:
            w = 2 * size
            key = (size, x // w * size, y // w * size, z // w * size)
            if key in self.leaves:
                return key
        return None


def surface_nets(field, want, low, high, unit=0.003, levels=3):
    """Vertices and triangles of the field's zero set."""
    tree = Octree(field, want, low, high, unit, levels)
    leaves = np.array(list(tree.leaves))
    corner = leaves[:, None, 1:] + CORNERS[None] * leaves[:, None, :1]
    flat, where = np.unique(corner.reshape(-1, 3), axis=0, return_inverse=True)
    value = field(tree.low + flat * unit)
    where = where.reshape(-1, 8)
    inside = value[where] < 0
    points, owners, polygons, seen = [], {}, [], set()
    for leaf, ids, signs in zip(leaves.tolist(), where.tolist(), inside.tolist()):
        if all(signs) or not any(signs):
            continue
        size = leaf[0]
        for a, b, axis in EDGES:
            if signs[a] == signs[b]:
                continue
            start = flat[ids[a]].tolist()
            key = (start[0], start[1], start[2], axis)
            if key in seen:
                continue
            mid = [2 * c for c in start]
            mid[axis] += size
            mid[axis] |= 1                       # a point just beside the midpoint of the edge
            u, v = (axis + 1) % 3, (axis + 2) % 3
            around = []
            for du, dv in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
                at = list(mid)
                at[u] += du
                at[v] += dv
                around.append(tree.find(*at))
            if any(c is None or c[0] < size for c in around):
                continue                         # a smaller cell handles its segment of this edge
            seen.add(key)
            fa, fb = value[ids[a]], value[ids[b]]
            hit = flat[ids[a]] + (flat[ids[b]] - flat[ids[a]]) * (fa / (fa - fb))
            ring = []
            for c in around:
                owners.setdefault(c, []).append(hit)
                if not ring or (c != ring[-1] and c != ring[0]):
                    ring.append(c)
            polygons.append(ring if signs[a] else ring[::-1])
    ids = {c: i for i, c in enumerate(owners)}
    points = np.array([tree.low + unit * np.mean(owners[c], axis=0) for c in owners])
    rings = [[ids[c] for c in ring] for ring in polygons]
    joined = {frozenset((r[i - 1], r[i])) for r in rings for i in range(len(r))}
    faces = []
    for r in rings:
        if len(r) == 4:                          # the shorter diagonal that is not in use yet
            size = [np.linalg.norm(points[r[i]] - points[r[i + 2]])
                    + (frozenset((r[i], r[i + 2])) in joined) for i in (0, 1)]
            if size[1] < size[0]:
                r = r[1:] + r[:1]
            joined.add(frozenset((r[0], r[2])))
            faces += [[r[0], r[1], r[2]], [r[0], r[2], r[3]]]
        elif len(r) == 3:
            faces.append(r)
    return points, without_fins(np.array(faces))


def without_fins(faces):
    """Drop pairs of triangles that lie back to back on the same three vertices."""
    same, count = np.unique(np.sort(faces, axis=1), axis=0, return_inverse=True, return_counts=True)[1:]
    return faces[count[same] == 1]
