// Constant over all draws of a frame; mirrors FrameUniforms in app/render/scene_program.h.
struct PunctualLight {
  vec4 position;   // w: 0 for a directional light
  vec4 direction;  // toward the light
  vec4 color;      // w: range; 0: unlimited
  vec4 cone;       // scale and offset, see PunctualLight in app/view/draw_list.h
};
layout(std140) uniform Frame {
  mat4 clipFromWorld;
  mat4 shadowClipFromWorld;
  mat4 shadowTextureFromWorld;  // to texture coordinates and depth, all 0..1
  vec4 eye;                     // w: scene radius
  vec4 sun;                     // toward the sun; w: 1 where shadows are drawn
  vec4 rim;                     // toward the soft light behind the model; follows the camera; w: intensity of the studio
  vec4 ground;                  // center of the lit floor; w: its radius
  vec4 picture;                 // width, height, pixels per line width, 1 on a dark background
  vec4 grid;                    // large cell in meters, shadow texel in meters, 1 with multisampling, 1 with a floor
  vec4 light;                   // intensity of sun and rim light; exposure; 1 with the tone curve (display.glsl)
  vec4 floorOffset;             // of the floor's pattern: of the grid, by less than a cell; of its axes
  vec4 floorTurn;               // cosine and sine of the pattern's turn
  mat4 viewFromWorld;
  vec4 irradiance[9];           // LightProbe::irradiance in app/render/light_probe.h
  vec4 sunColor;                // w: number of lights
  PunctualLight lights[8];      // kMaxLights; of the file
};
