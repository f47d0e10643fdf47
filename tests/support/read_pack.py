#!/usr/bin/env python3
"""Reads a pack as docs/pack_format.md describes it, and prints it in the form of `crossfade info FILE --json`.

    read_pack.py hero.xfade               prints JSON
    read_pack.py hero.xfade info.json     compares with that file; prints the first difference and ends with 1
"""
import json
import math
import struct
import sys

SECTIONS = [("names", 1), ("joints", 56), ("morphs", 12), ("values", 12), ("poseValues", 12), ("skins", 16),
            ("skinJoints", 68), ("clips", 40), ("tracks", 28), ("arrays", 8), ("keys", 4), ("roots", 40),
            ("contacts", 64), ("feet", 24), ("intervals", 16), ("markers", 16), ("masks", 8), ("maskWeights", 4),
            ("curves", 16), ("curveKeys", 56), ("transitions", 64), ("packedTracks", 24), ("events", 40),
            ("blendSpaces", 16), ("blendSamples", 32)]
CHANNELS = ["translation", "rotation", "scale", "weights", "values", "selection"]
INTERPOLATIONS = ["STEP", "LINEAR", "SMOOTH", "BEZIER", "CUBICSPLINE"]


BANDS = [0, 1, 2, 3, 4, 6, 8, 10, 13, 17, 24, 33]


class Bits:
    """Numbers of a few bits, from the lowest one up."""

    def __init__(self, words, first):
        self.all = int.from_bytes(struct.pack("<%dI" % (len(words) - first), *words[first:]), "little")

    def take(self, width):
        taken, self.all = self.all & ((1 << width) - 1), self.all >> width
        return taken

    def signed(self, width):
        taken = self.take(width)
        return taken - (1 << width) if taken >> (width - 1) else taken


def curves(frame, frames):
    """Gram polynomials of degree 0 to frames - 1 at one frame."""
    def a(k):
        return k / (frames - 1) * math.sqrt((frames * frames - k * k) / (4 * k * k - 1)) if k else 0
    y, made = 2 * frame / (frames - 1) - 1, [1 / math.sqrt(frames)]
    for k in range(frames - 1):
        made.append((y * made[k] - a(k) * (made[k - 1] if k else 0)) / a(k + 1))
    return made


def segment_at(words, first, frames, frame, targets):
    """The values of each animated track at one frame of a segment."""
    bits, curve, values = Bits(words, first), curves(frame, frames), []

    def sums(components, rotates):
        step = 2 ** (4 - bits.take(8) / 4)
        omitted = bits.take(3) if rotates else 4
        components -= omitted < 4
        widths = [bits.take(5)]
        while BANDS[len(widths)] < frames:
            widths.append(min(31, max(0, widths[-1] + bits.take(4) - 11)))
        made = [0] * components
        for band, width in enumerate(widths):
            for degree in range(BANDS[band], min(BANDS[band + 1], frames)) if width else ():
                for i in range(components):
                    made[i] += bits.signed(width) * step * curve[degree]
        return made, omitted

    for target in targets:
        channel, size = target >> 20 & 7, target >> 24
        if not target >> 23 & 1:
            continue
        if channel == 1:
            value, omitted = sums(4, True)
            if omitted < 4:
                value.insert(omitted, math.sqrt(max(0, 1 - sum(x * x for x in value))))
            length = math.sqrt(sum(x * x for x in value))
            value = [x / length for x in value]
        elif channel < 3:
            value, _ = sums(3, False)
        else:
            value = [sums(1, False)[0][0] for _ in range(size)]
        values.append(value)
    return values


