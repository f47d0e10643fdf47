"""Walking and running: planted feet first, then the rest of the body from them.

Times are phases of the cycle, 0..1, and 0 is the moment the left foot touches down.
In contact the foot is fixed to a ground that moves backwards at the clip's speed; it
rolls over the heel, the ball and the tip of the toes, and its lowest point touches the floor.
"""
import numpy as np
from . import field, rig as R
from .maths import Spline, qinv, qmul, qrot, rot_x, rot_y, rot_z
from .pose import REACH, Motion

TAU = 2 * np.pi
HEEL = R.HEEL * [1, 0, 1]
TIP = R.TOE_TIP * [1, 0, 1] + [0, 0.0, 0.008]


def outline():
    """Points on the sole: those of the foot and those of the toes."""
    x, z = np.meshgrid(np.linspace(0.065, 0.155, 9), np.linspace(-0.085, 0.182, 60))
    low = np.stack([x.ravel(), np.full(x.size, 0.004), z.ravel()], axis=1)
    rim = low + [0, 0.014, 0]
    points = np.concatenate([field.project(low, 8), field.project(rim, 8)])
    points = points[(np.abs(field.body(points)) < 5e-4) & (points[:, 1] < 0.04)]
    toes = points[:, 2] > R.BALL[2]
    return points[~toes], points[toes]


def lowest(foot, toe, ankle, outlines):
    """Height of the lowest point of a foot, smoothed where the lowest point changes.

    foot and toe are absolute rotations, ankle the positions of the ankle, over time.
    """
    heights = []
    for points, turn, pivot, at in ((outlines[0], foot, R.ANKLE, ankle),
                                    (outlines[1], toe, R.BALL, ankle + qrot(foot, R.BALL - R.ANKLE))):
        up = qrot(qinv(turn), np.array([0, 1.0, 0]))
        heights.append(at[:, 1:2] + up @ (points - pivot).T)
    heights = np.concatenate(heights, axis=1)
    least = heights.min(axis=1, keepdims=True)
    soft = 0.0004
    return least[:, 0] - soft * np.log(np.sum(np.exp((least - heights) / soft), axis=1) / 20)


def wave(phase, size, peak, times=1):
    """A cosine with its peak at the given phase."""
    return size * np.cos(TAU * times * (phase - peak))


