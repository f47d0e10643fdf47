// The model's shadow on the floor, drawn only where it falls. Display colours, premultiplied alpha.
#include "frame.glsl"
#include "shadow.glsl"
#include "floor.glsl"

in vec3 worldPosition;
out vec4 outColor;

void main() {
  bool dark = picture.w > 0.0;
  float seen = seenFromAbove(worldPosition) * floorFade(worldPosition.xz);
  float shadow = (1.0 - sunlight(worldPosition)) * seen * (dark ? 0.58 : 0.44);
  outColor = vec4((dark ? vec3(0.035, 0.040, 0.055) : vec3(0.16, 0.18, 0.23)) * shadow, shadow);
}
