// How much of the sun reaches a point: 0 in shadow, 1 lit.
uniform sampler2DShadow shadowMap;

// Four taps, each filtered over 2 x 2 texels: edges are three to four texels wide.
float sunlight(vec3 world) {
  vec3 position = (shadowTextureFromWorld * vec4(world, 1.0)).xyz;
  position.z = min(position.z, 0.9999);
  vec2 reach = 0.8 / vec2(textureSize(shadowMap, 0));
  float lit = texture(shadowMap, position + vec3(-reach.x, -reach.y, 0.0));
  lit += texture(shadowMap, position + vec3(reach.x, -reach.y, 0.0));
  lit += texture(shadowMap, position + vec3(-reach.x, reach.y, 0.0));
  lit += texture(shadowMap, position + vec3(reach.x, reach.y, 0.0));
  return 0.25 * lit;
}
