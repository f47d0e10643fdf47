"""Clips built from key poses: named channels, each a curve through its keys."""
import numpy as np
from . import rig as R
from .maths import Spline, qmul, qrot, rot_x, rot_y, rot_z
from .pose import Motion

# Every channel and its value in a relaxed stance.
ARM = dict(swing=1.0, out=9.0, bend=17.0, twist=9.0, wrist=5.0, lift=-2.0, reach=0.0, roll=15.0,
           curl=17.0, fist=0.0)
FOOT = dict(x=0.105, y=0.0, z=0.0, yaw=7.0, heel=0.0, toe=0.0, out=0.0)
HAND = dict(x=0.2, y=1.0, z=0.2, hold=0.0, elbow=30.0)    # target of the wrist, and its weight
TURN = dict(yaw=0.0, roll=0.0, pitch=1.0)
STAND = {"hips": dict(x=0.0, y=0.9290, z=-0.006), "pelvis": TURN, "chest": TURN, "head": TURN,
         "left": ARM, "right": ARM, "lhand": HAND, "rhand": HAND, "lfoot": FOOT, "rfoot": FOOT, "face": dict(blink=0.0, smile=0.0)}


def flat(groups):
    """{"hips": {"x": 0}} as {"hips.x": 0}."""
    return {f"{g}.{k}": float(v) for g, d in groups.items() for k, v in d.items()}


def place_foot(m, side, x, y, z, yaw, heel, toe, out):
    """A foot by the position of its ball; heel lifts it over the ball, toe points the toes down."""
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

    keys: (time, {"group": {"channel": value}}) in order; a channel holds its last value
    until it is set again.  With loop the last key repeats the first one.
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
        for side, g, h, sign in (("Left", "left", "lhand", 1), ("Right", "right", "rhand", -1)):
            d, place = dict(c[g]), c[h]
            m.fingers(side, curl=d.pop("curl"), fist=d.pop("fist"))
            m.arm(side, **d)
            wrist = np.stack([sign * place["x"], place["y"], place["z"]], axis=1)
            m.hand(side, wrist, place["hold"], place["elbow"], d["lift"], d["reach"], d["roll"])
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
                **both(swing=-40, out=16, bend=22, lift=-2, curl=24), **feet(heel=0, y=0, out=6)}),
        (0.36, {"hips": dict(y=0.680, z=-0.062), **both(swing=-30), **feet(heel=0)}),
        (0.43, {**both(swing=18)}),
        (0.50, {"hips": dict(y=fall[0.50], z=0.02), "pelvis": dict(pitch=2), "chest": dict(pitch=-3),
                "head": dict(pitch=-10), **both(swing=78, out=18, bend=36, lift=8, curl=14),
                **feet(heel=54, y=0, toe=0, out=2)}),
        (0.595, {"hips": dict(y=fall[0.595]), **both(swing=134, bend=28, lift=8, twist=50),
                 **feet(heel=58, y=0.140, toe=40)}),
        (0.69, {"hips": dict(y=fall[0.69], z=0.02), "pelvis": dict(pitch=6), "chest": dict(pitch=4),
                "head": dict(pitch=0), **both(swing=138, out=30, bend=26, lift=8, twist=60),
                **feet(heel=42, y=0.235, toe=34)}),
        (0.785, {"hips": dict(y=fall[0.785]), **both(swing=86, out=50, lift=3, twist=30),
                 **feet(heel=32, y=0.135, toe=20)}),
        (0.88, {"hips": dict(y=fall[0.88] - 0.035, z=0.0), "pelvis": dict(pitch=8), "chest": dict(pitch=10),
                "head": dict(pitch=8), **both(swing=46, out=44, bend=34, lift=2, twist=12),
                **feet(heel=18, y=0.0, toe=0)}),
        (0.94, {**feet(heel=0)}),
        (1.06, {"hips": dict(y=0.700, z=-0.07), "pelvis": dict(pitch=28), "chest": dict(pitch=34),
                "head": dict(pitch=8), **both(swing=18, out=30, bend=44, lift=-4), **feet(out=6)}),
        (1.38, {"hips": dict(y=0.9300, z=-0.002), "pelvis": dict(pitch=1), "chest": dict(pitch=-2),
                "head": dict(pitch=-1), **both(swing=-6, out=11, bend=15, curl=17)}),
        (1.70, dict(STAND)),
    ]
    return Acting(rig, 1.7, one_side_later(keys, 0.32, 1.38))


