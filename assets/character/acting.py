"""Clips built from key poses: named channels, each a curve through its keys."""
import numpy as np
from . import rig as R
from .maths import Spline, qmul, qrot, rot_x, rot_y, rot_z
from .pose import Motion

# Every channel and its value when standing at ease.
ARM = dict(swing=1.0, out=9.0, bend=17.0, twist=9.0, wrist=5.0, lift=-2.0, reach=0.0, roll=15.0,
           curl=17.0, fist=0.0)
FOOT = dict(x=0.105, y=0.0, z=0.0, yaw=7.0, heel=0.0, toe=0.0, out=0.0)
TURN = dict(yaw=0.0, roll=0.0, pitch=1.0)
STAND = {"hips": dict(x=0.0, y=0.9290, z=-0.006), "pelvis": TURN, "chest": TURN, "head": TURN,
         "left": ARM, "right": ARM, "lfoot": FOOT, "rfoot": FOOT, "face": dict(blink=0.0, smile=0.0)}


def flat(groups):
    """{"hips": {"x": 0}} as {"hips.x": 0}."""
    return {f"{g}.{k}": float(v) for g, d in groups.items() for k, v in d.items()}


def place_foot(m, side, x, y, z, yaw, heel, toe, out):
    """A foot by the place of its ball; heel lifts it over the ball, toe points the toes down."""
    sign = 1.0 if side == "Left" else -1.0
    n = np.ones(m.n)
    turn = rot_y(sign * yaw * n)
    foot, toes = qmul(turn, rot_x(heel * n)), qmul(turn, rot_x(toe * n))
    ball = np.stack([sign * x * n, (y + R.BALL[1]) * n, z * n], axis=1)
    ball = ball + qrot(turn, (R.BALL - R.ANKLE) * [sign, 0, 1])
    ankle = ball + qrot(foot, (R.ANKLE - R.BALL) * [sign, 1, 1])
    return m.leg(side, ankle, foot, toes, out)


class Acting:
    """Key poses over time.

    keys: (time, {"group": {"channel": value}}) in order; a channel keeps its last value
    until it is given again.  With loop the last key repeats the first one.
    """

    def __init__(self, rig, length, keys, base=None, loop=False, extra=None):
        self.rig, self.length, self.loop, self.extra = rig, length, loop, extra
        state = flat(STAND)
        state.update(flat(base or {}))
        known = {name: [] for name in state}
        for time, pose in keys:
            for name, value in flat(pose).items():
                known[name].append((time, value))
        self.curves, self.base = {}, state
        for name, points in known.items():
            if not points:
                continue
            if points[0][0] > 0:
                points.insert(0, (0.0, points[-1][1] if loop else state[name]))
            x, y = zip(*points)
            if loop:
                self.curves[name] = Spline(x, y, period=length, settle=True) if len(x) > 1 else None
            else:
                self.curves[name] = Spline(x, y, flat_ends=True, settle=True) if len(x) > 1 else None
            if self.curves[name] is None:
                self.base[name] = y[0]

    def channel(self, t, group):
        """Values of a group's channels at some times."""
        out = {}
        for key, value in self.base.items():
            g, k = key.split(".")
            if g == group:
                curve = self.curves.get(key)
                out[k] = curve(t) if curve else np.full(len(t), value)
        if self.extra:
            self.extra(group, out, t)
        return out

    def __call__(self, t):
        t = np.asarray(t, float)
        m = Motion(self.rig, len(t))
        c = {g: self.channel(t, g) for g in STAND}
        m.hips = np.stack([c["hips"][k] for k in "xyz"], axis=1)

        def turn(d):
            return qmul(rot_y(d["yaw"]), rot_z(d["roll"]), rot_x(d["pitch"]))

        m.torso(turn(c["pelvis"]), turn(c["chest"]), turn(c["head"]))
        for side, g in (("Left", "left"), ("Right", "right")):
            d = dict(c[g])
            m.fingers(side, curl=d.pop("curl"), fist=d.pop("fist"))
            m.arm(side, **d)
        m.stretch = [place_foot(m, "Left", **c["lfoot"]), place_foot(m, "Right", **c["rfoot"])]
        m.morph = np.stack([c["face"]["blink"], c["face"]["smile"]], axis=1)
        return m


