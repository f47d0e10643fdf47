// What is the same for every draw of one frame; mirrors FrameUniforms in app/render/frame_uniforms.h.
layout(std140) uniform Frame {
  mat4 clipFromWorld;
  mat4 shadowClipFromWorld;
  mat4 shadowTextureFromWorld;  // to texture coordinates and depth, all 0..1
  vec4 eye;                     // w: scene radius
  vec4 sun;                     // towards the sun; w: 1 where shadows are drawn
  vec4 rim;                     // towards the soft light behind the model, which follows the camera
  vec4 ground;                  // centre of the lit floor; w: the radius at which it is gone
  vec4 picture;                 // width, height, pixels per line width, 1 on a dark background
  vec4 grid;                    // large cell in metres, shadow texel in metres, 1 with multisampling, 1 with a floor
  vec4 light;                   // strength of the sun, of the rim light, exposure; w: 1 with the tone curve
  mat4 viewFromWorld;
  vec4 irradiance[9];           // of the studio: LightProbe in app/render/light_probe.h
};