class Foot:
    """The path of one foot (the left one; the right one is its mirror, half a cycle later).

    pitch: (phase, degrees, slope or None) of the foot, toes up positive; the foot is flat
    between flat[0] and flat[1]; toes bend under until push, when they begin to lift.
    swing: (phase, z, y) of the ankle between toe-off and contact.
    """

    def __init__(self, speed, period, stance, touch, width, yaw, pitch, flat, push, toe_off,
                 swing, curl, circle=0.012):
        self.speed, self.period, self.stance, self.touch = speed, period, stance, touch
        self.width, self.yaw, self.flat, self.push = width, yaw, flat, push
        self.outlines = outline()
        x = [p[0] for p in pitch]
        self.pitch = Spline(x, [p[1] for p in pitch], period=1.0,
                            slopes={i: p[2] for i, p in enumerate(pitch) if p[2] is not None})
        self.toe = Spline([flat[1], push, stance], [0, 0, toe_off], slopes={0: 0.0, 1: 0.0})
        self.circle = circle
        e = 1e-4
        bend = [self.bend_in_contact(np.array([stance - k])) for k in (0, e)]
        self.swing_bend = Spline([stance, stance + 0.45 * (1 - stance), 1 - 0.25 * (1 - stance), 1],
                                 [bend[0][0], curl, 0, 0],
                                 slopes={0: (bend[0][0] - bend[1][0]) / e, 2: 0, 3: 0})
        start, end = (self.contact(np.array([k]))[0][0, 1:][::-1] for k in (stance, 0.0))
        v0 = (start - self.contact(np.array([stance - e]))[0][0, 1:][::-1]) / e
        v1 = (self.contact(np.array([e]))[0][0, 1:][::-1] - end) / e
        knots = [(stance, *start)] + list(swing) + [(1.0, *end)]
        self.swing = Spline([k[0] for k in knots], [k[1:] for k in knots],
                            slopes={0: v0, len(knots) - 1: v1})

    def bend_in_contact(self, u):
        """How far the toes bend up while the foot is in contact."""
        return np.where(u < self.flat[1], 0.0, self.toe(np.maximum(u, self.flat[1])) - self.pitch(u))

    def turns(self, u):
        """Absolute rotations of foot and toes."""
        pitch = self.pitch(u)
        bend = np.where(u <= self.stance, self.bend_in_contact(u), self.swing_bend(u))
        yaw = rot_y(np.full(len(u), self.yaw))
        return qmul(yaw, rot_x(-pitch)), qmul(yaw, rot_x(-(pitch + bend)))

    def contact(self, u):
        """The ankle while in contact, from the current contact point."""
        foot, toe = self.turns(u)
        yaw = rot_y(np.full(len(u), self.yaw))
        ground = np.zeros((len(u), 3))
        ground[:, 2] = self.touch - self.speed * self.period * u + 0.02
        heel = ground + qrot(yaw, HEEL - [R.ANKLE[0], 0, 0])
        tip = ground + qrot(yaw, TIP - [R.ANKLE[0], 0, 0])
        over_heel = heel + qrot(foot, R.ANKLE - HEEL)
        ball = tip + qrot(toe, R.BALL - TIP)
        over_toes = ball + qrot(foot, R.ANKLE - R.BALL)
        early = (self.pitch(u) > 0) & (u < self.flat[1])
        ankle = np.where(early[:, None], over_heel, over_toes)
        ankle[:, 1] -= lowest(foot, toe, ankle, self.outlines)
        return ankle, foot, toe

    def __call__(self, phase):
        u = np.mod(phase, 1.0)
        ankle, foot, toe = self.contact(np.minimum(u, self.stance))
        foot, toe = self.turns(u)
        air = np.clip((u - self.stance) / (1 - self.stance), 0, 1)
        flying = self.swing(np.maximum(u, self.stance))
        side = ankle[:, :1] * 0
        free = np.concatenate([side, flying[:, 1:], flying[:, :1]], axis=1)
        # sideways: from where the foot left the ground to where it lands, arcing outwards
        first = self.contact(np.array([0.0, self.stance]))[0][:, 0]
        ease = air * air * (3 - 2 * air)
        free[:, 0] = first[1] + (first[0] - first[1]) * ease + self.circle * np.sin(np.pi * air) ** 2
        ankle = np.where((u > self.stance)[:, None], free, ankle)
        ankle[:, 0] += self.width
        return ankle, foot, toe


def mirrored(ankle, *turns):
    """The other side's foot."""
    return (ankle * [-1, 1, 1], *[q * [1, -1, -1, 1] for q in turns])


def settle_height(rig, foot, pelvis_at, phases, cap, shape):
    """Height of the hips over the cycle so that neither leg is stretched while planted.

    shape is the rise and fall; cap limits the stretch of a leg, as a fraction of its length.
    """
    m = pelvis_at(phases)
    m.hips[:, 1] = 0
    length = np.linalg.norm(R.KNEE - R.HIP) + np.linalg.norm(R.ANKLE - R.KNEE)
    room = np.full(len(phases), np.inf)
    for side, shift in (("Left", 0.0), ("Right", 0.5)):
        pose = foot(phases + shift)
        ankle = pose[0] if side == "Left" else mirrored(*pose)[0]
        hip = m.world(side + "UpLeg")[1]
        flat = np.sum((ankle - hip)[:, [0, 2]] ** 2, axis=1)
        u = np.mod(phases + shift, 1.0)
        planted = (u <= foot.stance) | (u > 0.98)
        top = ankle[:, 1] + np.sqrt(np.maximum((cap * length) ** 2 - flat, 0.01)) - hip[:, 1]
        room = np.where(planted, np.minimum(room, top), room)
    known = np.isfinite(room)
    base = np.min((room - shape(phases))[known])
    return lambda u: base + shape(u)


