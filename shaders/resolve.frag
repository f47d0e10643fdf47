// Resolves the multisampled scene. Samples are display values already (display.glsl says where exposure and tone curve
// come in); averaging their squares approximates averaging light.
uniform sampler2DMS samples;
#if OPAQUE_SAMPLES
const int sampleCount = OPAQUE_SAMPLES;
#else
uniform int sampleCount;
uniform bool keepAlpha;      // samples are premultiplied, the result is not,
uniform bool premultiplied;  // except for drawing over it
#endif

out vec4 outColor;

#if !OPAQUE_SAMPLES
vec4 straightMean(ivec2 pixel) {
  vec4 sum = vec4(0.0);
  for (int i = 0; i < sampleCount; ++i) {
    vec4 next = texelFetch(samples, pixel, i);
    if (next.a > 0.0) sum += vec4(next.rgb / next.a * (next.rgb / next.a), 1.0) * next.a;
  }
  return vec4(sum.a > 0.0 ? sqrt(sum.rgb / sum.a) : vec3(0.0), sum.a / float(sampleCount));
}
#endif

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
#if !OPAQUE_SAMPLES
  if (keepAlpha) {
    outColor = straightMean(pixel);
    if (premultiplied) outColor.rgb *= outColor.a;
    return;
  }
#endif
  vec3 first = texelFetch(samples, pixel, 0).rgb;
  vec3 sum = first * first;
  for (int i = 1; i < sampleCount; ++i) {
    vec3 next = texelFetch(samples, pixel, i).rgb;
    sum += next * next;
  }
  outColor = vec4(sqrt(sum / float(sampleCount)), 1.0);
}
