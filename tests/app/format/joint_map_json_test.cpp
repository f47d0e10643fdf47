#include "app/format/joint_map_json.h"

#include <gtest/gtest.h>

#include "tests/engine/retarget/human_skeleton.h"

namespace app {
namespace {

using crossfade::JointMap;
using crossfade::JointPair;
using crossfade::Skeleton;

TEST(JointMapJson, ReadsWhatItWrites) {
  const Skeleton human = crossfade::test::human();
  JointMap map = guessJointMap(human, human);
  map.pairs[2].upperSource = 4;
  map.pairs[2].share = 0.25f;
  map.pairs[5].upperSource = 4;
  map.pairs[5].share = 0.5f;
  map.pairs[5].sharesTwistOnly = true;
  map.pairs[3].adjustment = glm::quat(glm::radians(glm::vec3(10, -20, 30)));
  map.pairs[4].confidence = 0.5f;
  map.pairs[9].carrier = map.pairs[1].target;
  const std::string text = jointMapText(map, human, human);
  const auto read = jointMapFromText(text, human, human);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(jointMapText(*read, human, human), text);
  ASSERT_EQ(read->pairs.size(), map.pairs.size());
  for (std::size_t i = 0; i < map.pairs.size(); ++i) {
    const JointPair &a = map.pairs[i], &b = read->pairs[i];
    EXPECT_EQ(std::tie(a.target, a.source, a.upperSource, a.alignment, a.carrier),
              std::tie(b.target, b.source, b.upperSource, b.alignment, b.carrier));
    EXPECT_EQ(a.share, b.share);
    EXPECT_EQ(a.sharesTwistOnly, b.sharesTwistOnly);
    EXPECT_NEAR(std::abs(glm::dot(a.adjustment, b.adjustment)), 1, 1e-5);
  }
}

TEST(JointMapJson, TellsJointsOfOneNameApart) {
  const Skeleton twins = crossfade::test::skeletonOf({{"root", "", {}}, {"", "root", {}}});
  const JointMap map{{{.target = 1, .source = 0}}};
  const std::string text = jointMapText(map, twins, twins);
  EXPECT_NE(text.find("\"target\":\"#1\""), std::string::npos) << text;
  EXPECT_EQ(jointMapFromText(text, twins, twins)->pairs[0].target, 1);
}

TEST(JointMapJson, SaysWhatIsWrong) {
  const Skeleton human = crossfade::test::human();
  const auto errorOf = [&](const std::string& entry) {
    const auto read = jointMapFromText("{\"joints\": [" + entry + "]}", human, human);
    return read ? std::string() : read.error().message;
  };
  EXPECT_EQ(errorOf(R"({"target": "Hips", "source": "Hips"})"), "");
  EXPECT_EQ(errorOf(R"({"source": "Hips"})"), "joint 0: has no \"target\"");
  EXPECT_EQ(errorOf(R"({"target": "Hips", "source": "Tail"})"), "joint 0: \"source\": no joint is called 'Tail'");
  EXPECT_EQ(errorOf(R"({"target": "#99", "source": "Hips"})"), "joint 0: \"target\": no joint is called '#99'");
  EXPECT_EQ(errorOf(R"({"target": "Hips", "source": "Hips", "align": "up"})"),
            "joint 0: \"align\": \"up\" is not keep, follow, bone or level");
  EXPECT_EQ(errorOf(R"({"target": "Hips", "source": "Hips", "mix": "Head", "share": 7})"),
            "joint 0: \"share\": 7 is not a number from 0 to 1");
  EXPECT_EQ(errorOf(R"({"target": "Hips", "source": "Hips", "twist": 0.5})"),
            "joint 0: \"twist\" needs a joint to \"mix\" with");
  EXPECT_EQ(errorOf(R"({"target": "Hips", "source": "Hips", "mix": "Head", "share": 0.5, "twist": 0.5})"),
            "joint 0: has \"share\" and \"twist\": give one of them");
  EXPECT_EQ(errorOf(R"({"target": "Hips", "source": "Hips", "adjust": [1, 2]})"),
            "joint 0: \"adjust\": [1,2] is not three angles from -360 to 360 degrees");
  EXPECT_EQ(errorOf(R"({"target": "Hips", "source": "Hips", "sauce": 1})"), "joint 0: \"sauce\" is unknown");
  EXPECT_EQ(errorOf("7"), "joint 0: is not an object: 7");
  EXPECT_NE(errorOf(R"({"target": "Hips", "source": "Hips"}, {"target": "Hips", "source": "Head"})").find("twice"),
            std::string::npos);
  EXPECT_EQ(jointMapFromText("[]", human, human).error().message, "is no joint map: it has no list \"joints\"");
  EXPECT_EQ(errorOf(""), "maps no joint");
  EXPECT_FALSE(jointMapFromText("{\"joints\": [", human, human));
}

}  // namespace
}  // namespace app
