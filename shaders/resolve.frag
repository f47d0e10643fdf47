// From several samples a pixel to one. They hold display values; averaging their squares is near enough to averaging light.
uniform sampler2DMS samples;
uniform int sampleCount;
uniform ivec2 origin;  // of the picture in the framebuffer

out vec4 outColor;

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy) - origin;
  vec3 first = texelFetch(samples, pixel, 0).rgb;
  vec3 sum = first * first;
  for (int i = 1; i < sampleCount; ++i) {
    vec3 next = texelFetch(samples, pixel, i).rgb;
    sum += next * next;
  }
  outColor = vec4(sqrt(sum / float(sampleCount)), 1.0);
}
