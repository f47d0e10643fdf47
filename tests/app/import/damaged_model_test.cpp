// glTF files with random damage: nothing crashes, and what is refused says so in one sentence. More files, or others:
// CROSSFADE_DAMAGED_MODELS=4000 CROSSFADE_DAMAGED_SEED=7 viewer_core_tests --gtest_filter=DamagedModel.*
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "app/import/import_model.h"
#include "app/model/json/json_tree.h"
#include "app/session/session.h"
#include "tests/support/gltf_builder.h"
#include "tests/support/source_folder.h"

namespace app {
namespace {

using Json = nlohmann::json;

struct GlbParts {
  Json json;
  std::string bytes;  // of the binary chunk
};

std::uint32_t word(const std::string& file, std::size_t at) {
  std::uint32_t value = 0;
  std::memcpy(&value, file.data() + at, sizeof(value));
  return value;
}

std::string wordText(std::size_t value) {
  const auto narrow = static_cast<std::uint32_t>(value);
  std::string text(sizeof(narrow), '\0');
  std::memcpy(text.data(), &narrow, sizeof(narrow));
  return text;
}

GlbParts split(const std::string& file) {
  const std::size_t jsonSize = word(file, 12), begin = 20 + jsonSize + 8;
  return {.json = Json::parse(file.substr(20, jsonSize)),
          .bytes = begin <= file.size() ? file.substr(begin) : std::string()};
}

std::string joined(const GlbParts& parts) {
  std::string text = jsonText(parts.json);
  text.resize((text.size() + 3) / 4 * 4, ' ');
  return "glTF" + wordText(2) + wordText(12 + 8 + text.size() + 8 + parts.bytes.size()) + wordText(text.size()) +
         "JSON" + text + wordText(parts.bytes.size()) + std::string("BIN\0", 4) + parts.bytes;
}

/// A skinned and morphed triangle with a clip of every interpolation, so that little of the file is payload.
GlbParts smallModel() {
  test::GltfBuilder builder;
  const std::vector<std::uint16_t> joints{0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0};
  const std::vector<float> weights{0.5f, 0.5f, 0, 0, 1, 0, 0, 0, 0.25f, 0.75f, 0, 0};
  const int mesh =
      builder.addTriangle({{"JOINTS_0", builder.add(joints, "VEC4")}, {"WEIGHTS_0", builder.add(weights, "VEC4")}});
  Json& primitive = builder.json["meshes"][std::size_t(mesh)]["primitives"][0];
  primitive["targets"] = {{{"POSITION", builder.add(std::vector<float>{0, 0, 1, 0, 0, 1, 0, 0, 1}, "VEC3")}}};
  primitive["material"] = builder.addTo("materials", {{"pbrMetallicRoughness", {{"metallicFactor", 0.5}}}});
  std::vector<float> inverse(32, 0.0f);
  for (std::size_t i : {0, 5, 10, 15, 16, 21, 26, 31}) inverse[i] = 1;
  const int tip = builder.addNodeOutside({{"translation", {0, 1, 0}}});
  const int root = builder.addNode({{"children", {tip}}});
  const int skin =
      builder.addTo("skins", {{"joints", {root, tip}}, {"inverseBindMatrices", builder.add(inverse, "MAT4")}});
  builder.addNode({{"mesh", mesh}, {"skin", skin}, {"weights", {0.5}}});
  const std::vector<float> times{0, 0.5f, 1};
  const std::vector<float> rotations{0, 0, 0, 1, 0, 0, 0.7071068f, 0.7071068f, 0, 0, 0, 1};
  builder.addClip(tip, "rotation", times, builder.add(rotations, "VEC4"));
  builder.addClip(root, "translation", times, builder.add(std::vector<float>(9, 0.5f), "VEC3"), "STEP");
  builder.addClip(tip, "scale", times, builder.add(std::vector<float>(27, 1.0f), "VEC3"), "CUBICSPLINE");
  return split(builder.glb());
}

GlbParts bundledCharacter() {
  std::ifstream stream(test::sourceFolder() / "assets" / "character.glb", std::ios::binary);
  return split(std::string(std::istreambuf_iterator<char>(stream), {}));
}

class Damage {
 public:
  explicit Damage(unsigned int seed) : random_(seed) {}

  /// One to three faults.
  std::string of(GlbParts parts) {
    for (int faults = whole(1, 3); faults > 0; --faults) whole(0, 3) == 0 ? inBytes(parts.bytes) : inJson(parts.json);
    std::string file = joined(parts);
    if (whole(0, 19) == 0) file.resize(std::size_t(whole(0, int(file.size()))));
    if (whole(0, 19) == 0 && !file.empty())
      file[std::size_t(whole(0, std::min(27, int(file.size()) - 1)))] ^= char(whole(1, 255));
    return file;
  }

 private:
  int whole(int min, int max) { return std::uniform_int_distribution<int>(min, max)(random_); }

