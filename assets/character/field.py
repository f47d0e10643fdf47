"""The shape of the body as a distance-like field: negative inside, zero on the skin.

The body is a smooth union of lofts (cross-sections swept along an axis) and round
cones.  Only the left half is described; the field is mirrored across x = 0.
"""
import numpy as np
from . import rig
from .maths import Spline, unit


def smin(a, b, k):
    """Union with a fillet about k wide."""
    h = np.maximum(k - np.abs(a - b), 0.0) / k
    return np.minimum(a, b) - h * h * k * 0.25


def smax(a, b, k):
    """Intersection with a rounded edge about k wide."""
    return -smin(-a, -b, k)


def round_cone(p, a, b, ra, rb):
    """Distance to a capsule whose radius goes from ra to rb (approximate, smooth)."""
    a, b = np.asarray(a, float), np.asarray(b, float)
    ab = b - a
    t = np.clip((p - a) @ ab / (ab @ ab), 0, 1)
    return np.linalg.norm(p - a - t[:, None] * ab, axis=1) - (ra + (rb - ra) * t)


def ellipsoid(p, center, radii):
    """Distance-like value of an axis-aligned ellipsoid."""
    q = p - np.asarray(center, float)
    k0 = np.linalg.norm(q / radii, axis=1)
    k1 = np.linalg.norm(q / np.square(radii), axis=1)
    return np.where(k1 > 1e-9, k0 * (k0 - 1.0) / np.maximum(k1, 1e-9), -min(radii))


class Loft:
    """A tube through cross-sections.

    Rows of the table: s, center u, center v, radius towards +u, -u, +v, -v; every
    section is a superellipse of exponent n with a radius of its own per quarter.
    """

    def __init__(self, origin, axis, u, table, n=2.2, cap=0.02):
        self.o, self.a = np.asarray(origin, float), unit(axis)
        u = np.asarray(u, float)
        self.u = unit(u - (u @ self.a) * self.a)
        self.v = np.cross(self.a, self.u)
        if self.v[2] < 0 and abs(self.v[2]) > 0.3 or abs(self.v[2]) <= 0.3 and self.v[1] < 0:
            self.v = -self.v
        table = np.asarray(table, float)
        self.s0, self.s1 = table[0, 0], table[-1, 0]
        self.curve, self.n, self.cap = Spline(table[:, 0], table[:, 1:]), n, cap

    def coords(self, p):
        """Position along the axis and in the section's plane."""
        d = p - self.o
        return d @ self.a, d @ self.u, d @ self.v

    def __call__(self, p):
        s, u, v = self.coords(p)
        cu, cv, up, um, vp, vm = self.curve(np.clip(s, self.s0, self.s1)).T
        du, dv = u - cu, v - cv
        ru, rv = np.where(du > 0, up, um), np.where(dv > 0, vp, vm)
        n = self.n
        g = ((np.abs(du) / ru) ** n + (np.abs(dv) / rv) ** n) ** (1.0 / n)
        rho = np.hypot(du, dv) + 1e-9
        side = rho * (1.0 - 1.0 / np.maximum(g, 1e-7))
        side = np.maximum(side, -np.minimum(ru, rv))
        return smax(side, np.maximum(self.s0 - s, s - self.s1), self.cap)


def from_profile(rows):
    """Torso rows (y, half width, front z, back z) as loft rows."""
    out = []
    for y, w, front, back in rows:
        c = 0.5 * (front + back)
        out.append((y, 0.0, c, w, w, front - c, c - back))
    return out


