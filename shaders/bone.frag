// The faces of a bone, with thin dark edges between them; core and rim have none.
#include "frame.glsl"
#include "display.glsl"

flat in vec4 boneColor;
noperspective in vec3 fromFaceEdges;

out vec4 outColor;

void main() {
  vec3 perPixel = vec3(length(vec2(dFdx(fromFaceEdges.x), dFdy(fromFaceEdges.x))),
                       length(vec2(dFdx(fromFaceEdges.y), dFdy(fromFaceEdges.y))),
                       length(vec2(dFdx(fromFaceEdges.z), dFdy(fromFaceEdges.z))));
  vec3 pixels = fromFaceEdges / max(perPixel, 1e-6);
  float edgeDistance = min(pixels.x, min(pixels.y, pixels.z));
  // Edges fade on a face only a few pixels wide, which they would cover.
  float across = 1.0 / max(max(perPixel.x, perPixel.y), max(perPixel.z, 1e-6));
  float edge = (1.0 - smoothstep(0.25, 1.25, edgeDistance / picture.z)) * smoothstep(3.0, 12.0, across / picture.z);
  outColor = vec4(encodeSrgb(boneColor.rgb * (1.0 - 0.6 * edge)), boneColor.a);
}
