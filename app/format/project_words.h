// The words of project files and scripts, in the order of the enumerations.
#ifndef APP_FORMAT_PROJECT_WORDS_H
#define APP_FORMAT_PROJECT_WORDS_H

#include <array>
#include <string_view>

namespace app::project_words {

using namespace std::string_view_literals;

inline constexpr std::array kLoops{"once"sv, "repeat"sv, "pingPong"sv};
inline constexpr std::array kBones{"solid"sv, "lines"sv};
inline constexpr std::array kModes{"shaded"sv, "baseColor"sv, "normals"sv, "silhouette"sv};
inline constexpr std::array kEdges{"clamp"sv, "clampPast"sv, "reflect"sv};
inline constexpr std::array kGraphs{"lag"sv, "gap"sv};
inline constexpr std::array kLayerModes{"override"sv, "additive"sv};
inline constexpr std::array kTravels{"inFile"sv, "treadmill"sv, "travel"sv};
inline constexpr std::array kRoots{"auto"sv, "keep"sv, "hold"sv, "extract"sv, "feet"sv};
inline constexpr std::array kPaths{"batched"sv, "exact"sv};

/// Sections whose unknown members survive saving; "" is the file itself.
inline constexpr std::array kSections{""sv,       "clock"sv, "fade"sv,      "view"sv, "camera"sv, "crowdCamera"sv,
                                      "timing"sv, "crowd"sv, "recording"sv, "pair"sv, "queue"sv,  "comparison"sv,
                                      "layers"sv, "curves"sv};

}  // namespace app::project_words

#endif  // APP_FORMAT_PROJECT_WORDS_H
