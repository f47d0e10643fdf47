// The model's shadow on the floor, drawn only where it falls: sharp at what touches the floor, softer the higher that is which
// casts it (Fernando, "Percentage-closer soft shadows", 2005). Display colours, premultiplied alpha.
#include "frame.glsl"
#include "shadow.glsl"
#include "floor.glsl"

in vec3 worldPosition;
out vec4 outColor;

uniform sampler2D shadowDepth;  // the shadow map, not compared

const float kSunSize = 0.045;      // tangent of the angle that the light fills
const float kSoftest = 8.0;        // texels; further apart the taps would show
const int kSearchTaps = 12;
const int kTaps = 12;

// Points evenly over a disc (Vogel 1979).
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
  if (found == 0 || found == kSearchTaps) return found == 0 ? 1.0 : 0.0;  // the edge is further away than it is soft
  float above = position.z - depths / float(found);  // of the map's depth, which is as long as the map is wide
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
