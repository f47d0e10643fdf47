// Refuses settings of GLM that give its types another layout than the library was compiled with. Every public header
// with a GLM type includes this.
#ifndef CROSSFADE_BASE_GLM_SETTINGS_H
#define CROSSFADE_BASE_GLM_SETTINGS_H

#if defined(GLM_FORCE_QUAT_DATA_WXYZ)
#error "crossfade: GLM_FORCE_QUAT_DATA_WXYZ stores w first; the library reads quaternions as x, y, z, w"
#endif
#if defined(GLM_FORCE_QUAT_DATA_XYZW)
#error \
    "crossfade: GLM_FORCE_QUAT_DATA_XYZW changes the order of glm::quat's arguments in GLM 1.0; x, y, z, w is the default layout"
#endif
#if defined(GLM_FORCE_QUAT_CTOR_XYZW)
#error "crossfade: GLM_FORCE_QUAT_CTOR_XYZW changes the order of glm::quat's arguments; the library passes w first"
#endif
#if defined(GLM_FORCE_DEFAULT_ALIGNED_GENTYPES) || defined(GLM_FORCE_ALIGNED)
#error \
    "crossfade: GLM_FORCE_DEFAULT_ALIGNED_GENTYPES pads GLM's types; the library's are packed. GLM_FORCE_ALIGNED_GENTYPES alone is fine"
#endif
#if defined(GLM_FORCE_PRECISION_MEDIUMP_FLOAT) || defined(GLM_FORCE_PRECISION_LOWP_FLOAT) || \
    defined(GLM_PRECISION_MEDIUMP_FLOAT) || defined(GLM_PRECISION_LOWP_FLOAT)
#error \
    "crossfade: GLM_FORCE_PRECISION_MEDIUMP_FLOAT and _LOWP_FLOAT make other types of glm::vec3; the library uses highp"
#endif
#if defined(GLM_FORCE_PRECISION_MEDIUMP_DOUBLE) || defined(GLM_FORCE_PRECISION_LOWP_DOUBLE) || \
    defined(GLM_PRECISION_MEDIUMP_DOUBLE) || defined(GLM_PRECISION_LOWP_DOUBLE)
#error \
    "crossfade: GLM_FORCE_PRECISION_MEDIUMP_DOUBLE and _LOWP_DOUBLE make other types of glm::dvec3; the library uses highp"
#endif

#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>

// Whatever else changes them. math/transform.h asserts the layout of quaternions and matrices.
static_assert(sizeof(glm::vec3) == 12 && alignof(glm::vec3) == alignof(float) && sizeof(glm::dvec3) == 24 &&
                  alignof(glm::dvec3) == alignof(double),
              "crossfade: a setting of GLM pads its vectors; the library's are packed");

#endif  // CROSSFADE_BASE_GLM_SETTINGS_H
