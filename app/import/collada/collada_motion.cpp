#include "app/import/collada/collada_motion.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "app/import/collada/collada_elements.h"
#include "app/import/file/import_error.h"
#include "app/import/file/import_limits.h"
#include "app/import/file/utf8_text.h"
#include "app/model/counted.h"

namespace app {
namespace {

constexpr std::size_t kMostChannels = 4'000'000;  // of all clips together

/// The index in "(3)" or, in a matrix with rows of four, "(3)(0)". Otherwise empty.
std::optional<std::size_t> indexIn(std::string_view member) {
  std::size_t index = 0, factor = 1;
  while (member.starts_with('(')) {
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(member.data() + 1, member.data() + member.size(), number);
    if (error != std::errc() || number > limits::kMorphTargets || factor > 4) return std::nullopt;
    member.remove_prefix(static_cast<std::size_t>(end - member.data()));
    if (!member.starts_with(')')) return std::nullopt;
    member.remove_prefix(1);
    index += factor * number;
    factor *= 4;
  }
  return member.empty() ? std::optional(index) : std::nullopt;
}

/// Which number of a transform a member refers to.
std::optional<std::size_t> numberNamed(ColladaStep step, std::string_view member) {
  if (member.empty()) return 0;
  if (member.starts_with('(')) return indexIn(member);
  if (member == "ANGLE") return step == ColladaStep::Rotate ? 3 : 0;
  constexpr std::string_view kNames = "XYZW";
  if (member.size() != 1 || kNames.find(member[0]) == kNames.npos) return std::nullopt;
  return kNames.find(member[0]);
}

class MotionReader {
 public:
  MotionReader(ColladaDocument& document, ImportReport& report) : document_(document), report_(report) {}

  ColladaMotion read() {
    const pugi::xml_node& root = document_.root();
    std::vector<pugi::xml_node> animations;
    for (const pugi::xml_node& library : root.children("library_animations"))
      for (const pugi::xml_node& each : library.children("animation")) animations.push_back(each);
    for (const pugi::xml_node& library : root.children("library_animation_clips"))
      for (const pugi::xml_node& clip : library.children("animation_clip"))
        add({.name = shownNameOf(clip),
             .start = clip.attribute("start").as_double(),
             .end = clip.attribute("end").as_double()},
            animationsOf(clip));
    if (motion_.clips.empty()) {
      const std::string name = animations.size() == 1 ? shownNameOf(animations.front()) : "";
      add({.name = name.empty() ? "animation" : name}, animations);
    }
    say();
    return std::move(motion_);
  }

 private:
  std::vector<pugi::xml_node> animationsOf(const pugi::xml_node& clip) const {
    std::vector<pugi::xml_node> result;
    std::set<std::string_view> known;
    for (const pugi::xml_node& use : clip.children("instance_animation")) {
      const pugi::xml_node found = document_.find(use.attribute("url").value());
      if (std::string_view(found.name()) == "animation" && known.insert(found.attribute("id").value()).second)
        result.push_back(found);
    }
    return result;
  }

  void add(ColladaClip clip, const std::vector<pugi::xml_node>& animations) {
    std::size_t channels = 0;
    for (const pugi::xml_node& animation : animations) {
      const std::vector<pugi::xml_node> list = elementsWhere(animation, [this](const pugi::xml_node& each) {
        ++visited_;
        return std::string_view(each.name()) == "channel";
      });
      if ((channels_ += list.size()) > kMostChannels || visited_ > limits::kDataViews)
        refuse("its clips use more than ", kMostChannels, " channels");
      channels += list.size();
      for (const pugi::xml_node& channel : list) addChannel(channel, clip);
    }
    if (channels == 0 || (clip.nodes.empty() && clip.weights.empty())) return;
    if (motion_.clips.size() == limits::kClips) refuse("it has more than ", limits::kClips, " animations");
    motion_.clips.push_back(std::move(clip));
  }

  void addChannel(const pugi::xml_node& channel, ColladaClip& clip) {
    const bool isNew = channelsSeen_.insert(channel.internal_object()).second;
    ColladaTarget target = document_.resolve(channel.attribute("target").value());
    if (!target.element && !target.lastStep.empty()) target.element = document_.find(target.lastStep);
    const pugi::xml_node sampler = document_.find(channel.attribute("source").value());
    if (addTransform(target, sampler, clip) || addWeights(target, sampler, clip) || !isNew) return;
    ++(target.element ? others_ : missing_);
  }

