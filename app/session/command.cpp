#include "app/session/command.h"

namespace app {

Command::Command(const Command& other) : type_(other.type_) { type_->copy(storage_, other.storage_); }
Command::Command(Command&& other) noexcept : type_(other.type_) { type_->move(storage_, other.storage_); }
Command& Command::operator=(const Command& other) { return *this = Command(other); }
Command& Command::operator=(Command&& other) noexcept {
  if (this == &other) return *this;
  type_->destroy(storage_);
  type_ = other.type_;
  type_->move(storage_, other.storage_);
  return *this;
}
Command::~Command() { type_->destroy(storage_); }

}  // namespace app
