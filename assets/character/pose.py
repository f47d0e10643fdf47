"""Motion of the whole skeleton over time, and how it becomes animation tracks.

Rotations are per joint, in body axes (X left, Y up, Z forward) relative to the rest pose, so
the same values mean the same on either side.
"""
import numpy as np
from . import rig as R
from .maths import (continuous, frame, qinv, qmul, qrot, qslerp, quat, rot_x, rot_y, rot_z,
                    smoothstep, unit)

REACH = (0.988, 0.994)                            # a leg eases in at the first, and ends at the second
FINGER_NAMES = ("Index", "Middle", "Ring", "Pinky")


class Motion:
    """Rotations of every joint at a number of times, and the position of the hips."""

    def __init__(self, rig, count):
        self.rig, self.n = rig, count
        self.turn = {}
        self.hips = np.tile(rig.head[rig.index["Hips"]], (count, 1))
        self.morph = None

    def get(self, name):
        """Rotation of one joint."""
        return self.turn.get(name, np.tile([0, 0, 0, 1.0], (self.n, 1)))

    def set(self, name, q):
        """Set the rotation of a joint."""
        self.turn[name] = np.broadcast_to(q, (self.n, 4)).copy()

    def world(self, name):
        """Accumulated rotation and position of a joint."""
        rig = self.rig
        i = rig.index[name]
        p = rig.parent[i]
        if p == "Root":
            return self.get(name), self.hips
        turn, at = self.world(p)
        return (qmul(turn, self.get(name)),
                at + qrot(turn, rig.head[i] - rig.head[rig.index[p]]))

    def aim(self, name, target):
        """Set a joint so that its accumulated rotation is the target."""
        parent = self.rig.parent[self.rig.index[name]]
        self.set(name, qmul(qinv(self.world(parent)[0]), target))

    def torso(self, pelvis, chest, head=None, neck_share=0.5):
        """Rotate pelvis and chest, distributing the difference along the spine."""
        self.set("Hips", pelvis)
        pelvis, chest = self.get("Hips"), np.broadcast_to(chest, (self.n, 4))
        for name, share in (("Spine", 0.34), ("Chest", 0.70), ("UpperChest", 1.0)):
            self.aim(name, qslerp(pelvis, chest, np.full(self.n, share)))
        if head is not None:
            head = np.broadcast_to(head, (self.n, 4))
            self.aim("Neck", qslerp(chest, head, np.full(self.n, neck_share)))
            self.aim("Head", head)

    def leg(self, side, ankle, foot, toe, outward=0.0):
        """Two-bone leg: the ankle reaches its target, the knee bends forwards.

        foot and toe are absolute rotations; outward swings the knee out, in degrees.
        Returns the stretch of the leg over time, as a fraction of its length.
        """
        sign = 1.0 if side == "Left" else -1.0
        pelvis, _ = self.world("Hips")
        _, hip = self.world(side + "UpLeg")
        upper = np.linalg.norm(R.KNEE - R.HIP)
        lower = np.linalg.norm(R.ANKLE - R.KNEE)
        way = ankle - hip
        wanted = np.linalg.norm(way, axis=1)
        soft, most = REACH[0] * (upper + lower), REACH[1] * (upper + lower)
        over = np.maximum(wanted - soft, 0.0)
        dist = np.minimum(wanted, soft) + (most - soft) * np.tanh(over / (most - soft))
        way = way / wanted[:, None]
        ankle = hip + way * dist[:, None]
        ahead = unit(qrot(pelvis, [0, 0, 1.0]) + qrot(foot, [0, 0.0, 1.0]) * [1, 0, 1])
        ahead = qrot(quat((0, 1, 0), np.full(self.n, sign * outward)), ahead)
        bend = unit(ahead - np.sum(ahead * way, axis=1, keepdims=True) * way)
        along = (upper ** 2 - lower ** 2 + dist ** 2) / (2 * dist)
        knee = hip + way * along[:, None] + bend * np.sqrt(upper ** 2 - along ** 2)[:, None]
        hinge = np.cross(knee - hip, ankle - knee)
        for name, vec in (("UpLeg", knee - hip), ("Leg", ankle - knee)):
            i = self.rig.index[side + name]
            self.aim(side + name, qmul(frame(vec, hinge), qinv(self.rig.rest[i])))
        self.aim(side + "Foot", foot)
        self.aim(side + "Toe", toe)
        return wanted / (upper + lower)

    def arm(self, side, swing, out, bend, twist=0.0, wrist=0.0, lift=0.0, reach=0.0, roll=0.0):
        """An arm from readable angles, all in degrees.

        swing: forwards from hanging; out: away from the body; bend: of the elbow;
        twist: of the upper arm, inwards; wrist: towards the palm; roll: of the forearm, the
        palm turning back and down;
        lift and reach: of the shoulder blade, up and forwards.
        """
        sign = 1.0 if side == "Left" else -1.0
        rest = unit(R.ELBOW - R.SHOULDER) * [sign, 1, 1]
        hang = unit(np.array([0, -1.0, 0]))
        axis = np.cross(rest, hang)
        down = quat(axis, np.degrees(np.arccos(np.clip(rest @ hang, -1, 1))))
        n = np.ones(self.n)
        upper = qmul(rot_x(-swing * n), rot_z(sign * out * n), rot_y(-sign * (twist - 12) * n), down)
        along = self.blade(side, qrot(upper, rest))
        self.set(side + "Shoulder", qmul(rot_y(-sign * reach * n), rot_z(sign * lift * n), along))
        self.set(side + "UpperArm", qmul(qinv(along), upper))
        elbow = self.axis(side + "ForeArm")
        along = unit(R.WRIST - R.ELBOW) * [sign, 1, 1]
        self.set(side + "ForeArm", qmul(quat(elbow, bend * n), quat(along, sign * 0.5 * roll * n)))
        palm = unit(np.cross(R.HAND_AXIS, R.PALM)) * [1, sign, sign]
        self.set(side + "Hand", qmul(quat(along, sign * 0.5 * roll * n), quat(palm, wrist * n)))

    def blade(self, side, way):
        """Rotation of the shoulder blade for a direction of the upper arm (in chest space)."""
        sign = 1.0 if side == "Left" else -1.0
        rise = np.degrees(np.arcsin(np.clip(-way[:, 1], -1, 1)))    # 90 hanging, -90 straight up
        up = 26.0 * smoothstep(52, -75, rise)
        ahead = 13.0 * np.clip(way[:, 2], -0.6, 1.0) * smoothstep(80, 20, rise)
        return qmul(rot_y(-sign * ahead), rot_z(sign * up))

    def hand(self, side, target, weight, elbow, lift, reach, roll):
        """Blend an arm from its angles (weight 0) to a target position of its wrist (weight 1).

        elbow: its rotation outwards from straight down, in degrees; the rest as in arm.
        """
        if not np.any(weight > 0):
            return
        sign = 1.0 if side == "Left" else -1.0
        names = [side + n for n in ("Shoulder", "UpperArm", "ForeArm")]
        free = [self.get(name) for name in names]
        n = np.ones(self.n)
        self.set(names[0], qmul(rot_y(-sign * reach * n), rot_z(sign * lift * n)))
        chest = self.world("UpperChest")[0]
        way = qrot(qinv(chest), unit(target - self.world(names[1])[1]))
        self.set(names[0], qmul(self.get(names[0]), self.blade(side, way)))
        shoulder = self.world(names[1])[1]
        upper, lower = np.linalg.norm(R.ELBOW - R.SHOULDER), np.linalg.norm(R.WRIST - R.ELBOW)
        way = target - shoulder
        far = np.linalg.norm(way, axis=1)
        soft, most = 0.94 * (upper + lower), 0.985 * (upper + lower)
        dist = np.minimum(far, soft) + (most - soft) * np.tanh(np.maximum(far - soft, 0) / (most - soft))
        way = way / far[:, None]
        down = qrot(qmul(chest, quat((0, 0, 1), sign * elbow * n)), [0, -1.0, -0.25])
        bend = unit(down - np.sum(down * way, axis=1, keepdims=True) * way)
        along = (upper ** 2 - lower ** 2 + dist ** 2) / (2 * dist)
        middle = shoulder + way * along[:, None] + bend * np.sqrt(upper ** 2 - along ** 2)[:, None]
        end = shoulder + way * dist[:, None]
        hinge = np.cross(middle - shoulder, end - middle)
        bone = unit(R.WRIST - R.ELBOW) * [sign, 1, 1]
        for name, vec, spin in ((names[1], middle - shoulder, 0.0), (names[2], end - middle, 0.5)):
            turn = qmul(frame(vec, hinge), qinv(self.rig.rest[self.rig.index[name]]),
                        quat(bone, sign * spin * roll * n))
            self.aim(name, turn)
        for name, was in zip(names, free):
            self.set(name, qslerp(was, self.get(name), weight * n))

    def axis(self, name):
        """The bending axis of a joint, in body axes."""
        return qrot(self.rig.rest[self.rig.index[name]], [1.0, 0, 0])

    def fingers(self, side, curl=14.0, thumb=8.0, spread=0.0, fist=0.0):
        """Relaxed fingers: a little more bent from index to little finger; fist 0..1."""
        n = np.ones(self.n)
        for k, name in enumerate(FINGER_NAMES):
            relaxed = np.array([0.9, 1.2, 0.8]) * (0.75 + 0.17 * k)
            full = np.array([72.0, 88.0, 58.0])
            for i in range(3):
                joint = f"{side}{name}{i + 1}"
                angle = curl * relaxed[i] * (1 - fist) + full[i] * fist
                self.set(joint, quat(self.axis(joint), angle * n))
        for i, full in enumerate((22.0, 32.0, 40.0)):
            joint = f"{side}Thumb{i + 1}"
            self.set(joint, quat(self.axis(joint), (thumb * (1 - fist) + full * fist) * n))

    def rotation(self, name):
        """Local rotations for glTF."""
        rig = self.rig
        i = rig.index[name]
        rest = rig.rest[rig.parents[i]]
        return qmul(qinv(rest), self.get(name), rig.rest[i])


