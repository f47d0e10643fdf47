// The studio wall, behind all meshes.
#include "frame.glsl"
#include "display.glsl"
#include "background.glsl"

in vec2 pictureUv;
out vec4 outColor;

void main() {
  vec3 wall = background(pictureUv, picture.x / picture.y, picture.w > 0.0);
  outColor = vec4(wall + dither(gl_FragCoord.xy), 1.0);
}
