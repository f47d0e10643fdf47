// How much of the sun reaches the model: 0 in shadow, 1 lit. The floor has softer edges (ground_shadow.frag).
uniform sampler2DShadow shadowMap;

// How far from the surface a point is looked up, in texels of the map, so that a surface casts no shadow on itself;
// ShadowMap::beginPass() adds to it.
const float kNormalOffset = 2.5;

// Four taps, each filtered over 2 x 2 texels: edges are three to four texels wide.
float sunlightOn(vec3 world, vec3 normal, float texel) {
  vec3 position = (shadowTextureFromWorld * vec4(world + normal * (kNormalOffset * texel), 1.0)).xyz;
  position.z = min(position.z, 0.9999);
  vec2 reach = 0.8 / vec2(textureSize(shadowMap, 0));
  float lit = texture(shadowMap, position + vec3(-reach.x, -reach.y, 0.0));
  lit += texture(shadowMap, position + vec3(reach.x, -reach.y, 0.0));
  lit += texture(shadowMap, position + vec3(-reach.x, reach.y, 0.0));
  lit += texture(shadowMap, position + vec3(reach.x, reach.y, 0.0));
  return 0.25 * lit;
}
