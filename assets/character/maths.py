"""Small vector, quaternion and curve helpers; every function works on whole arrays.

Quaternions are stored (x, y, z, w) along the last axis, as glTF stores them.
"""
import numpy as np


def unit(v):
    """Vectors scaled to length one."""
    v = np.asarray(v, float)
    return v / np.maximum(np.linalg.norm(v, axis=-1, keepdims=True), 1e-12)


def dot(a, b):
    """Row-wise dot product."""
    return np.sum(np.asarray(a) * np.asarray(b), axis=-1)


def quat(axis, degrees):
    """Rotation about a fixed axis by an angle (scalar or array) in degrees."""
    half = np.radians(np.asarray(degrees, float)) * 0.5
    axis = unit(axis)
    return np.concatenate([axis * np.sin(half)[..., None], np.cos(half)[..., None]], axis=-1)


def rot_x(deg):
    """Rotation about +X: positive tips the top of the body forwards."""
    return quat((1, 0, 0), deg)


def rot_y(deg):
    """Rotation about +Y: positive rotates the body to its left."""
    return quat((0, 1, 0), deg)


def rot_z(deg):
    """Rotation about +Z: positive raises the left side."""
    return quat((0, 0, 1), deg)


def qmul(a, b, *more):
    """Product of two or more quaternions (the rightmost one acts first)."""
    a, b = np.broadcast_arrays(np.asarray(a, float), np.asarray(b, float))
    ax, ay, az, aw = np.moveaxis(a, -1, 0)
    bx, by, bz, bw = np.moveaxis(b, -1, 0)
    out = np.stack([aw * bx + ax * bw + ay * bz - az * by,
                    aw * by - ax * bz + ay * bw + az * bx,
                    aw * bz + ax * by - ay * bx + az * bw,
                    aw * bw - ax * bx - ay * by - az * bz], axis=-1)
    return qmul(out, *more) if more else out


def qinv(q):
    """Inverse of unit quaternions."""
    return np.asarray(q) * np.array([-1.0, -1.0, -1.0, 1.0])


def qrot(q, v):
    """Vectors rotated by quaternions."""
    q, v = np.asarray(q, float), np.asarray(v, float)
    xyz, w = q[..., :3], q[..., 3:]
    t = 2.0 * np.cross(xyz, v)
    return v + w * t + np.cross(xyz, t)


def qslerp(a, b, t):
    """Spherical interpolation, by the shortest path."""
    a, b = np.broadcast_arrays(np.asarray(a, float), np.asarray(b, float))
    t = np.asarray(t, float)[..., None]
    d = dot(a, b)[..., None]
    b = np.where(d < 0, -b, b)
    ang = np.arccos(np.clip(np.abs(d), 0, 1))
    s = np.sin(ang)
    near = s < 1e-6
    s = np.where(near, 1.0, s)
    wa = np.where(near, 1 - t, np.sin((1 - t) * ang) / s)
    wb = np.where(near, t, np.sin(t * ang) / s)
    return unit(wa * a + wb * b)


def qmatrix(m):
    """Quaternions of rotation matrices with columns x, y, z (shape ..., 3, 3)."""
    m = np.asarray(m, float)
    flat = m.reshape(-1, 3, 3)
    out = np.empty((len(flat), 4))
    for i, r in enumerate(flat):
        k = np.array([[r[0, 0] - r[1, 1] - r[2, 2], 0, 0, 0],
                      [r[0, 1] + r[1, 0], r[1, 1] - r[0, 0] - r[2, 2], 0, 0],
                      [r[0, 2] + r[2, 0], r[1, 2] + r[2, 1], r[2, 2] - r[0, 0] - r[1, 1], 0],
                      [r[2, 1] - r[1, 2], r[0, 2] - r[2, 0], r[1, 0] - r[0, 1],
                       r[0, 0] + r[1, 1] + r[2, 2]]])
        vectors = np.linalg.eigh(k / 3.0)[1]
        out[i] = vectors[:, -1] * (1 if vectors[3, -1] >= 0 else -1)
    return out.reshape(m.shape[:-2] + (4,))


def frame(y_axis, x_hint):
    """Quaternion whose Y is y_axis and whose X is as close to x_hint as possible."""
    y = unit(y_axis)
    x = unit(x_hint - dot(x_hint, y)[..., None] * y)
    return qmatrix(np.stack([x, y, np.cross(x, y)], axis=-1))


def q_to_matrix(q):
    """3x3 rotation matrix of one quaternion."""
    return np.stack([qrot(q, e) for e in np.eye(3)], axis=-1)


def continuous(q):
    """Flip signs so that each key is in the hemisphere of the previous one."""
    q = unit(q)
    sign = np.where(dot(q[1:], q[:-1]) < 0, -1.0, 1.0)
    return q * np.concatenate([[1.0], np.cumprod(sign)])[:, None]


class Spline:
    """Cubic curve through knots; columns are interpolated together.

    Slopes are those of the parabola through each knot and its neighbors, unless
    given; with a period the curve is periodic.  With settle it never overshoots its knots:
    slopes at local extremes are zero.
    """

    def __init__(self, x, y, slopes=None, period=None, flat_ends=False, settle=False):
        x, y = np.asarray(x, float), np.asarray(y, float)
        self.period, self.x0 = period, x[0]
        self.flat = y.ndim == 1
        y = y[:, None] if self.flat else y
        if period:
            x = np.concatenate([[x[-1] - period], x, [x[0] + period, x[1] + period]])
            y = np.concatenate([y[-1:], y, y[:1], y[1:2]])
        h = np.diff(x)
        d = np.diff(y, axis=0) / h[:, None]
        m = np.zeros_like(y)
        m[1:-1] = (d[:-1] * h[1:, None] + d[1:] * h[:-1, None]) / (h[1:] + h[:-1])[:, None]
        if not period and not flat_ends:
            m[0], m[-1] = 1.5 * d[0] - 0.5 * m[1], 1.5 * d[-1] - 0.5 * m[-2]
        if settle:
            low = np.minimum(np.abs(d[:-1]), np.abs(d[1:])) * 3
            m[1:-1] = np.where(d[:-1] * d[1:] <= 0, 0, np.clip(m[1:-1], -low, low))
        for i, slope in (slopes or {}).items():
            m[i + 1 if period else i] = slope
        self.x, self.y, self.m = x, y, m

    def __call__(self, t):
        t = np.asarray(t, float)
        if self.period:
            t = self.x0 + np.mod(t - self.x0, self.period)
        t = np.clip(t, self.x[0], self.x[-1])
        i = np.clip(np.searchsorted(self.x, t, side="right") - 1, 0, len(self.x) - 2)
        h = self.x[i + 1] - self.x[i]
        s = ((t - self.x[i]) / h)[..., None]
        h = h[..., None]
        a, b = self.y[i], self.y[i + 1]
        out = (a * (1 + 2 * s) * (1 - s) ** 2 + b * s * s * (3 - 2 * s)
               + h * self.m[i] * s * (1 - s) ** 2 - h * self.m[i + 1] * s * s * (1 - s))
        return out[..., 0] if self.flat else out


def smoothstep(a, b, x):
    """0 below a, 1 above b, with a smooth ramp between."""
    t = np.clip((np.asarray(x, float) - a) / (b - a), 0, 1)
    return t * t * (3 - 2 * t)
