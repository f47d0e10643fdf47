"""The skeleton: joint names, parents, rest positions and rest orientations.

Every joint's +Y runs along its bone and its +X is the axis it bends about: a positive
rotation about X bends an elbow, a knee or a finger.
"""
import numpy as np
from .maths import frame, qinv, qmul, qrot, quat, unit

# Joints of the midline: name, parent, position, where the bone points.
MIDLINE = [
    ("Root", None, (0, 0, 0), (0, 0.2, 0)),
    ("Hips", "Root", (0, 0.945, 0.0), (0, 1.03, -0.006)),
    ("Spine", "Hips", (0, 1.030, -0.006), (0, 1.150, -0.014)),
    ("Chest", "Spine", (0, 1.150, -0.014), (0, 1.280, -0.022)),
    ("UpperChest", "Chest", (0, 1.280, -0.022), (0, 1.458, -0.024)),
    ("Neck", "UpperChest", (0, 1.458, -0.024), (0, 1.548, 0.002)),
    ("Head", "Neck", (0, 1.548, 0.002), (0, 1.750, 0.002)),
]

# Landmarks of the left side (x > 0); the right side is their mirror image.
CLAVICLE = np.array([0.022, 1.412, 0.004])
SHOULDER = np.array([0.180, 1.404, -0.020])
ELBOW = np.array([0.3865, 1.2155, -0.034])
WRIST = np.array([0.5650, 1.0420, -0.014])
HIP = np.array([0.087, 0.915, 0.000])
KNEE = np.array([0.095, 0.497, 0.013])
ANKLE = np.array([0.104, 0.085, -0.020])
BALL = np.array([0.112, 0.024, 0.106])
TOE_TIP = np.array([0.116, 0.018, 0.172])
HEEL = np.array([0.101, 0.000, -0.066])

HAND_AXIS = unit([0.715, -0.698, 0.030])
PALM = unit(np.cross(HAND_AXIS, [0, 0, 1.0]))        # out of the back of the hand or palm
PALM = PALM if PALM[1] < 0 else -PALM                # the palm looks down and inwards
THUMBWARD = np.cross(PALM, HAND_AXIS)
THUMBWARD = THUMBWARD if THUMBWARD[2] > 0 else -THUMBWARD

# Fingers: distance from the wrist, sideways offset, splay in degrees, three lengths, curl.
FINGERS = {
    "Index": (0.086, 0.0285, 4.5, (0.045, 0.027, 0.021)),
    "Middle": (0.090, 0.0085, 1.0, (0.049, 0.030, 0.022)),
    "Ring": (0.086, -0.0115, -3.0, (0.045, 0.028, 0.021)),
    "Pinky": (0.078, -0.0300, -8.0, (0.036, 0.022, 0.018)),
}
FINGER_CURL = (5.0, 12.0, 9.0)                        # rest bend of each knuckle, degrees


def turned(v, axis, degrees):
    """A vector rotated about an axis."""
    return qrot(quat(axis, degrees), v)


def finger_points(name):
    """The four points of a finger, knuckle to tip, and the axis it bends about."""
    if name == "Thumb":
        start = WRIST + 0.022 * HAND_AXIS + 0.021 * THUMBWARD + 0.006 * PALM
        way = unit(0.66 * HAND_AXIS + 0.68 * THUMBWARD + 0.30 * PALM)
        hinge = unit(np.cross(way, PALM + 0.9 * HAND_AXIS - 0.5 * THUMBWARD))
        lengths, curl = (0.042, 0.033, 0.026), (0.0, -6.0, -8.0)
    else:
        along, side, splay, lengths = FINGERS[name]
        start = WRIST + along * HAND_AXIS + side * THUMBWARD - 0.001 * PALM
        way = turned(HAND_AXIS, PALM, splay)
        if np.dot(way, THUMBWARD) * splay < 0:
            way = turned(HAND_AXIS, PALM, -splay)
        hinge = unit(np.cross(way, PALM))
        curl = FINGER_CURL
    points = [start]
    for length, bend in zip(lengths, curl):
        way = turned(way, hinge, bend if name != "Thumb" else -bend)
        points.append(points[-1] + length * way)
    return np.array(points), hinge


class Rig:
    """Joints in parent-first order with their rest transforms."""

    def __init__(self):
        self.names, self.parent, self.head, self.tail, self.rest = [], [], [], [], []
        for name, parent, head, tail in MIDLINE:
            self._add(name, parent, head, tail, (1, 0, 0))
        for side, sign in (("Left", 1.0), ("Right", -1.0)):
            self._side(side, sign)
        self.index = {n: i for i, n in enumerate(self.names)}
        self.head, self.tail = np.array(self.head), np.array(self.tail)
        self.rest = np.array(self.rest)
        self.parents = [self.index[p] if p else -1 for p in self.parent]

    def _add(self, name, parent, head, tail, hinge):
        head, tail = np.asarray(head, float), np.asarray(tail, float)
        self.names.append(name)
        self.parent.append(parent)
        self.head.append(head)
        self.tail.append(tail)
        self.rest.append(frame(tail - head, np.asarray(hinge, float)))

    def _side(self, side, sign):
        def at(p):
            return np.asarray(p) * [sign, 1, 1]

        def mirror(h):                         # a rotation axis is mirrored with the opposite sign
            return np.asarray(h) * ([1, 1, 1] if sign > 0 else [1, -1, -1])

        arm_hinge = unit(np.cross(ELBOW - SHOULDER, WRIST - ELBOW))
        self._add(side + "Shoulder", "UpperChest", at(CLAVICLE), at(SHOULDER), (0, 0, 1))
        parent = side + "Shoulder"
        for name, a, b in (("UpperArm", SHOULDER, ELBOW), ("ForeArm", ELBOW, WRIST),
                           ("Hand", WRIST, WRIST + 0.09 * HAND_AXIS)):
            self._add(side + name, parent, at(a), at(b), mirror(arm_hinge))
            parent = side + name
        for finger in ("Thumb", "Index", "Middle", "Ring", "Pinky"):
            points, hinge = finger_points(finger)
            parent = side + "Hand"
            for i in range(3):
                self._add(f"{side}{finger}{i + 1}", parent, at(points[i]), at(points[i + 1]),
                          mirror(hinge))
                parent = f"{side}{finger}{i + 1}"
        leg_hinge = unit(np.cross(KNEE - HIP, ANKLE - KNEE))
        parent = "Hips"
        for name, a, b in (("UpLeg", HIP, KNEE), ("Leg", KNEE, ANKLE),
                           ("Foot", ANKLE, BALL), ("Toe", BALL, TOE_TIP)):
            hinge = leg_hinge if name.endswith("Leg") else (1.0, 0, 0)
            self._add(side + name, parent, at(a), at(b), mirror(hinge))
            parent = side + name

    def local_rest(self, i):
        """Translation and rotation of a joint relative to its parent."""
        p = self.parents[i]
        if p < 0:
            return self.head[i], self.rest[i]
        back = qinv(self.rest[p])
        return qrot(back, self.head[i] - self.head[p]), qmul(back, self.rest[i])