def one_side_later(keys, start, stop, by=0.024):
    """The right arm slightly behind the left, the right foot slightly lower: not symmetric."""
    out = []
    for time, pose in keys:
        if not start < time < stop:
            out.append((time, pose))
            continue
        now = {g: d for g, d in pose.items() if g != "right"}
        if "rfoot" in now and "y" in now["rfoot"]:
            now["rfoot"] = {**now["rfoot"], "y": 0.9 * now["rfoot"]["y"]}
        out.append((time, now))
        if "right" in pose:
            arm = pose["right"]
            out.append((time + by, {"right": {**arm, "swing": 0.94 * arm["swing"]}}))
    return sorted(out, key=lambda key: key[0])


def wave_hand(rig):
    """Raise the right hand, wave, lower it; for the upper body."""
    up = dict(out=66, swing=38, twist=-44, bend=104, wrist=-4, lift=4, roll=8, curl=6)
    keys = [(0.0, {"right": ARM, "head": dict(roll=0, yaw=0, pitch=1), "face": dict(smile=0)}),
            (0.55, {"right": up, "head": dict(roll=-5, yaw=-7, pitch=-1), "face": dict(smile=1)})]
    for k in range(5):
        side = 1 if k % 2 == 0 else -1
        keys.append((0.75 + 0.22 * k, {"right": dict(bend=97 + 17 * side, twist=-44 - 12 * side,
                                                     out=66 + 3 * side, curl=6 + 2 * side)}))
        keys.append((0.80 + 0.22 * k, {"right": dict(wrist=-4 - 13 * side, roll=8 + 12 * side)}))
    keys += [(1.95, {"right": dict(bend=96, out=64), "head": dict(roll=-4, yaw=-6), "face": dict(smile=1)}),
             (2.20, {"right": dict(out=44, swing=16, bend=62, twist=-34)}),
             (2.60, {"right": ARM, "head": dict(roll=0, yaw=0, pitch=1), "face": dict(smile=0)})]
    return Acting(rig, 2.6, keys)


def nod(rig):
    """Two nods; for the neck and head."""
    pitches = ((0.0, 1), (0.24, 17), (0.48, -5), (0.72, 13), (0.96, -2), (1.2, 1))
    return Acting(rig, 1.2, [(t, {"head": dict(pitch=p)}) for t, p in pitches])


def crouch(rig):
    """Low and alert: a hand on the knee, a look to either side, breathing shoulders."""
    base = {"pelvis": dict(pitch=22, yaw=-14), "chest": dict(pitch=36, yaw=-4),
            "head": dict(pitch=6, yaw=4),
            "left": dict(swing=46, out=16, bend=74, twist=14, wrist=22, roll=10, lift=2, reach=6, curl=26),
            "right": dict(swing=20, out=20, bend=52, twist=10, wrist=6, roll=30, lift=0, curl=24),
            "lhand": dict(x=0.172, y=0.588, z=0.300, hold=1, elbow=52),
            "lfoot": dict(x=0.13, z=0.17, yaw=6, out=10),
            "rfoot": dict(x=0.15, z=-0.24, yaw=16, heel=34, out=10)}
    keys = [(0.0, {"hips": dict(x=0.004, y=0.585, z=-0.075), "pelvis": dict(yaw=-14, roll=0),
                   "chest": dict(pitch=36, roll=-1, yaw=-6), "head": dict(yaw=-8, roll=0, pitch=6),
                   "right": dict(swing=20, bend=52, out=20), **both(lift=0)}),
            (0.35, {"chest": dict(pitch=35), **both(lift=3)}),
            (0.62, {"head": dict(yaw=26, roll=-3, pitch=4), "chest": dict(yaw=4)}),
            (0.85, {"hips": dict(x=0.016, y=0.593, z=-0.068), "pelvis": dict(yaw=-11, roll=1.5),
                    "chest": dict(pitch=34), "right": dict(swing=24, bend=56), **both(lift=4)}),
            (1.20, {"head": dict(yaw=29, roll=-3, pitch=5), "chest": dict(yaw=5)}),
            (1.50, {"chest": dict(pitch=36), **both(lift=0)}),
            (1.75, {"head": dict(yaw=-22, roll=2, pitch=9), "chest": dict(yaw=-11)}),
            (2.05, {"hips": dict(x=-0.012, y=0.580, z=-0.080), "pelvis": dict(yaw=-17, roll=-1.5),
                    "chest": dict(pitch=37, roll=1), "right": dict(swing=15, bend=47, out=23)}),
            (2.30, {"head": dict(yaw=-25, roll=3, pitch=8), "chest": dict(yaw=-12, pitch=35), **both(lift=3)}),
            (2.70, {"head": dict(yaw=-10, roll=0, pitch=6), "chest": dict(pitch=36), **both(lift=1)})]
    return Acting(rig, 3.0, keys, base=base, loop=True)