  /// Whether it is a transform of a node.
  bool addTransform(const ColladaTarget& target, const pugi::xml_node& sampler, ColladaClip& clip) {
    const pugi::xml_node node = target.element.parent();
    const auto transform = readColladaTransform(target.element);
    if (!transform || std::string_view(node.name()) != "node") return false;
    std::string_view member = target.member;
    if (member.starts_with('.')) member.remove_prefix(1);
    const auto first = numberNamed(transform->step, member);
    if (!first || *first >= sizeOf(transform->step)) return false;
    const bool isWhole = member.empty();
    ColladaChannel added{
        .step = 0, .first = *first, .sampler = samplerOf(sampler, isWhole && transform->step == ColladaStep::Matrix)};
    const ColladaSampler& read = motion_.samplers[added.sampler];
    if (read.isEmpty()) return true;  // counted when it was read
    // Only the angle, not the axis.
    if (isWhole && transform->step == ColladaStep::Rotate && read.curves.size() == 1) added.first = 3;
    const std::string id = node.attribute("id").value();
    if (const auto [entry, isNew] = motion_.stacks.try_emplace(id); isNew) readStack(node, entry->second);
    const auto step = stepOf_.find(target.element.internal_object());
    if (step == stepOf_.end()) return false;  // of another node with that id
    added.step = step->second;
    clip.nodes[id].push_back(added);
    return true;
  }

  void readStack(const pugi::xml_node& node, ColladaStack& stack) {
    for (const pugi::xml_node& child : node.children())
      if (const auto each = readColladaTransform(child)) {
        stepOf_[child.internal_object()] = stack.size();
        stack.push_back(*each);
      }
  }

  /// Whether the target is a weight of a morph controller. It may name the controller, the <source> of its weights, or
  /// the array.
  bool addWeights(const ColladaTarget& target, const pugi::xml_node& sampler, ColladaClip& clip) {
    pugi::xml_node controller = target.element;
    for (int level = 0; level < 4 && controller && std::string_view(controller.name()) != "controller"; ++level)
      controller = controller.parent();
    const pugi::xml_node morph = controller.child("morph");
    const auto first = indexIn(target.member);
    if (!morph || !first || *first >= limits::kMorphTargets) return false;
    const ColladaChannel added{.step = 0, .first = *first, .sampler = samplerOf(sampler, false)};
    if (!motion_.samplers[added.sampler].isEmpty()) clip.weights[controller.attribute("id").value()].push_back(added);
    return true;
  }

  /// The index of the sampler, which is read only once.
  std::size_t samplerOf(const pugi::xml_node& sampler, bool isMatrix) {
    const auto [entry, isNew] = samplers_.try_emplace({sampler.internal_object(), isMatrix}, motion_.samplers.size());
    if (!isNew) return entry->second;
    motion_.samplers.push_back(readColladaSampler(document_, sampler, isMatrix, repairs_));
    const ColladaSampler& read = motion_.samplers.back();
    if (read.isEmpty()) ++empty_;
    if (std::ranges::any_of(read.matrices, &ColladaMatrixKey::isSheared)) ++sheared_;
    return entry->second;
  }

  void say() {
    const auto line = [&](Finding finding, std::string what) {
      report_.lines.push_back({finding, "document", std::move(what)});
    };
    if (repairs_.dropped > 0)
      line(Finding::Repaired, concat("left out: ", counted(repairs_.dropped, "key"), " out of order or not finite"));
    if (repairs_.unequal > 0)
      line(Finding::Repaired,
           concat(counted(repairs_.unequal, "animation curve"), " had times without values or the reverse"));
    if (empty_ > 0) line(Finding::Ignored, concat(counted(empty_, "animation curve"), " without keys"));
    if (sheared_ > 0)
      line(Finding::Lost, concat("the shear in the matrices of ", counted(sheared_, "animation curve")));
    if (missing_ > 0) line(Finding::Lost, concat(counted(missing_, "channel"), " targeting nothing in the file"));
    if (others_ > 0)
      line(Finding::Lost, concat(counted(others_, "channel"),
                                 " animating something other than transforms and morph weights, such as a color"));
  }

  ColladaDocument& document_;
  ImportReport& report_;
  ColladaMotion motion_;
  std::map<std::pair<pugi::xml_node_struct*, bool>, std::size_t> samplers_;
  std::map<pugi::xml_node_struct*, std::size_t> stepOf_;  // of the transforms of animated nodes
  std::set<pugi::xml_node_struct*> channelsSeen_;
  ColladaRepairs repairs_;
  std::size_t channels_ = 0, visited_ = 0, empty_ = 0, sheared_ = 0, missing_ = 0, others_ = 0;
};

}  // namespace

ColladaMotion readColladaMotion(ColladaDocument& document, ImportReport& report) {
  return MotionReader(document, report).read();
}

}  // namespace app
