#include "app/import/bvh/bvh_model.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include <glm/gtc/quaternion.hpp>
#include <glm/trigonometric.hpp>

#include "app/import/file/import_limits.h"
#include "app/import/file/wrong_file.h"
#include "app/model/counted.h"
#include "app/model/file_formats.h"

namespace app {
namespace {

constexpr std::string_view kSigns = "{}:";

bool isSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r') || c == '\0'; }

}  // namespace

std::string_view BvhWords::next() {
  while (position_ < text_.size() && isSpace(text_[position_])) line_ += text_[position_++] == '\n' ? 1 : 0;
  const std::size_t begin = position_;
  while (position_ < text_.size() && !isSpace(text_[position_])) {
    const bool isSign = kSigns.find(text_[position_]) != kSigns.npos;
    if (isSign && position_ > begin) break;
    ++position_;
    if (isSign) break;
  }
  return text_.substr(begin, position_ - begin);
}

std::string_view BvhWords::peek() const {
  BvhWords ahead = *this;
  return ahead.next();
}

bool BvhWords::take(std::string_view word) {
  if (lowerCase(peek()) != word) return false;
  next();
  return true;
}

void BvhWords::expect(std::string_view word) {
  const std::string_view found = next();
  if (lowerCase(found) == word) return;
  if (found.empty()) fail("it ends where '", word, "' is expected");
  fail("'", word, "' is expected, not '", shortText(found), "'");
}

double BvhWords::number() {
  const std::string_view word = next();
  const std::optional<double> value = bvhNumber(word);
  if (value) return *value;
  if (word.empty()) fail("it ends where a number is expected");
  fail("'", shortText(word), "' is not a number");
}

std::optional<double> bvhNumber(std::string_view word) {
  if (word.starts_with('+')) word.remove_prefix(1);
  double value = 0;
  const auto [end, fault] = std::from_chars(word.data(), word.data() + word.size(), value);
  const bool isTiny = fault == std::errc::result_out_of_range && std::abs(value) < 1;
  if ((fault != std::errc() && !isTiny) || end != word.data() + word.size()) return std::nullopt;
  if (!(std::abs(value) <= static_cast<double>(limits::kMaxMagnitude))) return std::nullopt;
  return value;
}

namespace {

constexpr double kMostChannels = 64;             // of a joint
constexpr double kUsualFrameSeconds = 1.0 / 30;  // where the file states none
constexpr double kLongestClip = 1e6;             // seconds

/// The words before the next brace, as one name.
std::string nameUpToBrace(BvhWords& words) {
  std::string name;
  for (std::string_view word = words.peek(); !word.empty() && word != "{" && word != "}"; word = words.peek()) {
    words.next();
    if (name.size() > limits::kNameBytes) continue;
    if (!name.empty() && word != ":" && !name.ends_with(':')) name += ' ';
    name += word;
  }
  return validUtf8(name).text;
}

std::optional<BvhChannel> channelOf(const std::string& word) {
  if (word.empty() || word[0] < 'x' || word[0] > 'z') return std::nullopt;
  const std::string_view kind = std::string_view(word).substr(1);
  if (kind != "position" && kind != "rotation") return std::nullopt;
  return BvhChannel{kind == "position", word[0] - 'x'};
}

/// Reads the part from "HIERARCHY" to "MOTION".
class HierarchyReader {
 public:
  HierarchyReader(BvhWords& words, BvhDocument& document) : words_(words), document_(document) {}

  void read() {
    words_.expect("hierarchy");
    while (words_.take("root")) {
      openJoint(nameUpToBrace(words_));
      while (current_ >= 0) readStatement();
    }
    if (document_.joints.empty()) words_.expect("root");
  }

 private:
  void openJoint(std::string name) {
    words_.expect("{");
    if (document_.joints.size() == limits::kListEntries) refuse("it has more than ", limits::kListEntries, " joints");
    name.resize(cutUtf8(name, limits::kNameBytes).size());
    document_.joints.push_back({.name = std::move(name), .parent = current_, .offset = {}, .channels = {}});
    current_ = static_cast<int>(document_.joints.size()) - 1;
  }

  /// Not recursive, because a file can nest joints to any depth.
  void readStatement() {
    BvhJoint& joint = document_.joints[static_cast<std::size_t>(current_)];
    const std::string word = lowerCase(words_.next());
    if (word == "offset")
      for (int axis = 0; axis < 3; ++axis) joint.offset[axis] = words_.number();
    else if (word == "channels")
      readChannels(joint);
    else if (word == "joint")
      openJoint(nameUpToBrace(words_));
    else if (word.starts_with("end"))  // "End Site", "End Site5", "EndSite"
      nameUpToBrace(words_), openJoint("EndSite_" + joint.name);
    else if (word == "}")
      current_ = joint.parent;
    else if (word.empty())
      words_.fail("it ends inside joint '", shortText(joint.name), "'");
    else
      words_.fail("unknown keyword '", shortText(word), "'");
  }