def turn_left(rig):
    """A quarter turn to the left in two steps; it ends facing left of where it started."""
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
    """Step, touch: the hips lead; chest, head and hands follow; a bounce on every beat."""
    keys = []
    for k, s in enumerate((1, -1)):
        t, big = 1.0 * k, (1.0, 0.82)[k]
        out, near = ("lfoot", "rfoot") if s > 0 else ("rfoot", "lfoot")   # the foot that steps out, the one that follows
        push, back = ("right", "left") if s > 0 else ("left", "right")    # the arms
        keys += [
            (t, {out: dict(x=0.185, y=0, heel=0, yaw=12, out=4), near: dict(x=0.185, y=0, heel=6, out=4),
                 "hips": dict(x=0.020 * s, y=0.866), "pelvis": dict(roll=-2 * s, yaw=-7 * s, pitch=6)}),
            (t + 0.06, {"chest": dict(roll=3 * s, yaw=6 * s, pitch=8), push: dict(swing=6, bend=66, out=20, lift=-1),
                        back: dict(swing=14, bend=84, out=24, lift=0)}),
            (t + 0.10, {"head": dict(roll=2 * s, yaw=0, pitch=9), push: dict(wrist=-14), back: dict(wrist=-10)}),
            (t + 0.25, {near: dict(x=0.060, y=0.070, heel=34, yaw=8, out=16),
                        "hips": dict(y=0.914), "pelvis": dict(pitch=2)}),
            (t + 0.30, {push: dict(swing=14, bend=78, out=22), back: dict(swing=6, bend=74)}),
            (t + 0.32, {"chest": dict(pitch=1), "head": dict(pitch=-3)}),
            (t + 0.50, {near: dict(x=-0.045, y=0.004, heel=40, yaw=2, out=20),
                        "hips": dict(x=0.128 * s, y=0.880), "pelvis": dict(roll=7 * s, yaw=13 * s, pitch=5)}),
            (t + 0.56, {"chest": dict(roll=-8 * s * big, yaw=-15 * s, pitch=6),
                        push: dict(swing=62 * big, bend=104, out=30, lift=6, reach=8),
                        back: dict(swing=-26, bend=42, out=26, lift=-1, reach=-4)}),
            (t + 0.62, {"head": dict(roll=6 * s, yaw=-12 * s, pitch=7), push: dict(wrist=16), back: dict(wrist=18)}),
            (t + 0.74, {push: dict(swing=54 * big, bend=98, lift=4), back: dict(swing=-21, bend=46)}),
            (t + 0.76, {near: dict(x=0.070, y=0.064, heel=30, yaw=8, out=12),
                        "hips": dict(y=0.912), "pelvis": dict(pitch=2)}),
            (t + 0.82, {"chest": dict(pitch=0), "head": dict(pitch=-2)}),
        ]
    keys = [(t % 2.0, pose) for t, pose in keys]
    base = {"left": dict(fist=0.8, twist=12, roll=22), "right": dict(fist=0.8, twist=12, roll=22),
            "lfoot": dict(z=0.01), "rfoot": dict(z=0.01), "face": dict(smile=1.0)}
    return Acting(rig, 2.0, keys, base=base, loop=True)


