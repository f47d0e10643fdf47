#include "app/platform/system_fonts.h"

#include <algorithm>
#include <memory>

#include <fontconfig/fontconfig.h>

namespace app {
namespace {

struct Release {
  void operator()(FcConfig* config) const { FcConfigDestroy(config); }
  void operator()(FcPattern* pattern) const { FcPatternDestroy(pattern); }
  void operator()(FcCharSet* characters) const { FcCharSetDestroy(characters); }
  void operator()(FcFontSet* fonts) const { FcFontSetDestroy(fonts); }
};
template <class T>
using Owned = std::unique_ptr<T, Release>;

constexpr int kWholeFont = 0xFFFF;  // above: an instance of a variable font

/// Sans serif outline fonts, those with many of the characters first among equals.
Owned<FcFontSet> candidates(FcConfig* config, const std::vector<char32_t>& characters) {
  const Owned<FcCharSet> wanted(FcCharSetCreate());
  for (const char32_t character : characters) FcCharSetAddChar(wanted.get(), character);
  const Owned<FcPattern> pattern(FcPatternCreate());
  FcPatternAddString(pattern.get(), FC_FAMILY, reinterpret_cast<const FcChar8*>("sans-serif"));
  FcPatternAddCharSet(pattern.get(), FC_CHARSET, wanted.get());
  FcPatternAddBool(pattern.get(), FC_SCALABLE, FcTrue);
  FcConfigSubstitute(config, pattern.get(), FcMatchPattern);
  FcDefaultSubstitute(pattern.get());
  FcResult result = FcResultNoMatch;
  return Owned<FcFontSet>(FcFontSort(config, pattern.get(), FcTrue, nullptr, &result));
}

/// Moves the characters that the font has from `missing` to the result; without any, the result has none.
SystemFont take(FcPattern* pattern, std::vector<char32_t>& missing) {
  SystemFont font;
  FcChar8* file = nullptr;
  FcCharSet* has = nullptr;
  FcBool scalable = FcFalse, color = FcFalse;
  if (FcPatternGetString(pattern, FC_FILE, 0, &file) != FcResultMatch ||
      FcPatternGetCharSet(pattern, FC_CHARSET, 0, &has) != FcResultMatch ||
      FcPatternGetBool(pattern, FC_SCALABLE, 0, &scalable) != FcResultMatch || scalable == FcFalse)
    return font;
  FcPatternGetBool(pattern, FC_COLOR, 0, &color);
  FcPatternGetInteger(pattern, FC_INDEX, 0, &font.index);
  if (color != FcFalse || font.index > kWholeFont) return font;
  font.file = reinterpret_cast<const char*>(file);
  const auto isMissing = [has](char32_t character) { return FcCharSetHasChar(has, character) == FcFalse; };
  const auto taken = std::stable_partition(missing.begin(), missing.end(), isMissing);
  font.characters.assign(taken, missing.end());
  missing.erase(taken, missing.end());
  return font;
}

}  // namespace

std::vector<SystemFont> systemFontsFor(std::span<const char32_t> characters) {
  std::vector<SystemFont> fonts;
  std::vector<char32_t> missing(characters.begin(), characters.end());
  std::sort(missing.begin(), missing.end());
  missing.erase(std::unique(missing.begin(), missing.end()), missing.end());
  if (missing.empty()) return fonts;
  const Owned<FcConfig> config(FcInitLoadConfigAndFonts());
  if (!config) return fonts;
  const Owned<FcFontSet> found = candidates(config.get(), missing);
  for (int i = 0; found && i < found->nfont && !missing.empty(); ++i)
    if (SystemFont font = take(found->fonts[i], missing); !font.characters.empty()) fonts.push_back(std::move(font));
  return fonts;
}

}  // namespace app
