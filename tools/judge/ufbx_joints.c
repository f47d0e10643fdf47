// Writes the node positions that ufbx computes for one FBX file, in the format of blender_joints.py; see README.md.
//   cc -O2 -I UFBX ufbx_joints.c UFBX/ufbx.c -lm -o ufbx_joints;  ./ufbx_joints model.fbx > 0.json
#include <stdio.h>
#include <string.h>

#include "ufbx.h"

enum { kSamples = 8 };

static void printText(const char* text) {
  putchar('"');
  for (; *text; ++text)
    if ((unsigned char)*text >= 32 && *text != '"' && *text != '\\') putchar(*text);
  putchar('"');
}

static void printPositions(const ufbx_scene* scene) {
  putchar('[');
  int count = 0;
  for (size_t i = 0; i < scene->nodes.count; ++i) {
    const ufbx_node* node = scene->nodes.data[i];
    if (node->is_root) continue;
    printf(count++ ? ",[" : "[");
    printText(node->name.data);
    printf(",[%.9g,%.9g,%.9g]]", node->node_to_world.m03, node->node_to_world.m13, node->node_to_world.m23);
  }
  putchar(']');
}

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  ufbx_load_opts options = {.target_axes = ufbx_axes_right_handed_y_up, .target_unit_meters = 1.0f};
  ufbx_error error;
  ufbx_scene* scene = ufbx_load_file(argv[1], &options, &error);
  printf("{\"file\":");
  printText(argv[1]);
  if (!scene) {
    printf(",\"clips\":[],\"error\":");
    printText(error.description.data);
    puts("}");
    return 0;
  }
  printf(",\"clips\":[");
  for (size_t i = 0; i < scene->anim_stacks.count; ++i) {
    const ufbx_anim_stack* stack = scene->anim_stacks.data[i];
    printf(i ? ",{\"name\":" : "{\"name\":");
    printText(stack->name.data);
    const double begin = stack->time_begin, end = stack->time_end;
    printf(",\"first\":%.9g,\"times\":[", begin);
    for (int k = 0; k < kSamples; ++k) printf(k ? ",%.9g" : "%.9g", begin + (end - begin) * k / (kSamples - 1));
    printf("],\"positions\":[");
    for (int k = 0; k < kSamples; ++k) {
      ufbx_scene* posed =
          ufbx_evaluate_scene(scene, stack->anim, begin + (end - begin) * k / (kSamples - 1), NULL, NULL);
      if (k) putchar(',');
      if (posed) printPositions(posed);
      ufbx_free_scene(posed);
    }
    printf("]}");
  }
  puts("]}");
  ufbx_free_scene(scene);
  return 0;
}
