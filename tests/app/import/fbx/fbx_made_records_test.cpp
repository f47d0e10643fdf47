#include "app/import/fbx/fbx_made_records.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace app {
namespace {

using testing::ElementsAre;

TEST(FbxMadeRecords, ReadAsThoseOfAFile) {
  FbxDocument document;
  FbxValueMaker made(document);
  EXPECT_EQ(integerOf(made.integer(-7)), -7);
  EXPECT_EQ(numberOf(made.number(0.25)), 0.25);
  EXPECT_EQ(rawTextOf(made.text("walk")), "walk");
  EXPECT_THAT(numbersOf(made.array('d', std::vector<double>{1, 2.5})), ElementsAre(1, 2.5));
  EXPECT_THAT(integersOf(made.array('l', std::vector<std::int64_t>{})), ElementsAre());
  const FbxRecord entry = fbxEntry("Lcl Rotation", std::vector{made.number(1), made.number(2)});
  EXPECT_EQ(entry.name, "P");
  EXPECT_EQ(rawTextOf(entry.properties.at(0)), "Lcl Rotation");
  EXPECT_EQ(numberOf(entry.properties.at(kFbxEntryValue)), 1);
}

TEST(FbxMadeRecords, StayWhereTheyAre) {
  FbxDocument document;
  FbxValueMaker made(document);
  std::vector<FbxProperty> texts;
  for (int i = 0; i < 20'000; ++i) texts.push_back(made.text("text " + std::to_string(i)));
  const FbxProperty large = made.array('d', std::vector<double>(100'000, 0.5));
  for (int i = 0; i < 20'000; ++i)
    EXPECT_EQ(rawTextOf(texts[static_cast<std::size_t>(i)]), "text " + std::to_string(i));
  EXPECT_EQ(numbersOf(large).size(), 100'000u);
  EXPECT_GT(document.made.size(), 1u) << "more than one chunk";
}

}  // namespace
}  // namespace app
