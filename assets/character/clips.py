"""The bundled clips and the face's two shapes."""
import numpy as np
from . import acting, field, gait, panels
from .maths import qmul, rot_x, rot_y, rot_z, smoothstep
from .pose import Motion, tracks

TAU = 2 * np.pi
FPS = 30
RIGHT_ARM = ["Right" + n for n in ("Shoulder", "UpperArm", "ForeArm", "Hand")] + [
    f"Right{f}{i}" for f in ("Thumb", "Index", "Middle", "Ring", "Pinky") for i in (1, 2, 3)]


def idle(rig):
    """Standing relaxed: breathing, and weight that shifts from foot to foot."""
    def make(t):
        t = np.asarray(t)
        m = Motion(rig, len(t))
        breath = np.sin(TAU * t / 4.0)
        late = np.sin(TAU * (t - 0.25) / 4.0)
        sway = np.sin(TAU * (t - 0.6) / 4.0)
        look = np.sin(TAU * (t - 0.9) / 4.0) * 0.7 + np.sin(TAU * (t - 0.2) / 2.0) * 0.3
        m.hips = np.stack([-0.034 + 0.012 * sway, 0.9250 + 0.0022 * breath,
                           -0.006 + 0.004 * np.cos(TAU * t / 4.0)], axis=1)
        pelvis = qmul(rot_y(-4.0 - 1.2 * sway), rot_z(-4.2 + 1.2 * sway), rot_x(0.5 + 0.3 * breath))
        chest = qmul(rot_y(2.0 - 0.8 * sway), rot_z(2.6 - 1.0 * sway), rot_x(1.0 - 1.6 * breath))
        head = qmul(rot_y(4.0 + 1.8 * look), rot_z(-1.0 + 0.8 * sway), rot_x(0.8 + 1.0 * look))
        m.torso(pelvis, chest, head)
        for side, k in (("Left", 1.0), ("Right", -1.0)):
            m.arm(side, swing=1.5 + 1.2 * late - 2.4 * k, out=11.0 + 0.9 * breath - 1.5 * k,
                  bend=16 + 1.6 * late + 4 * k, twist=9, wrist=5 + 1.4 * late + 2 * k,
                  lift=-2.5 + 1.4 * breath + 0.8 * k, reach=0.5 + 0.5 * breath, roll=12)
            m.fingers(side, curl=18 + 2.4 * late - 4 * k, thumb=8)
        m.stretch = [acting.place_foot(m, "Left", 0.128, 0, 0.050, 16.0, 0, 0, 5),
                     acting.place_foot(m, "Right", 0.092, 0, -0.028, 5.0, 0, 0, 0)]
        return m
    return make


def keys(length, fps=FPS):
    """Evenly spaced key times, from 0 to the length."""
    count = max(round(length * fps), 1)
    return np.arange(count + 1) * length / count


def face(times, mode, values):
    """A track of the face's shapes: (blink, smile) per key."""
    return dict(node="Body", path="weights", mode=mode, times=np.asarray(times, float),
                values=np.asarray(values, float))


def blinks(length, at, mode="LINEAR"):
    """A face track that blinks at the given times."""
    times, values = [0.0], [(0, 0)]
    for t in at:
        for dt, v in ((-0.08, 0), (0.0, 1), (0.05, 1), (0.17, 0)):
            times.append(round((t + dt) * 120) / 120)
            values.append((v, 0))
    return face(times + [length], mode, values + [(0, 0)])


def step_blink():
    """Open and shut without in-betweens: step interpolation."""
    return face([0.0, 0.40, 0.50, 0.75, 0.85, 1.50], "STEP",
                [(0, 0), (1, 0), (0, 0), (1, 0), (0, 0), (0, 0)])


def all_clips(rig):
    """Every clip as tracks."""
    out = []

    def add(name, make, length, loop=True, speed=0.0, cubic=(), only=None, extra=(), fps=FPS):
        times = keys(length, fps)
        made = tracks(make, rig, times, cubic=cubic, only=only, loop=loop)
        if isinstance(make, acting.Acting) and ("face.smile" in make.curves or make.base["face.smile"]):
            made.append(face(times, "LINEAR", make(times).morph))
        info = {"loop": loop, "speed": speed}
        out.append(dict(name=name, tracks=made + list(extra), extras=info))

    add("Idle", idle(rig), 4.0, extra=[blinks(4.0, (1.3, 3.1))])
    for name, make, fps in (("Walk", gait.walk(rig), 30), ("Run", gait.run(rig), 30),
                            ("Sneak", gait.sneak(rig), 15)):
        add(name, make, make.foot.period, speed=make.foot.speed, cubic=rig.names, fps=fps)
    add("Jump", acting.jump(rig), 1.7, loop=False, cubic=rig.names)
    add("Crouch", acting.crouch(rig), 3.0, cubic=rig.names, fps=8)
    add("TurnLeft", acting.turn_left(rig), 1.3, loop=False, cubic=rig.names, fps=20)
    add("Dance", acting.dance(rig), 2.0, cubic=rig.names, fps=16)
    add("Boxing", acting.boxing(rig), 1.8, cubic=rig.names, fps=30)
    add("Wave", acting.wave_hand(rig), 2.6, loop=False, only=RIGHT_ARM + ["Neck", "Head"])
    add("Nod", acting.nod(rig), 1.2, loop=False, only=["Neck", "Head"])
    out.append(dict(name="Blink", tracks=[step_blink()], extras={"loop": True, "speed": 0.0}))
    return out


def morphs(points):
    """The face's shapes as offsets of every vertex: eyes shut, eyes smiling."""
    cx, cy = panels.EYE
    x, y = np.abs(points[:, 0]), points[:, 1]
    u, v = (x - cx) / 0.0078, (y - cy) / 0.0150
    near = 1 - smoothstep(1.0, 2.1, np.hypot(u * 0.9, v))
    near = near * (points[:, 2] > 0.03)
    out = []
    for name, target in (("Blink", 0.10 * v - 0.12),
                         ("Smile", 0.30 * v + 0.42 - 0.55 * np.clip(u, -1.2, 1.2) ** 2)):
        moved = points.copy()
        moved[:, 1] += near * (target - v) * 0.0150
        if name == "Smile":
            moved[:, 0] += np.sign(points[:, 0]) * near * u * 0.0022
        touched = near > 0
        moved[touched] = field.project(moved[touched])
        out.append((name, np.where(touched[:, None], moved - points, 0.0)))
    return out
