// One thick line per instance: a strip of four corners.
#include "frame.glsl"

layout(location = 0) in vec3 inStart;
layout(location = 1) in vec4 inStartColor;
layout(location = 2) in vec3 inEnd;
layout(location = 3) in vec4 inEndColor;

uniform float halfWidth;  // in pixels

noperspective out vec2 position;  // pixels along and across, from the start
noperspective out float span;     // length of the line in pixels
noperspective out vec4 lineColor;

// Clips a-b to the part in front of the eye; returns the new a.
vec4 cutAtNear(vec4 a, vec4 b) {
  const float kNear = 1e-4;
  return a.w < kNear && b.w > kNear ? mix(a, b, (kNear - a.w) / (b.w - a.w)) : a;
}

void main() {
  vec4 start = clipFromWorld * vec4(inStart, 1.0);
  vec4 end = clipFromWorld * vec4(inEnd, 1.0);
  vec4 a = cutAtNear(start, end);
  vec4 b = cutAtNear(end, start);
  if (a.w < 1e-5 || b.w < 1e-5) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return;
  }
  vec2 halfPicture = 0.5 * picture.xy;
  vec2 from = a.xy / a.w * halfPicture;
  vec2 to = b.xy / b.w * halfPicture;
  span = distance(from, to);
  vec2 along = span > 1e-4 ? (to - from) / span : vec2(1.0, 0.0);
  vec2 across = vec2(-along.y, along.x);

  float reach = halfWidth + 1.0;
  bool atEnd = (gl_VertexID & 1) == 1;
  position = vec2(atEnd ? span + reach : -reach, (gl_VertexID & 2) == 0 ? -reach : reach);
  vec2 pixel = from + along * position.x + across * position.y;
  lineColor = atEnd ? inEndColor : inStartColor;
  gl_Position = vec4(pixel / halfPicture, 0.0, 1.0);
}
