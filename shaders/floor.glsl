// What the floor's layers share.

// 1 in the middle of the floor, 0 where it ends.
float floorFade(vec2 position) {
  float fade = 1.0 - smoothstep(0.0, 1.0, length(position - ground.xz) / ground.w);
  return fade * fade;
}

// 0 when the floor is seen from its edge or from below, where it would only be in the way.
float seenFromAbove(vec3 world) {
  vec3 toEye = eye.xyz - world;
  return smoothstep(0.0, 0.06, toEye.y * inversesqrt(dot(toEye, toEye)));
}
