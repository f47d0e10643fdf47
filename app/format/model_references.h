// How files refer to the clips, joints and masks of a model: {"name": "Walk", "index": 1}.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "app/session/session.h"

namespace app {

/// Null for -1.
nlohmann::ordered_json clipReference(const Model& model, int clip);
nlohmann::ordered_json jointReference(const Model& model, int joint);
/// A joint, or {"named": "Arms"}. Null for the whole body, and for a mask that is gone.
nlohmann::ordered_json maskReference(const Session& session, int mask);

nlohmann::ordered_json variantReference(const Model& model, int variant);
nlohmann::ordered_json cameraReference(const Model& model, int camera);

/// One of Pose::morphWeights by its name in poseValueNames().
nlohmann::ordered_json poseValueReference(const std::vector<std::string>& names, std::size_t index);

// The name counts, the index chooses among equal names; -1 for null. The error says what the model lacks.
crossfade::Result<int> clipOf(const nlohmann::ordered_json& json, const Model& model);
crossfade::Result<int> jointOf(const nlohmann::ordered_json& json, const Model& model);
crossfade::Result<int> variantOf(const nlohmann::ordered_json& json, const Model& model);
crossfade::Result<int> cameraOf(const nlohmann::ordered_json& json, const Model& model);
/// Without a name, the index counts, as in older files.
crossfade::Result<int> poseValueOf(const nlohmann::ordered_json& json, const std::vector<std::string>& names);
/// What maskReference writes. Whether there is a mask of that name is for the command to check.
crossfade::Result<int> maskOf(const nlohmann::ordered_json& json, const Model& model);

}  // namespace app
