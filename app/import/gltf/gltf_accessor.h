// Reads the values of an accessor of any component type, stride or sparseness. readAccessors() has already checked the
// byte ranges.
#pragma once

#include <cstdint>
#include <vector>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "app/import/gltf/gltf_document.h"

namespace app {

/// Bytes of one element; columns of a matrix start at multiples of 4 (glTF 2.0, 3.6.2.4).
std::size_t elementBytes(const GltfAccessor& accessor);

/// count * components values. Normalized integers become 0..1 or -1..1 (glTF 2.0, 3.11); other integers keep their
/// value. Throws ImportError for a sparse index out of range and for a buffer without data.
std::vector<float> readFloats(const GltfAccessor& accessor, const JsonLocation& location);
std::vector<glm::vec2> readVec2(const GltfAccessor& accessor, const JsonLocation& location);
std::vector<glm::vec3> readVec3(const GltfAccessor& accessor, const JsonLocation& location);
std::vector<glm::vec4> readVec4(const GltfAccessor& accessor, const JsonLocation& location);

/// count * components integers, never normalized. Of unsigned integers only.
std::vector<std::uint32_t> readIndices(const GltfAccessor& accessor, const JsonLocation& location);

}  // namespace app
