// Shared by the layers of the floor.

// 1 at the center of the floor, 0 at its edge.
float floorFade(vec2 position) {
  float fade = 1.0 - smoothstep(0.0, 1.0, length(position - ground.xz) / ground.w);
  return fade * fade;
}

// Fades the floor out when seen edge-on or from below.
float seenFromAbove(vec3 world) {
  vec3 toEye = eye.xyz - world;
  return smoothstep(0.0, 0.06, toEye.y * inversesqrt(dot(toEye, toEye)));
}