class Gait:
    """A cycle: feet, and functions of phase for the rest of the body."""

    def __init__(self, rig, foot, upper, shape, drop=0.0, cap=REACH[0]):
        self.rig, self.foot, self.upper = rig, foot, upper
        top = settle_height(rig, foot, self.body, np.arange(240) / 240, cap, shape)
        self.height = lambda u: top(u) - drop

    def body(self, u):
        """Everything but the legs and the height of the hips."""
        m = Motion(self.rig, len(u))
        self.upper(m, u)
        return m

    def __call__(self, t):
        u = np.asarray(t) / self.foot.period
        m = self.body(u)
        m.hips[:, 1] = self.height(u)
        m.stretch = [m.leg("Left", *self.foot(u)),
                     m.leg("Right", *mirrored(*self.foot(u + 0.5)))]
        return m


def walk(rig):
    """A calm, confident walk at 1.4 m/s."""
    foot = Foot(
        speed=1.4, period=32 / 30, stance=0.605, touch=0.318, width=0.066, yaw=4.0,
        pitch=[(0.0, 21, None), (0.085, 0, 0), (0.31, 0, 0), (0.44, -10, None), (0.54, -34, None),
               (0.605, -60, None), (0.68, -60, None), (0.79, -20, None), (0.90, 14, None)],
        flat=(0.085, 0.31), push=0.47, toe_off=-28.0,
        swing=[(0.674, -0.475, 0.233), (0.737, -0.328, 0.204), (0.831, 0.013, 0.127),
               (0.923, 0.319, 0.121)], curl=6.0)

    def upper(m, u):
        m.hips[:, 0] = wave(u, 0.024, 0.30)
        m.hips[:, 2] = wave(u, 0.008, 0.42, 2) - 0.004
        pelvis = qmul(rot_y(wave(u, -6.5, 0.985)), rot_z(wave(u, 4.2, 0.17)),
                      rot_x(2.0 + wave(u, 1.2, 0.05, 2)))
        chest = qmul(rot_y(wave(u, 7.0, 0.02)), rot_z(wave(u, -2.4, 0.22)),
                     rot_x(3.0 + wave(u, 1.4, 0.10, 2)))
        head = qmul(rot_y(wave(u, 1.2, 0.05)), rot_z(wave(u, -0.8, 0.25)),
                    rot_x(1.0 - wave(u, 0.9, 0.14, 2)))
        m.torso(pelvis, chest, head)
        for side, shift in (("Left", 0.0), ("Right", 0.5)):
            p = u + shift                          # the arm is back when its own heel lands
            m.arm(side, swing=1 + wave(p, 22, 0.525) + wave(p, 2, 0.1, 2), out=7 + wave(p, 1.5, 0.5),
                  bend=20 + wave(p, 10, 0.575), twist=-2 + wave(p, 4, 0.55),
                  wrist=6 + wave(p, 6, 0.68), lift=-2 + wave(p, 1.2, 0.3, 2),
                  reach=wave(p, 5, 0.53), roll=24)
            m.fingers(side, curl=17 + wave(p, 4, 0.7), thumb=8)

    return Gait(rig, foot, upper, shape=lambda u: wave(u, 0.0185, 0.26, 2), cap=0.9925)


