// How much of the sky a sphere hides from a point on the floor: cosine * (radius / distance)^2, faded out toward the
// edge of the square.
#include "frame.glsl"
#include "floor.glsl"

in vec3 worldPosition;
flat in vec4 occluder;
out vec4 outColor;

void main() {
  float height = max(occluder.y - ground.y, 0.35 * occluder.w);
  vec2 offset = worldPosition.xz - occluder.xz;
  float squared = dot(offset, offset) + height * height;
  float hidden = height * inversesqrt(squared) * min(occluder.w * occluder.w / squared, 1.0);
  float reach = 1.4 * occluder.w + 0.8 * max(occluder.y - ground.y, 0.0);
  hidden *= max(1.0 - dot(offset, offset) / (reach * reach), 0.0);
  float alpha = hidden * seenFromAbove(worldPosition) * floorFade(worldPosition.xz) * (picture.w > 0.0 ? 0.50 : 0.40);
  outColor = vec4((picture.w > 0.0 ? vec3(0.035, 0.040, 0.055) : vec3(0.16, 0.18, 0.23)) * alpha, alpha);
}