  Json* anyValue(Json& json) {
    const auto paths = json.flatten();
    auto path = paths.begin();
    std::advance(path, whole(0, int(paths.size()) - 1));
    Json::json_pointer pointer(path.key());
    for (int up = whole(0, 3); up > 0 && !pointer.empty(); --up) pointer.pop_back();  // its object or array
    return &json[pointer];
  }

  Json hostile() {
    static const std::vector<Json> values{nullptr,
                                          true,
                                          -1,
                                          0,
                                          1,
                                          2,
                                          255,
                                          65536,
                                          2147483647,
                                          -2147483648LL,
                                          4294967295LL,
                                          9007199254740993LL,
                                          1e308,
                                          -1e308,
                                          1e-308,
                                          0.5,
                                          5120,
                                          5121,
                                          5123,
                                          5125,
                                          5126,
                                          "",
                                          "SCALAR",
                                          "VEC3",
                                          "MAT4",
                                          "CUBICSPLINE",
                                          "../../etc/passwd",
                                          "data:application/octet-stream;base64,AAAA",
                                          Json::array(),
                                          Json::object(),
                                          {0, 0, 0},
                                          {0, 0, 0, 0},
                                          {1, 2, 3, 4, 5, 6, 7, 8}};
    return values[std::size_t(whole(0, int(values.size()) - 1))];
  }

  void inJson(Json& json) {
    if (json.flatten().empty()) return;
    Json& value = *anyValue(json);
    switch (whole(0, 5)) {
      case 0:
      case 1:
        value = hostile();
        break;
      case 2:
        value = Json(*anyValue(json));  // of another place in the file
        break;
      case 3:
        if (value.is_number_integer()) value = value.get<std::int64_t>() + whole(-2, 2);
        break;
      case 4:
        if (value.is_array() && !value.empty())
          value.push_back(Json(value[std::size_t(whole(0, int(value.size()) - 1))]));
        break;
      default:
        if (value.is_structured() && !value.empty())
          value.erase(std::next(value.begin(), whole(0, int(value.size()) - 1)));
        break;
    }
  }

  void inBytes(std::string& bytes) {
    static const std::array<std::uint32_t, 6> kWords{0x7fc00000, 0x7f800000, 0xff7fffff, 0x00000001, 0xffffffff, 0};
    for (int count = whole(1, 16); count > 0 && bytes.size() >= 4; --count) {
      const auto at = std::size_t(whole(0, int(bytes.size() / 4) - 1)) * 4;
      if (whole(0, 1) == 0)
        bytes[at] ^= char(whole(1, 255));
      else
        bytes.replace(at, 4, wordText(kWords[std::size_t(whole(0, int(kWords.size()) - 1))]));
    }
    if (whole(0, 9) == 0) bytes.resize(bytes.size() / 2);
  }

  std::mt19937 random_;
};

/// Every clip plays and fades, on the exact path and as a crowd.
void useEverything(Model model) {
  Session session(std::move(model));
  FrameProfiler profiler;
  for (int clip = 0; clip < std::min(session.clipCount(), 6); ++clip) {
    (void)session.apply(FadeTo{.clip = clip});
    session.advance(0.21, profiler);
  }
  for (const glm::mat4& world : session.posed().worlds)
    for (int i = 0; i < 16; ++i) ASSERT_TRUE(std::isfinite(world[i / 4][i % 4]));
  (void)session.apply(ShowScene{SceneKind::Crowd});
  session.advance(0.1, profiler);
}

int fromEnvironment(const char* name, int otherwise) {
  const char* text = std::getenv(name);
  return text && *text ? std::atoi(text) : otherwise;
}

void damage(const GlbParts& parts, int files, unsigned int seed) {
  int opened = 0;
  for (int i = 0; i < files; ++i) {
    SCOPED_TRACE("file " + std::to_string(i));
    const std::string file = Damage(seed + unsigned(i)).of(parts);
    auto model = importModel("damaged.glb", std::as_bytes(std::span(file)));
    if (model) {
      ++opened;
      useEverything(std::move(*model));
      continue;
    }
    const std::string& sentence = model.error().message;
    EXPECT_TRUE(sentence.starts_with("damaged.glb: ")) << sentence;
    EXPECT_EQ(sentence.find('\n'), std::string::npos) << sentence;
    EXPECT_LT(sentence.size(), 300u) << sentence;
  }
  EXPECT_GT(opened, 0) << "damage that nothing survives tests only the first check";
  EXPECT_LT(opened, files) << "damage that nothing notices";
  std::printf("opened %d of %d damaged files\n", opened, files);
}

const int kFiles = fromEnvironment("CROSSFADE_DAMAGED_MODELS", 300);
const auto kSeed = unsigned(fromEnvironment("CROSSFADE_DAMAGED_SEED", 2026));

TEST(DamagedModel, OfFewBytesNeverCrashes) { damage(smallModel(), kFiles, kSeed); }

TEST(DamagedModel, OfARealCharacterNeverCrashes) { damage(bundledCharacter(), std::max(1, kFiles / 10), kSeed); }

}  // namespace
}  // namespace app
