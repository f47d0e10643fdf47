// The floor: a pool of light and a grid that fade into the wall. Display values, premultiplied alpha.
#include "frame.glsl"
#include "display.glsl"
#include "floor.glsl"

in vec3 worldPosition;
out vec4 outColor;

// Coverage of grid lines `width` cells wide. Lines thinner than a pixel fade instead, and cells smaller than two pixels
// turn into their average, which avoids moire (Golus, "The best darn grid shader (yet)", 2023).
float gridLines(vec2 position, float cell, float width) {
  vec2 uv = position / cell;
  vec2 pixel = vec2(length(vec2(dFdx(uv.x), dFdy(uv.x))), length(vec2(dFdx(uv.y), dFdy(uv.y))));
  vec2 drawn = clamp(vec2(width), pixel, vec2(0.5));
  vec2 soft = pixel * 1.5;
  vec2 distanceToLine = 1.0 - abs(fract(uv) * 2.0 - 1.0);
  vec2 lines = smoothstep(drawn + soft, drawn - soft, distanceToLine) * clamp(width / drawn, 0.0, 1.0);
  lines = mix(lines, vec2(width), clamp(pixel * 2.0 - 1.0, 0.0, 1.0));
  return mix(lines.x, 1.0, lines.y);
}

// Coverage of the line where `position` is 0, about `pixels` wide.
float axisLine(float position, float pixels) {
  float pixel = max(fwidth(position), 1e-9);
  return clamp(0.5 * pixels + 0.5 - abs(position) / pixel, 0.0, 1.0);
}

void over(inout vec4 below, vec3 color, float alpha) { below = below * (1.0 - alpha) + vec4(color, 1.0) * alpha; }

void main() {
  bool dark = picture.w > 0.0;
  float fade = floorFade(worldPosition.xz);
  float above = seenFromAbove(worldPosition);
  vec4 floor_ = vec4(0.0);
  over(floor_, dark ? vec3(0.310, 0.325, 0.355) : vec3(0.850, 0.857, 0.868), 0.80 * fade * above);

  float cell = grid.x;
  vec3 ink = dark ? vec3(0.62, 0.66, 0.72) : vec3(0.32, 0.35, 0.40);
  float gridFade = fade * mix(0.2, 1.0, above);
  vec2 turned = vec2(floorTurn.x * worldPosition.x + floorTurn.y * worldPosition.z,
                     floorTurn.x * worldPosition.z - floorTurn.y * worldPosition.x);
  vec2 onGrid = turned + floorOffset.xy;
  vec2 fromAxes = turned + floorOffset.zw;
  over(floor_, ink, 0.20 * gridFade * gridLines(onGrid, cell * 0.1, 0.016));
  over(floor_, ink, 0.42 * gridFade * gridLines(onGrid, cell, 0.004));
  over(floor_, vec3(0.78, 0.29, 0.29), 0.55 * gridFade * axisLine(fromAxes.y, picture.z));
  over(floor_, vec3(0.29, 0.49, 0.85), 0.55 * gridFade * axisLine(fromAxes.x, picture.z));
  outColor = vec4(floor_.rgb + dither(gl_FragCoord.xy) * floor_.a, floor_.a);
}