def both(**values):
    """The same values for both arms."""
    return {"left": values, "right": values}


def feet(**values):
    """The same values for both feet."""
    return {"lfoot": values, "rfoot": values}


def jump(rig):
    """Crouch, leap, land, settle."""
    low = dict(y=0.665, z=-0.075)
    fall = {t: 0.975 + 0.5 * 9.81 * (0.19 ** 2 - (t - 0.69) ** 2) for t in (0.50, 0.595, 0.69, 0.785, 0.88)}
    keys = [
        (0.00, dict(STAND)),
        (0.30, {"hips": low, "pelvis": dict(pitch=30), "chest": dict(pitch=38), "head": dict(pitch=2),
                **both(swing=-48, out=14, bend=22, lift=-2, curl=24), **feet(heel=0, y=0, out=6)}),
        (0.36, {"hips": dict(y=0.680, z=-0.062), **both(swing=-30), **feet(heel=0)}),
        (0.43, {**both(swing=18)}),
        (0.50, {"hips": dict(y=fall[0.50], z=0.02), "pelvis": dict(pitch=2), "chest": dict(pitch=-3),
                "head": dict(pitch=-10), **both(swing=78, out=18, bend=36, lift=8, curl=14),
                **feet(heel=54, y=0, toe=0, out=2)}),
        (0.595, {"hips": dict(y=fall[0.595]), **both(swing=134, bend=28, lift=20),
                 **feet(heel=58, y=0.140, toe=40)}),
        (0.69, {"hips": dict(y=fall[0.69], z=0.02), "pelvis": dict(pitch=6), "chest": dict(pitch=4),
                "head": dict(pitch=0), **both(swing=138, out=30, bend=26, lift=22),
                **feet(heel=42, y=0.235, toe=34)}),
        (0.785, {"hips": dict(y=fall[0.785]), **both(swing=96, out=38, lift=12),
                 **feet(heel=32, y=0.135, toe=20)}),
        (0.88, {"hips": dict(y=fall[0.88] - 0.035, z=0.0), "pelvis": dict(pitch=8), "chest": dict(pitch=10),
                "head": dict(pitch=8), **both(swing=58, out=36, bend=30, lift=4),
                **feet(heel=18, y=0.0, toe=0)}),
        (0.94, {**feet(heel=0)}),
        (1.06, {"hips": dict(y=0.700, z=-0.07), "pelvis": dict(pitch=28), "chest": dict(pitch=34),
                "head": dict(pitch=8), **both(swing=18, out=30, bend=44, lift=-4), **feet(out=6)}),
        (1.38, {"hips": dict(y=0.9300, z=-0.002), "pelvis": dict(pitch=1), "chest": dict(pitch=-2),
                "head": dict(pitch=-1), **both(swing=-6, out=11, bend=15, curl=17)}),
        (1.70, dict(STAND)),
    ]
    return Acting(rig, 1.7, keys)


def wave_hand(rig):
    """Raise the right hand, wave, lower it; for the upper body."""
    up = dict(out=82, swing=12, twist=-72, bend=88, wrist=-4, lift=12, roll=8, curl=6)
    keys = [(0.0, {"right": ARM, "head": dict(roll=0, yaw=0, pitch=1), "face": dict(smile=0)}),
            (0.55, {"right": up, "head": dict(roll=-5, yaw=-7, pitch=-1), "face": dict(smile=1)})]
    for k in range(5):
        side = 1 if k % 2 == 0 else -1
        keys.append((0.75 + 0.22 * k, {"right": dict(bend=88 + 20 * side, wrist=-4, twist=-72 - 5 * side,
                                                     out=82 + 2 * side, curl=6 + 2 * side)}))
    keys += [(1.95, {"right": dict(bend=84, out=80), "head": dict(roll=-4, yaw=-6), "face": dict(smile=1)}),
             (2.20, {"right": dict(out=44, swing=16, bend=62, twist=-34)}),
             (2.60, {"right": ARM, "head": dict(roll=0, yaw=0, pitch=1), "face": dict(smile=0)})]
    return Acting(rig, 2.6, keys)


