"""Material regions of the skin, as functions cut into the mesh."""
import numpy as np
from . import field, rig
from .cut import cut

BODY, GRAPHITE, ACCENT = 0, 1, 2
EYE = (0.0225, 1.645)


def split(p):
    """x, y, z of points of the left half."""
    return np.abs(p[:, 0]), p[:, 1], p[:, 2]


def neck(p):
    """Neck, from the collar to below the jaw."""
    x, y, z = split(p)
    collar = np.sqrt(x ** 2 + (y - 1.520) ** 2 + (z + 0.012) ** 2) - 0.070
    jaw = y - (1.566 - 0.42 * z)
    return field.smax(collar, jaw, 0.01)


def waist(p):
    """Abdomen, between the arch of the ribs and the pelvis."""
    x, y, z = split(p)
    front = np.clip(z / 0.09, -1, 1)
    top = y - (1.128 + 0.030 * front + (0.020 - 0.034 * front) * (x / 0.13) ** 2)
    low = (1.045 - 0.018 * front + 0.030 * (x / 0.13) ** 2) - y
    return np.maximum(np.maximum(top, low), x - 0.25)


def band(loft, start, stop, tilt=0.0):
    """A ring around a limb: its two edges and the region they lie in."""
    def along(p):
        s, _, v = loft.coords(np.stack(split(p), axis=1))
        return s + tilt * v

    def near(p):
        q = np.stack(split(p), axis=1)
        s = loft.coords(q)[0]
        return np.maximum(loft(q) - 0.03, np.maximum(start - 0.06 - s, s - stop - 0.06))

    return Strip(along, start, stop, near)


class Strip:
    """Between two levels of a function; each edge is cut on its own so it may be thin."""

    def __init__(self, level, start, stop, near):
        self.level, self.start, self.stop, self.near = level, start, stop, near

    def edges(self):
        """The functions to cut along, with where to cut."""
        return [(lambda p, at=at: self.level(p) - at, self.near) for at in (self.start, self.stop)]

    def __call__(self, p):
        s = self.level(p)
        return np.maximum(np.maximum(self.start - s, s - self.stop), self.near(p))


def hands(p):
    """Everything past the wrist."""
    q = np.stack(split(p), axis=1)
    s = (q - rig.WRIST) @ rig.HAND_AXIS
    return np.maximum(-0.004 - s, 0.45 - q[:, 0])


def feet(p):
    """Everything below the ankle line."""
    _, y, z = split(p)
    return y - (0.112 + 0.20 * (z + 0.02))


def face(p):
    """The dark visor, wrapped around the front of the head."""
    x, y, z = split(p)
    turn = np.arctan2(x, np.maximum(z + 0.030, 1e-4)) / 1.02
    rise = (y - 1.642 + 0.006 * turn ** 2) / 0.041
    e = (turn ** 2.6 + np.abs(rise) ** 2.6) ** (1 / 2.6)
    return np.maximum((e - 1.0) * 0.045, -z - 0.02)


def eyes(p):
    """Two upright rounded marks in the visor."""
    x, y, z = split(p)
    e = (np.abs((x - EYE[0]) / 0.0078) ** 2.4 + np.abs((y - EYE[1]) / 0.0150) ** 2.4) ** (1 / 2.4)
    return np.maximum((e - 1.0) * 0.009, 0.02 - z)


def groin_level(p):
    """Height above the line where the legs meet the pelvis."""
    x, y, z = split(p)
    front = np.tanh(z / 0.07)
    return (y - (0.846 + x * (0.50 + 0.16 * front))) * 0.87


def groin_near(p):
    """Around the hips."""
    return np.abs(split(p)[1] - 0.89) - 0.10


def armhole_level(p):
    """Distance along the arm from the line where it meets the trunk."""
    s, u, _ = field.ARM.coords(np.stack(split(p), axis=1))
    return s - 0.010 - 14.0 * np.minimum(u, 0.0) ** 2


def armhole_near(p):
    """Around the shoulder."""
    q = np.stack(split(p), axis=1)
    return np.maximum(0.10 - q[:, 0], field.ARM(q) - 0.08)


LAYERS = [
    (neck, GRAPHITE), (waist, GRAPHITE), (hands, GRAPHITE), (feet, GRAPHITE), (face, GRAPHITE),
    (band(field.ARM, 0.256, 0.308), GRAPHITE), (band(field.LEG, 0.386, 0.452), GRAPHITE),
    (Strip(groin_level, -0.0030, 0.0030, groin_near), GRAPHITE),
    (Strip(armhole_level, -0.0030, 0.0030, armhole_near), GRAPHITE),
    (band(field.ARM, 0.484, 0.494), ACCENT), (band(field.LEG, 0.706, 0.716), ACCENT), (eyes, ACCENT),
]


def apply(points, faces):
    """Cut every line into the left half; returns points, faces and materials."""
    plane, locked = np.abs(points[:, 0]) < 1e-9, None
    for layer, _ in LAYERS:
        for phi, near in layer.edges() if isinstance(layer, Strip) else [(layer, None)]:
            points, faces, _, plane, locked = cut(points, faces, phi, field.project,
                                                  on_plane=plane, within=near, locked=locked)
    material = np.full(len(faces), BODY)
    center = points[faces].mean(axis=1)
    for phi, number in LAYERS:
        material[phi(center) < 0] = number
    return points, faces, material
