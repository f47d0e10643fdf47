// Contact shadow: the soft darkness below one occluder of the model, drawn as a square on the floor.
#include "frame.glsl"

layout(location = 0) in vec4 inOccluder;  // center and radius of a sphere

out vec3 worldPosition;
flat out vec4 occluder;

void main() {
  float height = max(inOccluder.y - ground.y, 0.0);
  occluder = inOccluder;
  float reach = height < 3.0 * inOccluder.w ? 1.4 * inOccluder.w + 0.8 * height : 0.0;  // too high to be seen
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
  worldPosition = vec3(inOccluder.x + corner.x * reach, ground.y, inOccluder.z + corner.y * reach);
  gl_Position = clipFromWorld * vec4(worldPosition, 1.0);
}
