// A strip of triangles on the floor.
#include "frame.glsl"

layout(location = 0) in vec3 inPosition;
layout(location = 1) in vec4 inColor;

out vec4 bandColor;

void main() {
  bandColor = inColor;
  gl_Position = clipFromWorld * vec4(inPosition, 1.0);
}
