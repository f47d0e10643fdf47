#!/usr/bin/env python3
"""How calm a fade can be at best: least_acceleration.py PROGRAM MODEL

For every ordered pair of at most 12 clips, from 20 % and 60 % of the first one, and for each length of a fade: each joint
must get from its rotation and velocity in the first clip to those in the second. The least acceleration that does it is
full acceleration one way and then the other (bang-bang). Its change of velocity in 1/240 s is compared as `crossfade
check` compares that of a fade: with the largest one in the two clips, or 15 degrees per second for joints that hold still.
Prints median / 95th percentile / maximum of the worst joint of each fade.
"""
import json
import math
import subprocess
import sys

STEP = 1 / 240
STILL = math.radians(15)
LENGTHS = (0.2, 0.3, 0.4, 0.6)


def output(*arguments):
    return json.loads(subprocess.run([*arguments], capture_output=True, text=True, check=True).stdout)


def rotation_between(a, b):
    """The rotation vector of conj(a) * b."""
    ax, ay, az, aw = -a[0], -a[1], -a[2], a[3]
    bx, by, bz, bw = b
    x, y = aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx
    z, w = aw * bz + ax * by - ay * bx + az * bw, aw * bw - ax * bx - ay * by - az * bz
    if w < 0:
        x, y, z, w = -x, -y, -z, -w
    sine = math.sqrt(x * x + y * y + z * z)
    scale = 2 * math.atan2(sine, w) / sine if sine > 1e-12 else 0
    return x * scale, y * scale, z * scale


class Clip:
    def __init__(self, program, model, name, duration):
        count = max(3, round(duration / STEP))
        times = ",".join(f"{i * STEP:.9g}" for i in range(count))
        trace = output(program, "pose", model, "--clip", name, "--times", times)
        self.duration = duration
        self.joints = sorted({joint for skin in trace["skins"] for joint in skin["joints"]})
        poses = [entry for entry in trace["entries"] if entry["kind"] == "clip"][-1]["poses"]
        self.rotations = [[local[3:7] for local in pose["local"]] for pose in poses]

    def index(self, time):
        return min(int((time % self.duration) / STEP + 0.5), len(self.rotations) - 1)

    def rotation(self, joint, time):
        return self.rotations[self.index(time)][joint]

    def velocity(self, joint, time):
        middle = min(max(self.index(time), 1), len(self.rotations) - 2)
        turn = rotation_between(self.rotations[middle - 1][joint], self.rotations[middle + 1][joint])
        return [component / (2 * STEP) for component in turn]

    def largest_change(self, joint):
        """Of the velocity within a step, in radians per second."""
        frames = [frame[joint] for frame in self.rotations]
        turns = [rotation_between(a, b) for a, b in zip(frames, frames[1:])]
        return max(math.dist(a, b) / STEP for a, b in zip(turns, turns[1:]))


def least_acceleration(way, before, after, seconds):
    """For `way` radians from velocity `before` to `after`: by bisection, in both orders."""
    best = math.inf
    for sign in (1, -1):
        x, v0, v1 = sign * way, sign * before, sign * after

        def reached(a):
            first = (seconds + (v1 - v0) / a) / 2
            rest = seconds - first
            return v0 * seconds + a * (first * first / 2 + first * rest - rest * rest / 2)

        low, high = max(abs(v1 - v0) / seconds, 1e-12), 1e7
        if reached(low) > x + 1e-12 or reached(high) < x:
            continue
        for _ in range(80):
            middle = (low + high) / 2
            low, high = (middle, high) if reached(middle) < x else (low, middle)
        best = min(best, high)
    return best if best < math.inf else abs(after - before) / seconds


def main():
    program, model = sys.argv[1:]
    names = [(clip["name"], clip["duration"]) for clip in output(program, "info", model, "--json")["clips"]]
    clips = [Clip(program, model, name, duration) for name, duration in names if duration > 0][:12]
    changes = [{joint: clip.largest_change(joint) for joint in clip.joints} for clip in clips]
    for seconds in LENGTHS:
        worst = []
        for a, first in enumerate(clips):
            for b, second in enumerate(clips):
                for phase in (0.2, 0.6) if a != b else ():
                    start, ratio = first.duration * phase, 0
                    for joint in first.joints:
                        turn = rotation_between(first.rotation(joint, start), second.rotation(joint, seconds))
                        way = math.hypot(*turn)
                        if way < 1e-6:
                            continue
                        along = [sum(v * t for v, t in zip(clip.velocity(joint, time), turn)) / way
                                 for clip, time in ((first, start), (second, seconds))]
                        change = least_acceleration(way, *along, seconds) * STEP
                        ratio = max(ratio, change / max(STILL, changes[a][joint], changes[b][joint]))
                    worst.append(ratio)
        worst.sort()
        print(f"{seconds} s: {worst[len(worst) // 2]:.2f} / {worst[int(0.95 * (len(worst) - 1))]:.2f} / {worst[-1]:.2f}")


main()