def run(rig):
    """A light run at 3.5 m/s with a flight phase."""
    foot = Foot(
        speed=3.5, period=0.7, stance=0.335, touch=0.262, width=0.046, yaw=3.0,
        pitch=[(0.0, 11, None), (0.055, 0, 0), (0.125, 0, 0), (0.24, -27, None), (0.335, -66, None),
               (0.43, -86, None), (0.60, -58, None), (0.78, -12, None), (0.90, 10, None)],
        flat=(0.055, 0.125), push=0.25, toe_off=-28.0,
        swing=[(0.484, -0.507, 0.408), (0.593, -0.218, 0.429), (0.707, 0.178, 0.287),
               (0.885, 0.409, 0.166), (0.941, 0.370, 0.136)], curl=10.0, circle=0.02)

    def upper(m, u):
        m.hips[:, 0] = wave(u, 0.012, 0.17)
        m.hips[:, 2] = wave(u, 0.006, 0.30, 2)
        pelvis = qmul(rot_x(10.0 + wave(u, 2.5, 0.02, 2)), rot_y(wave(u, -9.0, 0.93)),
                      rot_z(wave(u, 4.0, 0.13)))
        chest = qmul(rot_x(14.0 + wave(u, 2.0, 0.14, 2)), rot_y(wave(u, 13.0, 0.97)),
                     rot_z(wave(u, -3.0, 0.16)))
        head = qmul(rot_x(4.0 - wave(u, 1.5, 0.17, 2)), rot_y(wave(u, 2.0, 0.97)))
        m.torso(pelvis, chest, head)
        for side, shift in (("Left", 0.0), ("Right", 0.5)):
            p = u + shift
            m.arm(side, swing=-6 + wave(p, 40, 0.47), out=10 + wave(p, 4, 0.95),
                  bend=88 + wave(p, 17, 0.55), twist=7 + wave(p, 8, 0.50),
                  wrist=4 + wave(p, 7, 0.6), lift=1 + wave(p, 2, 0.2, 2),
                  reach=wave(p, 9, 0.48), roll=22)
            m.fingers(side, curl=34, thumb=14, fist=0.35)

    return Gait(rig, foot, upper, shape=lambda u: wave(u, 0.028, 0.39, 2))


def sneak(rig):
    """A low, careful walk at 0.7 m/s."""
    foot = Foot(
        speed=0.7, period=1.6, stance=0.64, touch=0.300, width=0.085, yaw=8.0,
        pitch=[(0.0, 9, None), (0.10, 0, 0), (0.36, 0, 0), (0.50, -20, None), (0.64, -52, None),
               (0.74, -40, None), (0.84, -6, None), (0.93, 8, None)],
        flat=(0.10, 0.36), push=0.54, toe_off=-18.0,
        swing=[(0.73, -0.250, 0.270), (0.82, 0.000, 0.290), (0.92, 0.255, 0.185)], curl=10.0,
        circle=0.03)

    def upper(m, u):
        m.hips[:, 0] = wave(u, 0.034, 0.32)
        m.hips[:, 2] = -0.03
        pelvis = qmul(rot_y(wave(u, -7.0, 0.0)), rot_z(wave(u, 3.0, 0.22)), rot_x(18.0))
        chest = qmul(rot_y(wave(u, 9.0, 0.04)), rot_z(wave(u, -4.0, 0.28)),
                     rot_x(27.0 + wave(u, 2.0, 0.1, 2)))
        head = qmul(rot_y(wave(u, 9.0, 0.30)), rot_z(wave(u, -3.0, 0.3)), rot_x(5.0))
        m.torso(pelvis, chest, head)
        for side, shift in (("Left", 0.0), ("Right", 0.5)):
            p = u + shift
            m.arm(side, swing=34 + wave(p, 16, 0.55), out=18 + wave(p, 4, 0.9),
                  bend=72 + wave(p, 12, 0.60), twist=10, wrist=-14 + wave(p, 10, 0.70),
                  lift=5 + wave(p, 2, 0.4, 2), reach=6 + wave(p, 5, 0.55), roll=52)
            m.fingers(side, curl=22 + wave(p, 6, 0.75), thumb=10)

    return Gait(rig, foot, upper, shape=lambda u: wave(u, 0.012, 0.30, 2), drop=0.10)
