#include "app/format/json_text.h"

#include <gtest/gtest.h>

namespace app {
namespace {

TEST(PartialJson, ReadsWholeTextsAsTheyAre) {
  const char* const text = R"({"a":[1,-2,2.5,true,null,"x",{"b":{}}],"c":18446744073709551615})";
  const PartialJson read = readPartialJson(text);
  EXPECT_EQ(read.damage, "");
  EXPECT_EQ(read.value.dump(), text);
}

TEST(PartialJson, KeepsWhatComesBeforeTheDamageAndSaysWhereItIs) {
  const PartialJson cut = readPartialJson("{\"a\": 1,\n\"fade\": {\"seconds\": 2,\n \"ki");
  EXPECT_EQ(cut.value.dump(), R"({"a":1,"fade":{"seconds":2}})");
  EXPECT_EQ(cut.damage, "line 3, after /fade/seconds: the file ends too early");
  const PartialJson wrong = readPartialJson("[1, 2, oops, 4]");
  EXPECT_EQ(wrong.value.dump(), "[1,2]");
  EXPECT_EQ(wrong.damage, "line 1, after /1: this is not JSON");
  EXPECT_EQ(readPartialJson("").damage, "line 1: the file ends too early");
  EXPECT_TRUE(readPartialJson("").value.is_null());
}

TEST(PartialJson, SurvivesAnyDepth) {
  const PartialJson deep = readPartialJson(std::string(1'000'000, '['));
  EXPECT_EQ(deep.damage, "after : it is nested too deeply");
}

}  // namespace
}  // namespace app
