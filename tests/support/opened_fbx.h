// Models of FBX files that a test wrote.
#ifndef TESTS_SUPPORT_OPENED_FBX_H
#define TESTS_SUPPORT_OPENED_FBX_H

#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "app/import/import_model.h"
#include "tests/support/temporary_folder.h"

namespace test {

/// The model of a file with this text; empty, and a failure of the test, if it does not open.
inline app::Model openedFbx(const std::string& text) {
  const TemporaryFolder folder;
  auto model = app::importModel(folder.write("a.fbx", text));
  EXPECT_TRUE(model) << model.error().message;
  return model ? std::move(*model) : app::Model{};
}

}  // namespace test

#endif  // TESTS_SUPPORT_OPENED_FBX_H
