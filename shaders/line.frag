// A line with round caps and an antialiased edge, in its own color or as the dark rim below it.
#include "display.glsl"

noperspective in vec2 position;
noperspective in float span;
noperspective in vec4 lineColor;

uniform float halfWidth;
uniform float rimAlpha;  // above 0: the rim

out vec4 outColor;

void main() {
  float lineDistance = length(vec2(position.x - clamp(position.x, 0.0, span), position.y));
  float coverage = clamp(halfWidth + 0.5 - lineDistance, 0.0, 1.0);
  vec3 color = rimAlpha > 0.0 ? vec3(0.03, 0.035, 0.045) : encodeSrgb(lineColor.rgb);
  float alpha = coverage * lineColor.a * (rimAlpha > 0.0 ? rimAlpha : 1.0);
  outColor = vec4(color * alpha, alpha);
}