TORSO = Loft((0, 0, 0), (0, 1, 0), (1, 0, 0), from_profile([
    (0.800, 0.055, 0.030, -0.048), (0.845, 0.104, 0.062, -0.090), (0.890, 0.142, 0.082, -0.106),
    (0.935, 0.155, 0.090, -0.106), (0.985, 0.151, 0.091, -0.096), (1.040, 0.137, 0.087, -0.083),
    (1.095, 0.127, 0.083, -0.078), (1.150, 0.130, 0.085, -0.084), (1.210, 0.143, 0.093, -0.095),
    (1.270, 0.157, 0.101, -0.105), (1.325, 0.167, 0.103, -0.111), (1.370, 0.162, 0.093, -0.108),
    (1.410, 0.134, 0.069, -0.097), (1.450, 0.082, 0.042, -0.081), (1.490, 0.050, 0.034, -0.066),
]), n=2.4, cap=0.05)

LEG = Loft(rig.HIP, rig.ANKLE - rig.HIP, (1, 0, 0), [
    (-0.060, -0.004, 0.000, 0.068, 0.056, 0.068, 0.072),
    (0.020, -0.004, -0.002, 0.079, 0.064, 0.082, 0.086),
    (0.090, -0.003, 0.004, 0.078, 0.068, 0.084, 0.083),
    (0.180, -0.002, 0.010, 0.073, 0.066, 0.080, 0.074),
    (0.270, -0.001, 0.014, 0.065, 0.061, 0.071, 0.064),
    (0.350, 0.002, 0.017, 0.054, 0.052, 0.056, 0.055),
    (0.420, 0.003, 0.020, 0.050, 0.049, 0.051, 0.051),
    (0.480, 0.004, 0.014, 0.050, 0.048, 0.047, 0.057),
    (0.550, 0.004, 0.006, 0.052, 0.050, 0.044, 0.066),
    (0.620, 0.004, 0.002, 0.047, 0.046, 0.041, 0.062),
    (0.700, 0.001, 0.002, 0.038, 0.037, 0.036, 0.047),
    (0.770, 0.000, 0.002, 0.032, 0.032, 0.033, 0.037),
    (0.850, 0.000, 0.002, 0.032, 0.032, 0.036, 0.036),
], n=2.1, cap=0.03)

ARM = Loft(rig.SHOULDER, rig.WRIST - rig.SHOULDER, (0.7, 0.7, 0), [
    (-0.045, -0.004, 0.000, 0.042, 0.046, 0.046, 0.050),
    (0.000, -0.002, 0.000, 0.051, 0.050, 0.053, 0.055),
    (0.050, 0.000, 0.000, 0.053, 0.047, 0.052, 0.053),
    (0.110, 0.000, 0.000, 0.045, 0.044, 0.049, 0.047),
    (0.170, 0.000, -0.003, 0.040, 0.041, 0.046, 0.042),
    (0.230, 0.000, -0.008, 0.036, 0.036, 0.039, 0.037),
    (0.280, 0.001, -0.012, 0.035, 0.034, 0.037, 0.036),
    (0.330, 0.002, -0.010, 0.037, 0.036, 0.042, 0.041),
    (0.385, 0.001, -0.007, 0.034, 0.035, 0.040, 0.038),
    (0.450, 0.000, -0.003, 0.027, 0.028, 0.033, 0.031),
    (0.505, 0.000, 0.000, 0.021, 0.022, 0.028, 0.026),
    (0.545, 0.000, 0.000, 0.019, 0.019, 0.027, 0.025),
], n=2.1, cap=0.03)

PALM = Loft(rig.WRIST, rig.HAND_AXIS, -rig.PALM, [
    (-0.020, 0.000, 0.000, 0.020, 0.020, 0.026, 0.025),
    (0.010, 0.000, 0.000, 0.019, 0.019, 0.029, 0.027),
    (0.040, 0.001, 0.000, 0.016, 0.020, 0.036, 0.034),
    (0.070, 0.001, 0.000, 0.014, 0.017, 0.041, 0.039),
    (0.090, 0.000, 0.000, 0.012, 0.013, 0.040, 0.039),
    (0.104, -0.001, 0.000, 0.010, 0.011, 0.038, 0.036),
], n=2.5, cap=0.016)

