// Display values, premultiplied alpha.
#include "display.glsl"

in vec4 bandColor;
out vec4 outColor;

void main() { outColor = vec4(encodeSrgb(bandColor.rgb) * bandColor.a, bandColor.a); }