def nod(rig):
    """Two nods; for the neck and head."""
    pitches = ((0.0, 1), (0.24, 17), (0.48, -5), (0.72, 13), (0.96, -2), (1.2, 1))
    return Acting(rig, 1.2, [(t, {"head": dict(pitch=p)}) for t, p in pitches])


def crouch(rig):
    """Low and watchful, breathing."""
    base = {"pelvis": dict(pitch=20, yaw=-14), "chest": dict(pitch=33, yaw=-4),
            "head": dict(pitch=6, yaw=4),
            "left": dict(swing=46, out=16, bend=74, twist=14, wrist=-8, roll=40, lift=2, reach=8, curl=24),
            "right": dict(swing=16, out=20, bend=58, twist=10, wrist=-4, roll=36, lift=2, curl=24),
            "lfoot": dict(x=0.13, z=0.17, yaw=6, out=6),
            "rfoot": dict(x=0.15, z=-0.24, yaw=16, heel=34, out=8)}
    keys = [(0.0, {"hips": dict(x=0.006, y=0.585, z=-0.075), "chest": dict(pitch=33, roll=-1, yaw=-4),
                   "head": dict(yaw=-6), **both(lift=1)}),
            (0.75, {"hips": dict(y=0.592), "chest": dict(pitch=31), **both(lift=4)}),
            (1.5, {"hips": dict(x=-0.010, y=0.587, z=-0.070), "chest": dict(pitch=33, roll=1, yaw=-1),
                   "head": dict(yaw=12), **both(lift=1)}),
            (2.25, {"hips": dict(y=0.592), "chest": dict(pitch=31), **both(lift=4)})]
    return Acting(rig, 3.0, keys, base=base, loop=True)


def turn_left(rig):
    """A quarter turn to the left in two steps; it ends facing the other way it began."""
    keys = [
        (0.00, dict(STAND)),
        (0.18, {"head": dict(yaw=34), "chest": dict(yaw=10, pitch=2), "pelvis": dict(yaw=4, roll=-2),
                "hips": dict(x=-0.045, y=0.918), "lfoot": dict(x=0.105, y=0, z=0, yaw=7, heel=8)}),
        (0.36, {"lfoot": dict(x=0.060, y=0.060, z=-0.050, yaw=52, heel=22),
                "pelvis": dict(yaw=32, roll=-3)}),
        (0.54, {"head": dict(yaw=78), "chest": dict(yaw=60), "pelvis": dict(yaw=52, roll=0),
                "hips": dict(x=-0.020, y=0.915, z=-0.040),
                "lfoot": dict(x=0.0, y=0, z=-0.105, yaw=97, heel=0),
                "rfoot": dict(x=0.105, y=0, z=0, yaw=7, heel=10),
                "left": dict(swing=-10, out=14), "right": dict(swing=14, out=12, bend=24)}),
        (0.72, {"hips": dict(x=0.0, y=0.918, z=-0.065), "pelvis": dict(yaw=70, roll=3),
                "rfoot": dict(x=0.055, y=0.055, z=0.055, yaw=-46, heel=24)}),
        (0.92, {"head": dict(yaw=91), "chest": dict(yaw=93, pitch=2), "pelvis": dict(yaw=89, roll=0),
                "hips": dict(x=-0.006, y=0.920, z=-0.02),
                "rfoot": dict(x=0.0, y=0, z=0.105, yaw=-83, heel=0)}),
        (1.30, {"head": dict(yaw=90), "chest": dict(yaw=90, pitch=1), "pelvis": dict(yaw=90),
                "hips": dict(x=-0.006, y=0.9290, z=0.0), "left": ARM, "right": ARM}),
    ]
    return Acting(rig, 1.3, keys)


