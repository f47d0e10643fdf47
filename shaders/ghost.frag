// The model at another time: one color, faint where the surface faces the eye, strong at grazing angles.
#include "frame.glsl"
#include "display.glsl"
#include "base_color.glsl"

in vec3 worldPosition;
in vec3 worldNormal;

out vec4 outColor;

uniform vec4 ghostColor;

void main() {
#if MASKED
  if (baseColor().a < alphaCutoff) discard;
#endif
  vec3 toEye = normalize(eye.xyz - worldPosition);
  vec3 normal = worldNormal;
  if (dot(normal, normal) < 0.25) normal = cross(dFdx(worldPosition), dFdy(worldPosition));  // the mesh has no normals
  float facing = abs(dot(normal, toEye)) * inversesqrt(max(dot(normal, normal), 1e-30));
  float grazing = (1.0 - facing) * sqrt(1.0 - facing);
  vec3 color = encodeSrgb(ghostColor.rgb);
  color = mix(color, picture.w > 0.0 ? 0.5 + 0.5 * color : 0.6 * color, 0.8 * grazing);
  float alpha = clamp(ghostColor.a, 0.0, 1.0);
  outColor = vec4(color, mix(0.5 * alpha, sqrt(alpha), grazing));
}