class Pack:
    def __init__(self, block):
        magic, self.version, count, size = struct.unpack_from("<8sIIQ", block)
        assert magic == b"xfade\r\n\x1a" and self.version in (1, 2, 3, 4, 5) and size == len(block)
        assert count == (20 + self.version if self.version < 4 else 25)
        self.block, self.next, self.end = block, {}, {}
        for i, (name, stride) in enumerate(SECTIONS[:count]):
            offset, records, bytes_each = struct.unpack_from("<QII", block, 24 + 16 * i)
            assert bytes_each == stride and offset % 16 == 0 and offset + records * stride <= size, name
            self.next[name], self.end[name] = offset, offset + records * stride
        self.names = self.next["names"]
        self.keys = self.next["keys"]
        keys = self.take_all("keys", "f")
        self.places = self.take_all("arrays", "II")
        self.arrays = [[v for (v,) in keys[offset:offset + n]] for offset, n in self.places]

    def take(self, section, form):
        record = struct.unpack_from("<" + form, self.block, self.next[section])
        self.next[section] += dict(SECTIONS)[section]
        assert self.next[section] <= self.end[section], section
        return record

    def take_all(self, section, form):
        records = []
        while self.next[section] < self.end[section]:
            records.append(self.take(section, form))
        return records

    def name(self, offset, length):
        return self.block[self.names + offset:self.names + offset + length].decode("utf-8")

    def track(self):
        node, channel, interpolation, size, times, values, tangents = self.take("tracks", "iIIIIII")
        times, values = self.arrays[times], self.arrays[values]
        per_key = len(values) // len(times)
        return {"node": node, "channel": CHANNELS[channel], "interpolation": INTERPOLATIONS[interpolation],
                "keys": len(times), "components": size, "times": [times[0], times[-1]], "first": values[:per_key],
                "last": values[-per_key:], "tangents": 0 if tangents == 0xffffffff else len(self.arrays[tangents])}

    def words(self, array):
        offset, count = self.places[array]
        return struct.unpack_from("<%dI" % count, self.block, self.keys + 4 * offset)

    def packed(self):
        targets, constants, words, intervals, segment_intervals, _ = self.take("packedTracks", "IIIiiI")
        targets, constants, words = self.words(targets), list(self.arrays[constants]), self.words(words)
        tracks = []
        for target in targets:
            size, animated = target >> 24, target >> 23 & 1
            track = {"node": target & 0xfffff, "channel": CHANNELS[target >> 20 & 7],
                     "frames": intervals + 1 if animated else 1}
            if not animated:
                track["first"] = track["last"] = constants[:size]
                constants = constants[size:]
            tracks.append(track)
        assert not constants
        count = (intervals - 1) // segment_intervals + 1 if intervals else 0
        if count:
            for key, segment in (("first", 0), ("last", count - 1)):
                frames = min(segment_intervals, intervals - segment * segment_intervals) + 1
                values = segment_at(words, words[segment], frames, 0 if key == "first" else frames - 1, targets)
                for track, value in zip((t for t in tracks if t["frames"] > 1), values):
                    track[key] = value
        return {"intervals": intervals, "segmentIntervals": segment_intervals, "bytes": 4 * len(words),
                "tracks": tracks}

    def root(self):
        duration, x, y, z, joint, flags = self.take("roots", "ddddiI")
        root = {"joint": joint, "duration": duration, "pivot": [x, y, z]}
        if flags & 1:
            root["translation"] = self.track()
        if flags & 2:
            root["turn"] = self.track()
        return root

    def intervals(self, count):
        return [list(self.take("intervals", "dd")) for _ in range(count)]

    def contacts(self):
        x, y, z, floor, lift, duration, flights, cyclic, feet, _ = self.take("contacts", "ddddddiIII")
        contacts = {"groundVelocity": [x, y, z], "floor": floor, "lift": lift, "flights": flights,
                    "duration": duration, "cyclic": cyclic == 1, "feet": []}
        for _ in range(feet):
            offset, length, foot, heel, toe, _ = self.take("feet", "IIIIII")
            contacts["feet"].append({"name": self.name(offset, length), "foot": self.intervals(foot),
                                     "heel": self.intervals(heel), "toe": self.intervals(toe)})
        return contacts

    def clip(self):
        offset, length, duration, encoding, blend, flags, tracks, in_place, markers = self.take("clips", "IIdIIIIII")
        assert encoding in (0, 1)
        clip = {"name": self.name(offset, length), "duration": duration, "additive": blend == 1}
        if encoding == 1:
            clip["packed"] = self.packed()
        clip["tracks"] = [self.track() for _ in range(tracks)]
        if flags & 8:
            clip["inPlacePacked"] = self.packed()
        if flags & 1:
            clip["inPlace"] = [self.track() for _ in range(in_place)]
        if flags & 2:
            clip["root"] = self.root()
        if flags & 4:
            clip["contacts"] = self.contacts()
        clip["markers"] = []
        for _ in range(markers):
            offset, length, time = self.take("markers", "IId")
            clip["markers"].append({"name": self.name(offset, length), "time": time})
        return clip

    def transition(self):
        from_, to, fields, kind, shape, curve, sync, mask, seconds, from_phase, to_phase, ends, _ = self.take(
            "transitions", "iiIIIiIidddII")
        made = {"from": from_, "to": to}
        kinds = ["classic", "linear", "curve", "frozen", "inertial", "dead"]
        for flag, key, value in ((1, "seconds", seconds), (2, "kind", kinds[kind]),
                                 (4, "shape", ["straight", "smooth", "curve"][shape]),
                                 (8, "sync", ["none", "phase", "markers"][sync]), (16, "mask", mask),
                                 (32, "endsMaskedLayers", ends == 1), (64, "fromPhase", from_phase),
                                 (128, "toPhase", to_phase)):
            if fields & flag:
                made[key] = value
        if fields & 4 and shape == 2:
            made["curve"] = curve
        return made

    def curve(self):
        count, before, after, _ = self.take("curves", "IIII")
        return {"keys": count, "wrap": [before, after], "times": [self.take("curveKeys", "ddddddII")[0]
                                                                  for _ in range(count)]}

    def blend_space(self):
        offset, length, sync, count = self.take("blendSpaces", "IIII")
        samples = [self.take("blendSamples", "dddiI") for _ in range(count)]
        return {"name": self.name(offset, length), "sync": ["none", "phase", "markers"][sync],
                "samples": [{"clip": clip, "at": [x, y], "timeScale": scale} for x, y, scale, clip, _ in samples]}

    def content(self):
        joints = [{"name": self.name(r[0], r[1]), "parent": r[2], "documentIndex": r[3], "translation": list(r[4:7]),
                   "rotation": list(r[7:11]), "scale": list(r[11:14])} for r in self.take_all("joints", "IIii10f")]
        made = {"version": self.version, "joints": joints}
        for section in ("morphs", "values"):
            made[section] = [{"node": n, "offset": o, "count": c} for n, o, c in self.take_all(section, "iii")]
        made["poseValues"] = [{"name": self.name(o, n), "rest": v} for o, n, v in self.take_all("poseValues", "IIf")]
        made["skins"] = []
        for offset, length, count, _ in self.take_all("skins", "IIII"):
            bound = [self.take("skinJoints", "i16f") for _ in range(count)]
            made["skins"].append({"name": self.name(offset, length), "joints": [b[0] for b in bound],
                                  "inverseBinds": [list(b[1:]) for b in bound]})
        made["clips"] = []
        while self.next["clips"] < self.end["clips"]:
            made["clips"].append(self.clip())
        for clip in made["clips"]:
            clip["events"] = []
        while self.next.get("events") != self.end.get("events"):
            offset, length, time, end, value, flags, clip = self.take("events", "IIdddIi")
            event = {"name": self.name(offset, length), "time": time}
            event.update({"end": end} if flags & 1 else {})
            event.update({"value": value} if flags & 2 else {})
            made["clips"][clip]["events"].append(event)
        made["masks"] = [{"name": self.name(o, n), "weights": [self.take("maskWeights", "f")[0] for _ in joints]}
                         for o, n in self.take_all("masks", "II")]
        made["curves"] = []
        while self.next["curves"] < self.end["curves"]:
            made["curves"].append(self.curve())
        made["transitions"] = []
        while self.next["transitions"] < self.end["transitions"]:
            made["transitions"].append(self.transition())
        for cell in made["transitions"]:
            for side in ("from", "to"):
                if cell[side] < -1:
                    assert self.version >= 5
                    cell[side] = {"space": -2 - cell[side]}
        made["blendSpaces"] = []
        while self.next.get("blendSpaces") != self.end.get("blendSpaces"):
            made["blendSpaces"].append(self.blend_space())
        for section, end in self.end.items():
            assert section == "names" or self.next[section] == end, section + " has more records than owners"
        return made


def difference(a, b, where=""):
    """The first one, as a sentence; None if there is none."""
    if isinstance(a, dict) and isinstance(b, dict):
        if a.keys() != b.keys():
            return "%s: %s and %s" % (where, sorted(a), sorted(b))
        pairs = [(a[key], b[key], where + "/" + key) for key in a]
    elif isinstance(a, list) and isinstance(b, list):
        if len(a) != len(b):
            return "%s: %d and %d" % (where, len(a), len(b))
        pairs = [(x, y, "%s/%d" % (where, i)) for i, (x, y) in enumerate(zip(a, b))]
    elif "acked/tracks" in where and isinstance(a, float) and isinstance(b, float):
        return None if abs(a - b) <= 1e-5 * max(1, abs(a)) else "%s: %r and %r" % (where, a, b)
    else:
        return None if a == b else "%s: %r and %r" % (where, a, b)
    return next((found for found in (difference(*pair) for pair in pairs) if found), None)


def main():
    with open(sys.argv[1], "rb") as file:
        content = Pack(file.read()).content()
    if len(sys.argv) < 3:
        print(json.dumps(content, indent=1))
        return 0
    with open(sys.argv[2], encoding="utf-8") as file:
        found = difference(content, json.load(file))
    if found:
        print(found)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