FOOT_AXIS = unit((rig.BALL - rig.ANKLE) * [1, 0, 1])
FOOT = Loft(rig.ANKLE * [1, 0, 1], FOOT_AXIS, (1, 0, 0), [
    (-0.052, 0.000, 0.036, 0.029, 0.028, 0.030, 0.037),
    (-0.020, 0.000, 0.040, 0.033, 0.032, 0.040, 0.042),
    (0.020, 0.000, 0.040, 0.033, 0.032, 0.046, 0.042),
    (0.060, 0.002, 0.034, 0.036, 0.034, 0.039, 0.035),
    (0.100, 0.003, 0.027, 0.042, 0.040, 0.029, 0.028),
    (0.135, 0.003, 0.022, 0.046, 0.042, 0.022, 0.023),
    (0.165, 0.001, 0.019, 0.043, 0.039, 0.017, 0.020),
    (0.192, -0.002, 0.017, 0.034, 0.031, 0.013, 0.018),
], n=2.5, cap=0.028)

FINGER_RADII = {"Thumb": (0.0130, 0.0110, 0.0097, 0.0080), "Index": (0.0094, 0.0084, 0.0075, 0.0063),
                "Middle": (0.0096, 0.0086, 0.0077, 0.0064), "Ring": (0.0092, 0.0082, 0.0073, 0.0062),
                "Pinky": (0.0083, 0.0073, 0.0066, 0.0056)}
BONES = {name: rig.finger_points(name)[0] for name in FINGER_RADII}


def head(p):
    """Cranium, face and jaw."""
    d = ellipsoid(p, (0, 1.662, -0.014), (0.0765, 0.091, 0.094))
    d = smin(d, ellipsoid(p, (0, 1.628, 0.012), (0.0665, 0.096, 0.082)), 0.030)
    return smin(d, ellipsoid(p, (0, 1.584, 0.032), (0.046, 0.050, 0.052)), 0.050)


def torso(p):
    """Trunk with chest, shoulder girdle, buttocks and neck."""
    d = TORSO(p)
    d = smin(d, ellipsoid(p, (0.068, 1.336, 0.054), (0.088, 0.052, 0.044)), 0.040)
    d = smin(d, ellipsoid(p, (0.070, 0.886, -0.060), (0.070, 0.074, 0.048)), 0.034)
    d = smin(d, ellipsoid(p, (0.086, 1.325, -0.074), (0.074, 0.090, 0.040)), 0.045)
    d = smin(d, round_cone(p, (0.030, 1.446, -0.036), (0.168, 1.424, -0.022), 0.043, 0.046), 0.070)
    neck = round_cone(p, (0, 1.440, -0.030), (0, 1.565, -0.004), 0.057, 0.049)
    return smin(d, neck, 0.050)


def fold(x, soft):
    """|x| with its corner rounded off."""
    return np.sqrt(x * x + soft * soft)


def where(mask, p, far, function):
    """Evaluate a field only near its body part."""
    out = np.full(len(p), far)
    if mask.any():
        out[mask] = function(p[mask])
    return out


def hand(p):
    """Palm and fingers."""
    d = PALM(p)
    d = smin(d, round_cone(p, rig.WRIST + 0.02 * rig.HAND_AXIS + 0.012 * rig.THUMBWARD
                           + 0.006 * rig.PALM, BONES["Thumb"][1], 0.015, 0.0125), 0.018)
    for name, radii in FINGER_RADII.items():
        pts = BONES[name]
        one = np.full(len(p), 1.0)
        for i in range(3):
            end = pts[i + 1] - (0.6 * radii[3] * unit(pts[3] - pts[2]) if i == 2 else 0)
            one = np.minimum(one, round_cone(p, pts[i], end, radii[i], radii[i + 1]))
        d = smin(d, one, 0.012 if name == "Thumb" else 0.009)
    return d


