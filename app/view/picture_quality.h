// How finely the window draws the scene. Pictures and films that are saved always have full quality.
#ifndef APP_VIEW_PICTURE_QUALITY_H
#define APP_VIEW_PICTURE_QUALITY_H

#include <array>
#include <string_view>

namespace app {

enum class PictureQuality { Full, High, Medium, Low };
inline constexpr int kQualityCount = 4;

/// Names on the command line, in the order of the enumeration.
inline constexpr std::array<std::string_view, kQualityCount> kQualityNames{"full", "high", "medium", "low"};
/// Of the picture's width and height, which is then enlarged to its size.
inline constexpr std::array<float, kQualityCount> kQualityScales{1, 0.75f, 0.6f, 0.5f};

}  // namespace app

#endif  // APP_VIEW_PICTURE_QUALITY_H
