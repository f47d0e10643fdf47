// A horizontal rectangle at floor height, as a strip of four corners.
#include "frame.glsl"

out vec3 worldPosition;

uniform vec4 rectangle;  // min x, min z, max x, max z

void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  vec2 position = mix(rectangle.xy, rectangle.zw, corner);
  worldPosition = vec3(position.x, ground.y, position.y);
  gl_Position = clipFromWorld * vec4(worldPosition, 1.0);
}
