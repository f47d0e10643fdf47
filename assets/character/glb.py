"""Writes the GLB file."""
import json
import struct
import numpy as np

FLOAT, USHORT, UBYTE = 5126, 5123, 5121


class Glb:
    """Collects the binary chunk and the JSON that points into it."""

    def __init__(self):
        self.blob = bytearray()
        self.views, self.accessors = [], []
        self.shared = {}

    def accessor(self, array, kind, component, target=None, bounds=False, normalized=False):
        """Append an array; the same bytes are stored once."""
        dtype = {FLOAT: "<f4", USHORT: "<u2", UBYTE: "u1"}[component]
        array = np.ascontiguousarray(array, dtype=dtype)
        data = array.tobytes()
        key = (data, kind, component, target)
        if key in self.shared:
            return self.shared[key]
        self.blob += b"\0" * (-len(self.blob) % 4)
        view = {"buffer": 0, "byteOffset": len(self.blob), "byteLength": len(data)}
        if target:
            view["target"] = target
        self.blob += data
        self.views.append(view)
        accessor = {"bufferView": len(self.views) - 1, "componentType": component,
                    "count": len(array), "type": kind}
        if normalized:
            accessor["normalized"] = True
        if bounds:
            accessor["min"] = np.atleast_1d(array.min(axis=0)).astype(float).tolist()
            accessor["max"] = np.atleast_1d(array.max(axis=0)).astype(float).tolist()
        self.accessors.append(accessor)
        self.shared[key] = len(self.accessors) - 1
        return self.shared[key]

    def write(self, path, root):
        """Join JSON and binary into one file."""
        root["accessors"], root["bufferViews"] = self.accessors, self.views
        root["buffers"] = [{"byteLength": len(self.blob)}]
        text = json.dumps(root, separators=(",", ":"), ensure_ascii=True).encode()
        text += b" " * (-len(text) % 4)
        blob = bytes(self.blob) + b"\0" * (-len(self.blob) % 4)
        total = 12 + 8 + len(text) + 8 + len(blob)
        with open(path, "wb") as out:
            out.write(struct.pack("<4sII", b"glTF", 2, total))
            out.write(struct.pack("<I4s", len(text), b"JSON") + text)
            out.write(struct.pack("<I4s", len(blob), b"BIN\0") + blob)


def clean(values, digits=7):
    """Floats rounded for JSON, without negative zero."""
    return [round(float(v), digits) + 0.0 for v in values]


def mesh(glb, skin, materials, morphs):
    """One primitive per material, sharing the mesh; vertices are copied along seams."""
    primitives = []
    for number in range(len(materials)):
        faces = skin["faces"][skin["material"] == number]
        used, index = np.unique(faces, return_inverse=True)
        attributes = {
            "POSITION": glb.accessor(skin["points"][used], "VEC3", FLOAT, 34962, bounds=True),
            "NORMAL": glb.accessor(skin["normals"][used], "VEC3", FLOAT, 34962),
            "JOINTS_0": glb.accessor(skin["joints"][used], "VEC4", UBYTE, 34962),
            "WEIGHTS_0": glb.accessor(skin["weights"][used], "VEC4", FLOAT, 34962),
        }
        if "color" in skin:
            attributes["COLOR_0"] = glb.accessor(skin["color"][used], "VEC4", UBYTE, 34962,
                                                 normalized=True)
        primitive = {"attributes": attributes, "material": number, "mode": 4,
                     "indices": glb.accessor(index.reshape(-1), "SCALAR", USHORT, 34963)}
        if morphs:
            primitive["targets"] = [
                {"POSITION": glb.accessor(delta[used], "VEC3", FLOAT, 34962, bounds=True)}
                for _, delta in morphs]
        primitives.append(primitive)
    out = {"name": "Mannequin", "primitives": primitives}
    if morphs:
        out["weights"] = [0.0] * len(morphs)
        out["extras"] = {"targetNames": [name for name, _ in morphs]}
    return out


def inverse_bind(rig):
    """Inverse bind matrices, column-major."""
    from .maths import q_to_matrix
    out = np.zeros((len(rig.names), 4, 4))
    for i in range(len(rig.names)):
        r = q_to_matrix(rig.rest[i]).T
        out[i, :3, :3], out[i, :3, 3], out[i, 3, 3] = r, -r @ rig.head[i], 1.0
    return out.transpose(0, 2, 1).reshape(-1, 16)


def animation(glb, clip, node_of):
    """One clip: samplers and channels, with its ground speed in extras."""
    samplers, channels = [], []
    for track in clip["tracks"]:
        values = np.asarray(track["values"])
        kind = {"rotation": "VEC4", "weights": "SCALAR"}.get(track["path"], "VEC3")
        if kind == "SCALAR":
            values = values.reshape(-1)
        samplers.append({"input": glb.accessor(track["times"], "SCALAR", FLOAT, bounds=True),
                         "output": glb.accessor(values, kind, FLOAT),
                         "interpolation": track["mode"]})
        channels.append({"sampler": len(samplers) - 1,
                         "target": {"node": node_of[track["node"]], "path": track["path"]}})
    out = {"name": clip["name"], "samplers": samplers, "channels": channels}
    if clip.get("extras"):
        out["extras"] = clip["extras"]
    return out


def save(path, rig, skin, materials, clips, morphs=()):
    """The whole character."""
    glb = Glb()
    nodes = []
    for i, name in enumerate(rig.names):
        t, r = rig.local_rest(i)
        node = {"name": name, "translation": clean(t), "rotation": clean(r, 9)}
        children = [k for k, p in enumerate(rig.parents) if p == i]
        if children:
            node["children"] = children
        nodes.append(node)
    body = len(nodes)
    nodes.append({"name": "Body", "mesh": 0, "skin": 0})
    node_of = dict(rig.index, Body=body)
    root = {
        "asset": {"version": "2.0", "generator": "Crossfade assets/make_character.py",
                  "copyright": "MIT, the Crossfade authors"},
        "scene": 0, "scenes": [{"name": "Scene", "nodes": [0, body]}], "nodes": nodes,
        "meshes": [mesh(glb, skin, materials, morphs)], "materials": materials,
        "skins": [{"name": "Skeleton", "skeleton": 0, "joints": list(range(body)),
                   "inverseBindMatrices": glb.accessor(inverse_bind(rig), "MAT4", FLOAT)}],
        "animations": [animation(glb, c, node_of) for c in clips],
    }
    glb.write(path, root)
