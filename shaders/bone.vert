// A bone as an octahedron, one per instance: eight faces, a core line along its axis that keeps the thinnest bone
// visible, and a dark rim around both. Core and rim have a constant width in pixels.
#include "frame.glsl"

layout(location = 0) in vec3 inFrom;
layout(location = 1) in vec3 inTo;
layout(location = 2) in float inWidth;
layout(location = 3) in vec4 inColor;

flat out vec4 boneColor;              // linear, lit
noperspective out vec3 fromFaceEdges; // 0 at each edge of a face, 1 at the opposite corner; above 1 on core and rim

invariant gl_Position;

const int kFaceVertices = 8 * 3;
const int kStripVertices = 4 * 3;
const int kAxis = 12;            // index of the axis strip, after the 12 edges
const float kHalfCore = 0.75;    // in line widths
const float kRim = 1.1;          // maximum, in line widths; thinner on small bones
const float kNear = 1e-4;

// Two axes perpendicular to the bone: those of a rest direction, rotated to the bone's by the shortest arc. The rest
// direction is symmetric to left and right, and the singularity opposite to it (up and back) is rarely passed.
mat2x3 sidesOf(vec3 axis) {
  const vec3 kRestSide = vec3(0.0, -0.5, 0.8660254);
  vec3 halfway = kRestSide + axis;
  float size = dot(halfway, halfway);
  if (size < 1e-6) return mat2x3(vec3(1.0, 0.0, 0.0), vec3(0.0, -0.8660254, -0.5));
  vec3 side = vec3(1.0, 0.0, 0.0) - 2.0 * halfway.x / size * halfway;  // kRestSide has no x
  return mat2x3(side, cross(axis, side));
}

// Clips a-b to the part in front of the eye; returns the new a.
vec4 cutAtNear(vec4 a, vec4 b) { return a.w < kNear && b.w > kNear ? mix(a, b, (kNear - a.w) / (b.w - a.w)) : a; }

// One corner of a strip around a-b with pointed ends, in clip space; depths.x at a, depths.y at b.
vec4 stripCorner(vec4 a, vec4 b, float halfWidth, int vertex, vec2 depths) {
  const int kFan[kStripVertices] = int[](0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 5);
  const vec2 kCorners[6] = vec2[](vec2(-1, 0), vec2(0, -1), vec2(0, -1), vec2(1, 0), vec2(0, 1), vec2(0, 1));
  vec2 halfPicture = 0.5 * picture.xy;
  vec2 start = a.xy / a.w * halfPicture;
  vec2 end = b.xy / b.w * halfPicture;
  float span = distance(start, end);
  vec2 along = span > 1e-3 ? (end - start) / span : vec2(1.0, 0.0);
  vec2 across = vec2(-along.y, along.x);
  int corner = kFan[vertex];
  bool atEnd = corner >= 2 && corner <= 4;
  vec2 out_ = kCorners[corner] * halfWidth;
  vec2 pixel = (atEnd ? end : start) + along * out_.x + across * out_.y;
  return vec4(pixel / halfPicture, atEnd ? depths.y : depths.x, 1.0);
}

// A light above and to the left of the eye, and some ambient light.
float lightOn(vec3 normal) {
  const vec3 kLight = vec3(-0.62, 0.52, 0.59);
  float toLight = 0.5 + 0.5 * dot(mat3(viewFromWorld) * normal, kLight);
  return 0.16 + 0.92 * toLight * toLight;
}

void main() {
  gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
  fromFaceEdges = vec3(2.0);
  boneColor = inColor;
  vec3 whole = inTo - inFrom;
  float span = length(whole);
  if (!(span > 1e-6 * eye.w && span < 1e6 * eye.w)) return;  // zero length, or not finite

  vec3 axis = whole / span;
  float width = inWidth > 0.0 ? min(inWidth, span) : 0.0;
  vec3 waist = inFrom + axis * clamp(1.2 * width, 0.1 * span, 0.4 * span);
  mat2x3 sides = width * sidesOf(axis);
  vec3 points[6] = vec3[](inFrom, waist + sides[0], waist + sides[1], waist - sides[0], waist - sides[1], inTo);

  if (gl_VertexID < kFaceVertices) {
    int face = gl_VertexID / 3;
    int corner = gl_VertexID - 3 * face;
    int side = 1 + (face & 3);
    int next = 1 + ((face + 1) & 3);
    ivec3 corners = face < 4 ? ivec3(side, next, 5) : ivec3(next, side, 0);
    vec3 normal = cross(points[corners.y] - points[corners.x], points[corners.z] - points[corners.x]);
    normal *= inversesqrt(max(dot(normal, normal), 1e-30));
    boneColor.rgb *= lightOn(normal);
    fromFaceEdges = vec3(corner == 0, corner == 1, corner == 2);
    gl_Position = clipFromWorld * vec4(points[corners[corner]], 1.0);
    return;
  }

  int strip = (gl_VertexID - kFaceVertices) / kStripVertices - 1;  // -1: the core
  int vertex = (gl_VertexID - kFaceVertices) - (strip + 1) * kStripVertices;
  ivec2 ends = strip < 0 || strip == kAxis ? ivec2(0, 5)
             : strip < 4 ? ivec2(1 + strip, 1 + ((strip + 1) & 3))
             : ivec2(strip < 8 ? 0 : 5, 1 + (strip & 3));
  vec4 first = clipFromWorld * vec4(points[ends.x], 1.0);
  vec4 second = clipFromWorld * vec4(points[ends.y], 1.0);
  vec4 a = cutAtNear(first, second);
  vec4 b = cutAtNear(second, first);
  if (a.w < 0.5 * kNear || b.w < 0.5 * kNear) return;
  if (strip < 0) {
    boneColor.rgb *= 0.75;
    gl_Position = stripCorner(a, b, kHalfCore * picture.z, vertex, vec2(a.z / a.w, b.z / b.w));
    return;
  }
  // The rim lies behind the whole bone, each strip slightly behind the previous one, so that no two fight for a pixel.
  float back = -1.0;
  for (int i = 0; i < 6; ++i) {
    vec4 point = clipFromWorld * vec4(points[i], 1.0);
    if (point.w > kNear) back = max(back, point.z / point.w);
  }
  back = min(back + 1e-6 * float(2 + strip), 0.99999);
  boneColor.rgb *= 0.06;
  float verticalScale = length(vec3(clipFromWorld[0][1], clipFromWorld[1][1], clipFromWorld[2][1]));
  float waistPixels = width * verticalScale * 0.5 * picture.y / max(a.w, b.w);
  float rimWidth = clamp(0.22 * waistPixels / picture.z, 0.5, kRim);
  gl_Position = stripCorner(a, b, (rimWidth + (strip == kAxis ? kHalfCore : 0.0)) * picture.z, vertex, vec2(back));
}