def parts(p):
    """The field of each body part, for the union and for grouping the skin."""
    q = np.abs(p) * [1, 0, 0] + p * [0, 1, 1]
    soft = q.copy()
    soft[:, 0] = fold(p[:, 0], 0.018)
    x, y = q[:, 0], q[:, 1]
    return {
        "torso": where((y > 0.70) & (x < 0.35), q, 0.3, torso),
        "head": where(y > 1.45, q, 0.3, head),
        "leg": where((y < 1.10) & (x < 0.30), soft, 0.3, LEG),
        "foot": where(y < 0.22, soft, 0.3, FOOT),
        "arm": where((x > 0.05) & (y > 0.95), q, 0.3, ARM),
        "hand": where((x > 0.46) & (y > 0.70), q, 0.3, hand),
    }


def body(p):
    """The whole body."""
    f = parts(p)
    d = smin(f["torso"], f["head"], 0.022)
    d = smin(d, f["leg"], 0.034)
    d = smin(d, f["arm"], 0.036)
    d = smin(d, smin(f["foot"], f["leg"], 0.022), 0.004)
    d = smin(d, f["hand"], 0.014)
    return smax(d, -p[:, 1] - 0.0022, 0.012)


def gradient(p, e=4e-4):
    """Gradient of the body's field by central differences."""
    g = np.empty_like(p)
    for i in range(3):
        step = np.zeros(3)
        step[i] = e
        g[:, i] = (body(p + step) - body(p - step)) / (2 * e)
    return g


def project(p, rounds=3, limit=0.02):
    """Projects points onto the skin along the gradient."""
    p = np.array(p, float)
    for _ in range(rounds):
        g = gradient(p)
        step = (body(p) / np.maximum(np.sum(g * g, axis=1), 0.15))[:, None] * g
        length = np.linalg.norm(step, axis=1, keepdims=True)
        p -= step * np.minimum(1.0, limit / np.maximum(length, 1e-12))
    return p


def edge_length(p):
    """Target edge length of the skin's triangles at each point."""
    x, y, z = np.abs(p[:, 0]), p[:, 1], p[:, 2]
    h = np.full(len(p), 0.031)

    def spot(center, radius, size, h):
        c = np.asarray(center, float)
        d = np.linalg.norm(np.stack([x, y, z], 1) - c, axis=1)
        return np.minimum(h, size + np.maximum(d - radius, 0) * 0.22)

    h = spot(rig.SHOULDER, 0.07, 0.020, h)
    h = spot(rig.ELBOW, 0.05, 0.0145, h)
    h = spot(rig.WRIST, 0.03, 0.012, h)
    h = spot(rig.WRIST + 0.05 * rig.HAND_AXIS, 0.05, 0.0090, h)
    h = spot(rig.WRIST + 0.125 * rig.HAND_AXIS, 0.058, 0.0072, h)
    h = spot(BONES["Thumb"][2], 0.045, 0.0076, h)
    for points in BONES.values():
        h = spot(points[3], 0.004, 0.0052, h)
    h = spot(rig.HIP + [0, 0.02, 0], 0.08, 0.023, h)
    h = spot(rig.KNEE, 0.06, 0.019, h)
    h = spot(rig.ANKLE, 0.05, 0.016, h)
    h = spot(rig.BALL, 0.06, 0.0132, h)
    h = spot(rig.WRIST - 0.04 * rig.HAND_AXIS, 0.02, 0.011, h)
    h = spot((0, 0.840, 0.0), 0.05, 0.015, h)
    h = spot((0, 1.640, 0.020), 0.10, 0.0160, h)
    h = spot((0, 1.645, 0.080), 0.06, 0.0110, h)
    h = spot((0.062, 1.640, 0.012), 0.022, 0.0095, h)
    h = spot((0.024, 1.645, 0.085), 0.020, 0.0066, h)
    return spot((0, 1.50, 0), 0.03, 0.017, h)
