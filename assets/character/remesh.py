"""Evens out a triangle mesh: split long edges, collapse short ones, flip, relax.

The boundary (the cut in the plane of symmetry) does not move.  After each round
vertices slide within the skin towards the center of their neighbors.
"""
import numpy as np


class Mesh:
    """Editable triangles with the faces around every vertex."""

    def __init__(self, points, faces):
        self.p = [np.array(q) for q in points]
        self.f = {i: tuple(f) for i, f in enumerate(np.asarray(faces).tolist())}
        self.around = [set() for _ in self.p]
        self.next = len(self.f)
        for i, f in self.f.items():
            for v in f:
                self.around[v].add(i)

    def add(self, f):
        """Add a face."""
        self.f[self.next] = f
        for v in f:
            self.around[v].add(self.next)
        self.next += 1

    def drop(self, i):
        """Remove a face."""
        for v in self.f.pop(i):
            self.around[v].discard(i)

    def ring(self, v):
        """Neighboring vertices."""
        return {u for i in self.around[v] for u in self.f[i]} - {v}

    def pair(self, a, b):
        """Faces sharing an edge."""
        return self.around[a] & self.around[b]

    def edges(self):
        """Every edge once, in a fixed order."""
        return sorted({(min(f[i], f[i - 1]), max(f[i], f[i - 1]))
                       for f in self.f.values() for i in range(3)})

    def boundary(self):
        """Vertices on an open edge."""
        return {v for e in self.edges() if len(self.pair(*e)) == 1 for v in e}

    def arrays(self):
        """Compact vertex and face arrays."""
        used = sorted({v for f in self.f.values() for v in f})
        ids = {v: i for i, v in enumerate(used)}
        faces = [[ids[v] for v in self.f[i]] for i in sorted(self.f)]
        return np.array([self.p[v] for v in used]), np.array(faces)

    def normal(self, f, moved=None, to=None):
        """Area vector of a face, optionally with one vertex replaced."""
        a, b, c = (to if v == moved else self.p[v] for v in f)
        u, v = b - a, c - a
        return np.array([u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2],
                         u[0] * v[1] - u[1] * v[0]])


def split(m, want, fixed):
    """Halve edges longer than 4/3 of the target length."""
    edges = [e for e in m.edges() if not (e[0] in fixed and e[1] in fixed)]
    mids = np.array([(m.p[a] + m.p[b]) * 0.5 for a, b in edges])
    lengths = np.array([np.linalg.norm(m.p[a] - m.p[b]) for a, b in edges])
    ratio = lengths / want(mids)
    for k in np.argsort(-ratio, kind="stable"):
        if ratio[k] < 4 / 3:
            break
        a, b = edges[k]
        pair = m.pair(a, b)
        if len(pair) != 2:
            continue
        new = len(m.p)
        m.p.append(mids[k])
        m.around.append(set())
        for i in sorted(pair):
            f = m.f[i]
            m.drop(i)
            m.add(tuple(new if v == a else v for v in f))
            m.add(tuple(new if v == b else v for v in f))


def collapse(m, want, fixed):
    """Merge the ends of edges shorter than 4/5 of the target length."""
    edges = m.edges()
    mids = np.array([(m.p[a] + m.p[b]) * 0.5 for a, b in edges])
    target = want(mids)
    lengths = np.array([np.linalg.norm(m.p[a] - m.p[b]) for a, b in edges])
    gone = set()
    for k in np.argsort(lengths / target, kind="stable"):
        if lengths[k] > 0.8 * target[k]:
            break
        a, b = edges[k]
        if a in gone or b in gone:
            continue
        faces = 2
        if a in fixed and b in fixed:                 # only a very short stretch of boundary
            faces = 1
            if lengths[k] > 0.4 * target[k]:
                continue
        if b in fixed:
            a, b = b, a                               # keep a, remove b
        if len(m.pair(a, b)) != faces or len(m.ring(a) & m.ring(b)) != faces:
            continue
        to = m.p[a] if a in fixed and b not in fixed else mids[k]
        if any(np.linalg.norm(m.p[v] - to) > 1.4 * target[k] for v in m.ring(b) | m.ring(a)):
            continue
        keep = m.around[a] ^ m.around[b]
        ok = True
        for i in keep:
            f = m.f[i]
            n0, n1 = m.normal(f), m.normal(f, b if b in f else a, to)
            if n0 @ n1 < 0.5 * np.sqrt((n0 @ n0) * (n1 @ n1)) and n0 @ n0 > 1e-16:
                ok = False
                break
        if not ok:
            continue
        for i in sorted(m.around[b]):
            f = m.f[i]
            m.drop(i)
            if a not in f:
                m.add(tuple(a if v == b else v for v in f))
        m.p[a] = to
        gone.add(b)


def flip(m, fixed):
    """Flip edges to bring vertices closer to six neighbors (four on the boundary)."""
    for a, b in m.edges():
        pair = sorted(m.pair(a, b))
        if len(pair) != 2:
            continue
        c, d = ([v for v in m.f[i] if v not in (a, b)][0] for i in pair)
        if c == d or m.pair(c, d):
            continue
        ideal = [4 if v in fixed else 6 for v in (a, b, c, d)]
        now = [len(m.ring(v)) for v in (a, b, c, d)]
        change = (-1, -1, 1, 1)
        before = sum((n - i) ** 2 for n, i in zip(now, ideal))
        after = sum((n + k - i) ** 2 for n, i, k in zip(now, ideal, change))
        if after >= before:
            continue
        f = m.f[pair[0]]
        at = f.index(a)
        first = (a, d, c) if f[(at + 1) % 3] == b else (a, c, d)
        second = (b, first[2], first[1])
        old = m.normal(m.f[pair[0]]) + m.normal(m.f[pair[1]])
        n1, n2 = m.normal(first), m.normal(second)
        size = np.sqrt(old @ old)
        if min(n1 @ old / np.sqrt(n1 @ n1 + 1e-20), n2 @ old / np.sqrt(n2 @ n2 + 1e-20)) < 0.6 * size:
            continue
        for i in pair:
            m.drop(i)
        m.add(first)
        m.add(second)


def relax(points, faces, still, project, gradient, rounds=2):
    """Slide vertices within the surface towards the center of their neighbors."""
    e = np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]])
    e = np.unique(np.sort(e, axis=1), axis=0)
    free = np.ones(len(points), bool)
    free[list(still)] = False
    for _ in range(rounds):
        total = np.zeros_like(points)
        weight = np.zeros(len(points))
        for a, b in (e.T, e.T[::-1]):
            np.add.at(total, a, points[b])
            np.add.at(weight, a, 1.0)
        move = total / weight[:, None] - points
        n = gradient(points)
        n /= np.linalg.norm(n, axis=1, keepdims=True) + 1e-12
        move -= np.sum(move * n, axis=1, keepdims=True) * n
        points = np.where(free[:, None], points + 0.6 * move, points)
        points = np.where(free[:, None], project(points, 2), points)
    return points


def remesh(points, faces, want, project, gradient, rounds=6):
    """The whole loop."""
    m = Mesh(points, faces)
    for _ in range(rounds):
        fixed = m.boundary()
        split(m, want, fixed)
        collapse(m, want, fixed)
        flip(m, fixed)
        points, faces = m.arrays()
        m = Mesh(points, faces)
        points = relax(points, faces, m.boundary(), project, gradient)
        m = Mesh(points, faces)
    return points, faces
