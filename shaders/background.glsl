// The studio wall, in display values. Fixed in the picture: it does not follow the camera.
vec3 background(vec2 uv, float aspect, bool dark) {
  vec2 fromGlow = (uv - vec2(0.5, 0.56)) * vec2(min(aspect, 2.0), 1.25);
  float glow = exp(-dot(fromGlow, fromGlow) * 1.6);
  return dark ? mix(vec3(0.082, 0.090, 0.106), vec3(0.243, 0.263, 0.298), glow)
              : mix(vec3(0.640, 0.660, 0.690), vec3(0.860, 0.870, 0.882), glow);
}
