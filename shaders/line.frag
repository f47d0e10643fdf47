// A line with round ends and a soft edge of one pixel, in its own colour or as the dark rim beneath.
#include "display.glsl"

noperspective in vec2 place;
noperspective in float span;
noperspective in vec4 lineColor;

uniform float halfWidth;
uniform float rimAlpha;  // above 0: the rim

out vec4 outColor;

void main() {
  float away = length(vec2(place.x - clamp(place.x, 0.0, span), place.y));
  float coverage = clamp(halfWidth + 0.5 - away, 0.0, 1.0);
  vec3 color = rimAlpha > 0.0 ? vec3(0.03, 0.035, 0.045) : encodeSrgb(lineColor.rgb);
  float alpha = coverage * lineColor.a * (rimAlpha > 0.0 ? rimAlpha : 1.0);
  outColor = vec4(color * alpha, alpha);
}
