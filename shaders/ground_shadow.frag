// The model's shadow on the floor, over the rectangle it can reach: sharp at the point of contact, softer with the
// height of the caster (Fernando, "Percentage-closer soft shadows", 2005). Display values, premultiplied alpha.
#include "frame.glsl"
#include "shadow.glsl"
#include "floor.glsl"

in vec3 worldPosition;
out vec4 outColor;

uniform sampler2D shadowDepth;  // the shadow map as plain depths

const float kSunSize = 0.045;      // tangent of the sun's angular size
const float kSoftest = 8.0;        // texels; a larger kernel would show its taps
const int kSearchTaps = 12;
const int kTaps = 12;

// Points evenly spread over a disc (Vogel 1979).
vec2 onDisc(int index, int count) {
  float angle = 2.39996323 * float(index);
  return sqrt((float(index) + 0.5) / float(count)) * vec2(cos(angle), sin(angle));
}

float softSunlight(vec3 world) {
  vec3 position = (shadowTextureFromWorld * vec4(world, 1.0)).xyz;
  position.z = min(position.z, 0.9999);
  float texel = 1.0 / float(textureSize(shadowDepth, 0).x);
  float depths = 0.0;
  int found = 0;
  for (int i = 0; i < kSearchTaps; ++i) {
    float depth = textureLod(shadowDepth, position.xy + kSoftest * texel * onDisc(i, kSearchTaps), 0.0).r;
    if (depth < position.z) {
      depths += depth;
      ++found;
    }
  }
  // Farther from any edge than the shadow is soft.
  if (found == 0 || found == kSearchTaps) return found == 0 ? 1.0 : 0.0;
  float above = position.z - depths / float(found);  // in units of the map's depth range, which equals its width
  float reach = clamp(above * kSunSize / texel, 1.0, kSoftest) * texel;
  float lit = 0.0;
  for (int i = 0; i < kTaps; ++i) lit += texture(shadowMap, position + vec3(reach * onDisc(i, kTaps), 0.0));
  return lit / float(kTaps);
}

void main() {
  bool dark = picture.w > 0.0;
  float seen = seenFromAbove(worldPosition) * floorFade(worldPosition.xz);
  if (seen < 0.002) discard;
  float shadow = (1.0 - softSunlight(worldPosition)) * seen * (dark ? 0.58 : 0.44);
  outColor = vec4((dark ? vec3(0.035, 0.040, 0.055) : vec3(0.16, 0.18, 0.23)) * shadow, shadow);
}