def boxing(rig):
    """On the toes behind the guard: a jab that snaps back, then the cross from the rear foot."""
    base = {"left": dict(fist=0.95, roll=34, wrist=0, lift=6, reach=8),
            "right": dict(fist=0.95, roll=34, wrist=0, lift=6, reach=4),
            "lhand": dict(hold=1), "rhand": dict(hold=1),
            "lfoot": dict(x=0.11, z=0.19, yaw=-8, out=4), "rfoot": dict(x=0.15, z=-0.19, yaw=34)}
    guard = {"lhand": dict(x=0.130, y=1.330, z=0.320, elbow=-14), "rhand": dict(x=0.120, y=1.325, z=0.225, elbow=28),
             "left": dict(roll=34, reach=8, lift=5), "right": dict(roll=34, reach=3, lift=5)}
    body = {"hips": dict(x=0.0, y=0.858, z=-0.012), "pelvis": dict(yaw=-30, pitch=6, roll=0),
            "chest": dict(yaw=-26, pitch=13, roll=0), "head": dict(yaw=-4, pitch=9, roll=0),
            "lfoot": dict(heel=4), "rfoot": dict(heel=22, yaw=34, out=4)}
    up = {"hips": dict(y=0.876, x=-0.006, z=-0.004), "lfoot": dict(heel=9), "chest": dict(pitch=11)}
    keys = [
        (0.00, {**body, **guard}),
        (0.15, {**up, "lhand": dict(y=1.355), "rhand": dict(y=1.347)}),
        (0.30, {**body, **guard}),
        # the jab: slightly back, then the hand leads the shoulder
        (0.42, {"hips": dict(y=0.846, z=-0.030), "chest": dict(yaw=-20), "lhand": dict(x=0.140, z=0.300),
                "pelvis": dict(yaw=-27)}),
        (0.50, {"pelvis": dict(yaw=-38), "hips": dict(z=0.030, y=0.848)}),
        (0.54, {"chest": dict(yaw=-46, pitch=15, roll=-2), "head": dict(yaw=2, roll=3),
                "lhand": dict(x=0.010, y=1.372, z=0.720, elbow=34), "left": dict(roll=96, reach=22, lift=12),
                "rhand": dict(x=0.125, y=1.330, z=0.235, elbow=52)}),
        (0.58, {"hips": dict(z=0.034), "lhand": dict(x=0.010, y=1.370, z=0.716, elbow=32)}),
        (0.76, {"lhand": dict(x=0.138, y=1.322, z=0.310, elbow=-14), "left": dict(roll=34, reach=6, lift=5)}),
        # the cross: the rear heel rotates first, then hips, chest and fist
        (0.84, {"hips": dict(z=-0.016, y=0.844), "pelvis": dict(yaw=-33), "chest": dict(yaw=-32, pitch=13, roll=0),
                "head": dict(yaw=-4, roll=0), "rfoot": dict(heel=20, yaw=36), "rhand": dict(x=0.145, z=0.205, elbow=46)}),
        (0.94, {"rfoot": dict(heel=42, yaw=2, out=0), "pelvis": dict(yaw=14, pitch=9)}),
        (0.98, {"hips": dict(z=0.066, y=0.842, x=0.022), "chest": dict(yaw=34, pitch=17, roll=3),
                "head": dict(yaw=0, roll=-3)}),
        (1.00, {"rhand": dict(x=0.015, y=1.362, z=0.735, elbow=38), "right": dict(roll=100, reach=26, lift=12),
                "lhand": dict(x=0.150, y=1.345, z=0.270, elbow=50), "left": dict(reach=0)}),
        (1.05, {"pelvis": dict(yaw=17), "rfoot": dict(heel=44, yaw=-2),
                "rhand": dict(x=0.015, y=1.360, z=0.730, elbow=36)}),
        (1.28, {"rhand": dict(x=0.122, y=1.320, z=0.215, elbow=28), "right": dict(roll=34, reach=2, lift=5)}),
        (1.36, {**body, **guard, "hips": dict(y=0.850, z=-0.018, x=-0.004)}),
        (1.54, {**up, "lhand": dict(y=1.352), "rhand": dict(y=1.354), "pelvis": dict(yaw=-32)}),
        (1.70, {"hips": dict(y=0.852, z=-0.014, x=0.004), "lfoot": dict(heel=3), "chest": dict(pitch=14)}),
    ]
    return Acting(rig, 1.8, keys, base=base, loop=True)
