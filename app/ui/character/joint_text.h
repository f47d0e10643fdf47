// Joint names as the interface shows them.
#ifndef APP_UI_CHARACTER_JOINT_TEXT_H
#define APP_UI_CHARACTER_JOINT_TEXT_H

#include <span>

#include "app/model/model.h"

namespace app {

/// The joint's name, or "(joint 3)".
const char* jointLabel(const Model& model, int joint, std::span<char> scratch);

}  // namespace app

#endif  // APP_UI_CHARACTER_JOINT_TEXT_H