  void readChannels(BvhJoint& joint) {
    const double count = words_.number();
    if (!(count >= 0 && count <= kMostChannels)) words_.fail("a joint cannot have ", count, " channels");
    if (!joint.channels.empty()) words_.fail("joint '", shortText(joint.name), "' lists its channels twice");
    joint.firstValue = document_.valuesPerFrame;
    for (int i = 0; i < static_cast<int>(count); ++i) {
      const std::string_view word = words_.next();
      const auto channel = channelOf(lowerCase(word));
      if (!channel) words_.fail("'", shortText(word), "' is not a channel");
      joint.channels.push_back(*channel);
    }
    document_.valuesPerFrame += joint.channels.size();
  }

  BvhWords& words_;
  BvhDocument& document_;
  int current_ = -1;
};

/// Reads frames until something other than a number follows.
class MotionReader {
 public:
  MotionReader(BvhWords& words, BvhDocument& document, ImportReport& report)
      : words_(words), document_(document), report_(report) {}

  void read(std::size_t bytes, const ImportWatch& watch) {
    words_.expect("motion");
    words_.expect("frames");
    words_.take(":");
    const double stated = words_.number();
    words_.expect("frame");
    words_.expect("time");
    words_.take(":");
    const std::optional<double> seconds = bvhNumber(words_.next());
    if (document_.valuesPerFrame > 0)
      while (!ends_ && readFrame())
        if (document_.frameCount % 64 == 0) watch.at(words_.position(), bytes);
    report(stated);
    setFrameTime(seconds);
  }

 private:
  static constexpr std::string_view kWhere = "motion";

  bool readFrame() {
    const std::size_t size = document_.valuesPerFrame, end = document_.frameCount * size, before = words_.line();
    std::size_t firstLine = 0;
    for (std::size_t i = 0; i < size; ++i) {
      if (!readValue(i)) {
        if (i > 0) say(Finding::Lost, "its last frame has ", i, " of ", size, " values and is left out");
        document_.values.resize(end);
        return false;
      }
      if (i == 0) firstLine = words_.line();
    }
    if (!isWhole(before, firstLine)) {
      if (document_.frameCount == 0) words_.failIn(firstLine, "it does not have ", size, " values for a frame");
      say(Finding::Lost, "line ", firstLine, " does not have the ", size,
          " values of a frame; that line and all after it are left out");
      document_.values.resize(end);
      return false;
    }
    ++document_.frameCount;
    return true;
  }

  /// Whether the frame just read fills one line or several whole lines. If not, some line had too few or too many
  /// values. `before`: the last line of the previous frame.
  bool isWhole(std::size_t before, std::size_t firstLine) const {
    if (words_.line() == firstLine) return true;
    BvhWords ahead = words_;
    return firstLine > before && (ahead.next().empty() || ahead.line() > words_.line());
  }

  bool readValue(std::size_t index) {
    const std::string_view word = words_.peek();
    const std::optional<double> value = bvhNumber(word);
    const bool isBroken = !value && looksLikeNumber(word);
    if (!value && !isBroken) {
      if (!word.empty()) say(Finding::Lost, "'", shortText(word), "' is not a number; nothing after it is read");
      ends_ = true;
      return false;
    }
    words_.next();
    if (isBroken && ++brokenCount_ == 1) firstBroken_ = concat("line ", words_.line(), ", '", shortText(word), "'");
    if (document_.values.size() == limits::kKeyValues) refuse("it has more than ", limits::kKeyValues, " values");
    const std::size_t size = document_.valuesPerFrame;
    const float held = document_.frameCount > 0 ? document_.value(document_.frameCount - 1, index % size) : 0;
    document_.values.push_back(value ? static_cast<float>(*value) : held);
    return true;
  }

  /// Text that was meant as a number: "nan", "-inf", "1.#QNAN", "1e99", "0.5.1".
  static bool looksLikeNumber(std::string_view word) {
    if (!word.empty() && (word[0] == '-' || word[0] == '+')) word.remove_prefix(1);
    const std::string start = lowerCase(word.substr(0, 3));
    return start == "nan" || start == "inf" ||
           (!start.empty() && (start[0] == '.' || (start[0] >= '0' && start[0] <= '9')));
  }

  void report(double stated) {
    const std::size_t count = document_.frameCount;
    if (stated != static_cast<double>(count) && document_.valuesPerFrame > 0)
      say(static_cast<double>(count) < stated ? Finding::Lost : Finding::Repaired, "it states ", stated,
          " frames but has ", count, "; all that are there are played");
    if (brokenCount_ > 0)
      say(Finding::Repaired, counted(brokenCount_, "value"), " cannot be used (first: ", firstBroken_,
          "); the previous frame's value is used instead");
  }

  void setFrameTime(std::optional<double> seconds) {
    const double frames = static_cast<double>(document_.frameCount);
    document_.frameSeconds = seconds.value_or(0);
    if (frames < 2 || (seconds && *seconds > 0 && *seconds * frames <= kLongestClip)) return;
    document_.frameSeconds = std::min(kUsualFrameSeconds, kLongestClip / frames);
    say(Finding::Repaired, "it states no usable frame time; it is played at 30 frames per second");
  }

