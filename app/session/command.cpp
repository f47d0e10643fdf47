#include "app/session/command.h"

namespace app {

Command::Command(const Command& other) { std::construct_at(&variant_, other.variant_); }
Command::Command(Command&& other) noexcept { std::construct_at(&variant_, std::move(other.variant_)); }
Command& Command::operator=(const Command& other) {
  variant_ = other.variant_;
  return *this;
}
Command& Command::operator=(Command&& other) noexcept {
  variant_ = std::move(other.variant_);
  return *this;
}
Command::~Command() { std::destroy_at(&variant_); }

}  // namespace app
