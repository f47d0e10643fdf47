// How much of the sky a ball hides from a point of the floor: cosine * (radius / distance)^2, faded out towards the square's edge.
#include "frame.glsl"
#include "floor.glsl"

in vec3 worldPosition;
flat in vec4 part;
out vec4 outColor;

void main() {
  float height = max(part.y - ground.y, 0.35 * part.w);
  vec2 aside = worldPosition.xz - part.xz;
  float squared = dot(aside, aside) + height * height;
  float hidden = height * inversesqrt(squared) * min(part.w * part.w / squared, 1.0);
  float reach = 1.4 * part.w + 0.8 * max(part.y - ground.y, 0.0);
  hidden *= max(1.0 - dot(aside, aside) / (reach * reach), 0.0);
  float alpha = hidden * seenFromAbove(worldPosition) * floorFade(worldPosition.xz) * (picture.w > 0.0 ? 0.50 : 0.40);
  outColor = vec4((picture.w > 0.0 ? vec3(0.035, 0.040, 0.055) : vec3(0.16, 0.18, 0.23)) * alpha, alpha);
}
