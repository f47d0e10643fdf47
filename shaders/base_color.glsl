// Base color and alpha, shared by the picture, the shadow map and ghosts.
in vec4 vertexColor;
in vec2 baseColorUv;

uniform vec4 baseColorFactor;
uniform float alphaCutoff;
#if BASE_COLOR_TEXTURE
uniform sampler2D baseColorTexture;
#endif

// The texture times the vertex color, before the material's factor.
vec4 baseColorTexel() {
#if BASE_COLOR_TEXTURE
  return vertexColor * texture(baseColorTexture, baseColorUv);
#else
  return vertexColor;
#endif
}

vec4 baseColor() { return baseColorFactor * baseColorTexel(); }