def dance(rig):
    """A two-bar groove: weight from side to side, a bounce on every beat."""
    keys = []
    for k in range(4):
        t, s = 0.5 * k, 1 if k % 2 == 0 else -1
        big = 1.0 if k < 2 else 0.6
        loose, tight = ("lfoot", "rfoot") if s < 0 else ("rfoot", "lfoot")
        pump, rest = ("right", "left") if s > 0 else ("left", "right")
        keys += [
            (t, {"hips": dict(x=0.075 * s, y=0.872), "pelvis": dict(roll=6 * s, yaw=9 * s, pitch=5),
                 "chest": dict(roll=-7 * s * big, yaw=-13 * s, pitch=6),
                 "head": dict(roll=5 * s, yaw=8 * s, pitch=7),
                 loose: dict(heel=30, out=12), tight: dict(heel=0, out=2),
                 pump: dict(swing=44 * big, bend=98, out=24, twist=14, lift=6, roll=14, wrist=0, reach=8),
                 rest: dict(swing=-16, bend=62, out=26, twist=4, lift=1, roll=20, wrist=0, reach=-4)}),
            (t + 0.25, {"hips": dict(y=0.918), "chest": dict(pitch=1), "head": dict(pitch=-2)}),
        ]
    base = {"left": dict(fist=0.45), "right": dict(fist=0.45), "lfoot": dict(x=0.15, yaw=14),
            "rfoot": dict(x=0.15, yaw=14), "face": dict(smile=1.0)}
    return Acting(rig, 2.0, keys, base=base, loop=True)


def boxing(rig):
    """Guard, jab, cross."""
    guard = {"left": dict(swing=52, out=12, bend=112, twist=22, wrist=0, roll=30, lift=6, reach=10),
             "right": dict(swing=34, out=10, bend=128, twist=22, wrist=0, roll=30, lift=6, reach=4)}
    body = {"hips": dict(x=0.0, y=0.862, z=-0.01), "pelvis": dict(yaw=-30, pitch=5, roll=0),
            "chest": dict(yaw=-26, pitch=10, roll=0), "head": dict(yaw=-4, pitch=7, roll=0),
            "rfoot": dict(heel=20, yaw=34, out=4)}
    jab = {"left": dict(swing=88, out=4, bend=14, twist=40, roll=70, lift=12, reach=22),
           "right": dict(swing=38, bend=132), "hips": dict(z=0.035, y=0.852),
           "chest": dict(yaw=-46, pitch=13),
           "pelvis": dict(yaw=-38)}
    cross = {"right": dict(swing=90, out=2, bend=12, twist=46, roll=70, lift=12, reach=26),
             "left": dict(swing=44, out=12, bend=126, twist=22, roll=30, lift=6, reach=2),
             "hips": dict(z=0.060, y=0.846, x=0.015), "chest": dict(yaw=30, pitch=15),
             "pelvis": dict(yaw=16, pitch=8),
             "rfoot": dict(heel=44, yaw=-4, out=0)}
    bounce = {"hips": dict(y=0.876, z=-0.01, x=-0.008)}
    keys = [(0.0, {**body, **guard}), (0.22, bounce), (0.42, {**body, **guard}), (0.56, jab),
            (0.62, {"left": jab["left"]}), (0.86, {**body, **guard}), (1.02, cross),
            (1.09, {"right": cross["right"]}), (1.40, {**body, **guard}), (1.60, bounce)]
    base = {"left": dict(fist=0.95), "right": dict(fist=0.95),
            "lfoot": dict(x=0.11, z=0.19, yaw=-8, out=4), "rfoot": dict(x=0.15, z=-0.19, yaw=34)}
    return Acting(rig, 1.8, keys, base=base, loop=True)