  template <class... Parts>
  void say(Finding finding, const Parts&... parts) {
    report_.add(finding, std::string(kWhere), concat(parts...));
  }

  BvhWords& words_;
  BvhDocument& document_;
  ImportReport& report_;
  bool ends_ = false;
  std::size_t brokenCount_ = 0;
  std::string firstBroken_;
};

}  // namespace

BvhDocument readBvh(ByteSpan file, ImportReport& report, const ImportWatch& watch) {
  std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  BvhWords words(text);
  BvhDocument document;
  HierarchyReader(words, document).read();
  MotionReader(words, document, report).read(text.size(), watch);
  return document;
}

namespace {

using crossfade::Channel;

constexpr const char* kClipName = "Motion";

/// Axes without a position channel use the offset.
glm::dvec3 translationOf(const BvhDocument& document, const BvhJoint& joint, std::size_t frame) {
  glm::dvec3 translation = joint.offset;
  for (std::size_t i = 0; i < joint.channels.size(); ++i)
    if (joint.channels[i].isPosition)
      translation[joint.channels[i].axis] = static_cast<double>(document.value(frame, joint.firstValue + i));
  return translation;
}

/// Channels are successive rotations about the joint's own axes.
glm::dquat rotationOf(const BvhDocument& document, const BvhJoint& joint, std::size_t frame) {
  glm::dquat rotation = glm::identity<glm::dquat>();
  for (std::size_t i = 0; i < joint.channels.size(); ++i) {
    if (joint.channels[i].isPosition) continue;
    glm::dvec3 axis(0.0);
    axis[joint.channels[i].axis] = 1;
    const auto degrees = static_cast<double>(document.value(frame, joint.firstValue + i));
    rotation = rotation * glm::angleAxis(glm::radians(degrees), axis);
  }
  return glm::normalize(rotation);
}

bool has(const BvhJoint& joint, bool position) {
  return std::ranges::any_of(joint.channels, [&](const BvhChannel& channel) { return channel.isPosition == position; });
}

crossfade::Skeleton skeletonOf(const BvhDocument& document) {
  std::vector<crossfade::Joint> joints;
  for (const BvhJoint& joint : document.joints) {
    const glm::dvec3 translation = document.frameCount > 0 ? translationOf(document, joint, 0) : joint.offset;
    joints.push_back({.name = joint.name,
                      .parent = joint.parent,
                      .rest = {.translation = glm::vec3(translation)},
                      .documentIndex = static_cast<int>(joints.size())});
  }
  return orRefuse(crossfade::Skeleton::make(std::move(joints)));
}

void addTracks(const BvhDocument& document, int index, const std::vector<float>& times,
               std::vector<crossfade::KeyframeTrack>& tracks) {
  const BvhJoint& joint = document.joints[static_cast<std::size_t>(index)];
  const auto add = [&](Channel channel, std::size_t size, const auto& valuesAt) {
    std::vector<float> values;
    values.reserve(size * document.frameCount);
    for (std::size_t frame = 0; frame < document.frameCount; ++frame)
      for (const float value : valuesAt(frame)) values.push_back(value);
    tracks.push_back(orRefuse(
        crossfade::KeyframeTrack::make({index, channel}, crossfade::Interpolation::Linear, times, std::move(values))));
  };
  if (has(joint, true))
    add(Channel::Translation, 3, [&](std::size_t frame) {
      const glm::vec3 v(translationOf(document, joint, frame));
      return std::array{v.x, v.y, v.z};
    });
  if (has(joint, false))
    add(Channel::Rotation, 4, [&](std::size_t frame) {
      const glm::quat q(rotationOf(document, joint, frame));
      return std::array{q.x, q.y, q.z, q.w};
    });
}

void checkSize(const BvhDocument& document) {
  std::size_t perFrame = 0;
  for (const BvhJoint& joint : document.joints)
    perFrame += (has(joint, true) ? 3u : 0u) + (has(joint, false) ? 4u : 0u);
  if (perFrame > 0 && document.frameCount > limits::kKeyValues / perFrame)
    refuse("it has more than ", limits::kKeyValues, " values");
}

}  // namespace

void fillBvhModel(Model& model, ByteSpan file, const ImportWatch& watch) {
  const ImportWatch importing = watch.enter(ImportStage::Importing);
  refuseWrongFile(file, ".bvh");
  const BvhDocument document = readBvh(file, model.report, importing);
  model.skeleton = skeletonOf(document);
  if (document.frameCount == 0 || document.valuesPerFrame == 0) return;
  checkSize(document);
  std::vector<float> times(document.frameCount);
  for (std::size_t frame = 0; frame < times.size(); ++frame)
    times[frame] = static_cast<float>(static_cast<double>(frame) * document.frameSeconds);
  std::vector<crossfade::KeyframeTrack> tracks;
  const ImportWatch converting = watch.enter(ImportStage::Converting);
  for (std::size_t i = 0; i < document.joints.size(); ++i) {
    converting.at(i, document.joints.size());
    addTracks(document, static_cast<int>(i), times, tracks);
  }
  model.clips.add(orRefuse(crossfade::AnimationClip::make(kClipName, std::move(tracks))));
}

}  // namespace app
