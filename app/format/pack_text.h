// Lists the contents of a pack, as JSON and as text.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "crossfade/asset/pack.h"

namespace app {

/// Everything except the keys between the first and the last of each track.
nlohmann::json packToJson(const crossfade::Pack& pack);
/// `size`: of the block, in bytes.
std::string packText(const crossfade::Pack& pack, const std::string& name, std::size_t size);

}  // namespace app
