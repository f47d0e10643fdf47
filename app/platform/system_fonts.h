// Fonts of the system for characters that the interface's own font lacks, found by fontconfig.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace app {

struct SystemFont {
  std::string file;
  int index = 0;                     // in a file with several fonts
  std::vector<char32_t> characters;  // of those asked for, the ones to take from this font; ascending
};

/// The fonts that together have as many of the characters as possible, in the order of the system's preference for sans
/// serif text; each character is in one of them. Characters that no outline font has are left out. Reads fontconfig's
/// cache: tens of milliseconds on the first call.
std::vector<SystemFont> systemFontsFor(std::span<const char32_t> characters);

}  // namespace app
