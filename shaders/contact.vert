// The soft darkness that one rounded part of the model leaves on the floor below it: a square per part.
#include "frame.glsl"

layout(location = 0) in vec4 inPart;  // centre and radius of a ball

out vec3 worldPosition;
flat out vec4 part;

void main() {
  float height = max(inPart.y - ground.y, 0.0);
  part = inPart;
  float reach = height < 3.0 * inPart.w ? 1.4 * inPart.w + 0.8 * height : 0.0;  // higher up it leaves nothing to see
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
  worldPosition = vec3(inPart.x + corner.x * reach, ground.y, inPart.z + corner.y * reach);
  gl_Position = clipFromWorld * vec4(worldPosition, 1.0);
}
