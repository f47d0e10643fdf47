// FNV-1a, 64 bits: a fast hash that shows whether something has changed. Not secure.
#pragma once

#include <array>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace app {

/// http://www.isthe.com/chongo/tech/comp/fnv.
inline constexpr std::uint64_t kFnvBasis = 14695981039346656037u;
inline constexpr std::uint64_t kFnvPrime = 1099511628211u;

/// `hash`: of what comes before.
constexpr std::uint64_t fnv1a(std::string_view bytes, std::uint64_t hash = kFnvBasis) {
  for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * kFnvPrime;
  return hash;
}

/// Its 16 digits, in lower case.
inline std::string hexOf(std::uint64_t hash) {
  std::array<char, 20> text;
  std::snprintf(text.data(), text.size(), "%016llx", static_cast<unsigned long long>(hash));
  return text.data();
}

/// A number from kFirstNameNumber on that stands for a name: the same in every session, script and project.
inline constexpr int kFirstNameNumber = 1 << 30;
constexpr int numberOfName(std::string_view name) {
  return kFirstNameNumber | static_cast<int>(fnv1a(name) % static_cast<std::uint64_t>(kFirstNameNumber));
}

}  // namespace app
