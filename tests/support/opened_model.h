// Models of files that a test wrote.
#ifndef TESTS_SUPPORT_OPENED_MODEL_H
#define TESTS_SUPPORT_OPENED_MODEL_H

#include <string>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

#include "app/import/import_model.h"
#include "tests/support/temporary_folder.h"

namespace test {

/// The model of a file with this name and text; empty, and a failure of the test, if it does not open.
inline app::Model openedModel(const std::string& name, std::string_view text) {
  const TemporaryFolder folder;
  auto model = app::importModel(folder.write(name, text));
  EXPECT_TRUE(model) << model.error().message;
  return model ? std::move(*model) : app::Model{};
}

}  // namespace test

#endif  // TESTS_SUPPORT_OPENED_MODEL_H
