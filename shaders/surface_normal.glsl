// The normal of a surface: interpolated from its vertices, perturbed by its normal map.
in vec3 worldPosition;
in vec3 worldNormal;

#if NORMAL_TEXTURE
in vec2 normalUv;
in vec4 worldTangent;
uniform sampler2D normalTexture;
uniform float normalScale;

// `normal` as interpolated, toward the front face; `face` is -1 on back faces.
vec3 bentNormal(vec3 normal, float face) {
  vec3 texel = texture(normalTexture, normalUv).xyz * 2.0 - 1.0;
  texel.xy *= normalScale;
#if TANGENTS
  // As MikkTSpace requires: neither normalized nor orthogonalized again.
  vec3 tangent = worldTangent.xyz;
  vec3 bitangent = worldTangent.w * cross(normal, tangent);
#else
  // From the triangle's derivatives (Schueler, "Followup: normal mapping without precomputed tangents", 2013); v grows
  // downward, against the green axis.
  vec3 dx = dFdx(worldPosition);
  vec3 dy = dFdy(worldPosition);
  vec2 uvX = dFdx(normalUv);
  vec2 uvY = dFdy(normalUv);
  vec3 acrossY = cross(dy, normal) * face;
  vec3 acrossX = cross(normal, dx) * face;
  vec3 tangent = acrossY * uvX.x + acrossX * uvY.x;
  vec3 bitangent = acrossY * uvX.y + acrossX * uvY.y;
  float size = max(dot(tangent, tangent), dot(bitangent, bitangent));
  float scale = size > 0.0 ? inversesqrt(size) : 0.0;
  tangent *= scale;
  bitangent *= -scale;
#endif
  vec3 bent = texel.x * tangent + texel.y * bitangent + texel.z * normal;
  return bent * inversesqrt(max(dot(bent, bent), 1e-30));
}
#endif

// The triangle's own normal, on the visible side.
vec3 flatNormal(vec3 toEye) {
  vec3 across = cross(dFdx(worldPosition), dFdy(worldPosition));
  across *= inversesqrt(max(dot(across, across), 1e-30));
  return dot(across, toEye) < 0.0 ? -across : across;
}

// Without the normal map.
vec3 smoothNormal(vec3 toEye) {
#if !FLAT
  if (dot(worldNormal, worldNormal) >= 0.25) return (gl_FrontFacing ? 1.0 : -1.0) * normalize(worldNormal);
#endif
  return flatNormal(toEye);
}

vec3 surfaceNormal(vec3 toEye) {
#if FLAT
#if NORMAL_TEXTURE
  return bentNormal(flatNormal(toEye), 1.0);
#else
  return flatNormal(toEye);
#endif
#else
  if (dot(worldNormal, worldNormal) < 0.25) return flatNormal(toEye);  // zero in the file or by a morph
  float face = gl_FrontFacing ? 1.0 : -1.0;
#if NORMAL_TEXTURE
  return face * bentNormal(worldNormal, face);
#else
  return face * normalize(worldNormal);
#endif
#endif
}