def stride(count, name):
    """Fingers move little and need fewer keys: the key interval, in steps."""
    if not any(f in name for f in FINGER_NAMES + ("Thumb",)):
        return 1
    return max(k for k in (1, 2, 3, 4) if count % k == 0)


def tracks(make, rig, times, cubic=(), only=None, loop=True, still=1e-6):
    """Sample a motion into tracks.

    make(t) builds the Motion at an array of times; cubic names joints keyed with
    tangents, the rest are linear; joints that never rotate get two keys.
    """
    e = 1e-4
    late, early = times + e, times - e
    if not loop:
        late, early = np.minimum(late, times[-1]), np.maximum(early, 0)
    at, after, before = make(times), make(late), make(early)
    span = (late - early)[:, None]
    out = []

    def put(node, path, keys, up, down):
        if loop:
            keys[-1] = keys[0]
        if path == "rotation":
            keys = continuous(keys)
            if keys[0] @ rig.local_rest(rig.index[node])[1] < 0:
                keys = -keys                        # the same hemisphere as the rest pose
        track = dict(node=node, path=path, mode="LINEAR")
        if np.max(np.abs(keys - keys[0])) < still:
            track.update(times=times[[0, -1]], values=keys[[0, 0]])
        elif node in cubic:
            if path == "rotation":
                up, down = (k * np.where(np.sum(k * keys, axis=1) < 0, -1.0, 1.0)[:, None]
                            for k in (up, down))
            slope = (up - down) / span
            if loop:
                slope[-1] = slope[0] * (-1.0 if path == "rotation" and keys[-1] @ keys[0] < 0 else 1.0)
            keep = slice(None, None, stride(len(times) - 1, node))
            values = np.stack([slope, keys, slope], axis=1)[keep]
            track.update(mode="CUBICSPLINE", times=times[keep], values=values.reshape(-1, keys.shape[1]))
        else:
            keep = slice(None, None, stride(len(times) - 1, node))
            track.update(times=times[keep], values=keys[keep])
        out.append(track)

    if only is None:
        put("Hips", "translation", at.hips.copy(), after.hips, before.hips)
    for name in rig.names:
        if name in at.turn and (only is None or name in only):
            put(name, "rotation", *(unit(m.rotation(name)) for m in (at, after, before)))
    return out
