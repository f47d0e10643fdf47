// Resolves the multisampled scene. Samples are display values already (display.glsl says where exposure and tone curve
// come in); averaging their squares approximates averaging light.
uniform sampler2DMS samples;
uniform int sampleCount;
uniform bool keepAlpha;      // samples are premultiplied, the result is not,
uniform bool premultiplied;  // except for drawing over it

out vec4 outColor;

vec4 straightMean(ivec2 pixel) {
  vec4 sum = vec4(0.0);
  for (int i = 0; i < sampleCount; ++i) {
    vec4 next = texelFetch(samples, pixel, i);
    if (next.a > 0.0) sum += vec4(next.rgb / next.a * (next.rgb / next.a), 1.0) * next.a;
  }
  return vec4(sum.a > 0.0 ? sqrt(sum.rgb / sum.a) : vec3(0.0), sum.a / float(sampleCount));
}

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  if (keepAlpha) {
    outColor = straightMean(pixel);
    if (premultiplied) outColor.rgb *= outColor.a;
    return;
  }
  vec3 first = texelFetch(samples, pixel, 0).rgb;
  vec3 sum = first * first;
  for (int i = 1; i < sampleCount; ++i) {
    vec3 next = texelFetch(samples, pixel, i).rgb;
    sum += next * next;
  }
  outColor = vec4(sqrt(sum / float(sampleCount)), 1.0);
}
