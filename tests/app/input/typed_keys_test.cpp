#include "app/input/typed_keys.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace app {
namespace {

std::vector<KeyPress> pressesOf(std::initializer_list<Key> keys) {
  std::vector<KeyPress> presses;
  for (const Key key : keys) presses.push_back({key, false, {}});
  return presses;
}

/// What is left of the text before each press, and after all of them.
std::vector<std::string> rests(std::string_view text, const std::vector<KeyPress>& presses) {
  TypedText typed(text, presses);
  std::vector<std::string> found;
  for (const KeyPress& press : presses) {
    if (typesText(press)) found.emplace_back(typed.rest());
    typed.pass(press);
  }
  found.emplace_back(typed.rest());
  return found;
}

TEST(TypedKeys, CountsCharactersNotBytes) {
  EXPECT_EQ(characterCount("a\u00e9\u20ac"), 3u);
  EXPECT_EQ(bytesOf("a\u00e9\u20ac", 2), 3u);
  EXPECT_EQ(bytesOf("a\u00e9\u20ac", 9), 6u);
  EXPECT_EQ(bytesOf("", 1), 0u);
}

TEST(TypedKeys, KnowsWhatTypes) {
  EXPECT_TRUE(typesText({Key::A, false, {.shift = true}}));
  EXPECT_TRUE(typesText({Key::Space, false, {}}));
  EXPECT_FALSE(typesText({Key::A, false, {.control = true}}));
  EXPECT_FALSE(typesText({Key::Enter, false, {}}));
  for (const char* text : {"0", "9", "-1", ".5", ",5"}) EXPECT_TRUE(startsNumber(text)) << text;
  for (const char* text : {"", "a1", "&", "\u00e9"}) EXPECT_FALSE(startsNumber(text)) << text;
}

TEST(TypedKeys, FindsTheCharacterOfEachPress) {
  using Texts = std::vector<std::string>;
  EXPECT_EQ(rests("g5", pressesOf({Key::G, Key::F1, Key::Digit5})), (Texts{"g5", "5", ""}));
  EXPECT_EQ(rests("\u00e95", pressesOf({Key::Digit2, Key::Digit5})), (Texts{"\u00e95", "5", ""})) << "a French 2";
  EXPECT_EQ(rests("\u00f65", pressesOf({Key::Digit5})), (Texts{"5", ""})) << "the first key has no name here";
  EXPECT_EQ(rests("g5", pressesOf({Key::G})), (Texts{"g5", "5"})) << "a keypad";
  EXPECT_EQ(rests("", pressesOf({Key::G})), (Texts{"", ""})) << "a key that types nothing on this layout";
}

}  // namespace
}  // namespace app
