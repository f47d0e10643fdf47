#include "crossfade/asset/pack.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "crossfade/asset/detail/pack_layout.h"
#include "tests/support/allocation_guard.h"
#include "tests/support/sample_packs.h"

namespace crossfade {
namespace {

using test::samplePack;
using test::useAll;

std::vector<std::byte> sampleBlock() {
  auto block = writePack(samplePack());
  EXPECT_TRUE(block) << (block ? "" : block.error().message);
  return *std::move(block);
}

std::string refusal(std::span<const std::byte> block) {
  const auto opened = openPack(block);
  return opened ? "opened" : opened.error().message;
}

template <class Value>
void put(std::vector<std::byte>& block, std::size_t offset, Value value) {
  ASSERT_LE(offset + sizeof value, block.size());
  std::memcpy(block.data() + offset, &value, sizeof value);
}

/// Where a record lies: read from the table as docs/pack_format.md describes it, with numbers of its own.
std::size_t at(const std::vector<std::byte>& block, std::size_t section, std::size_t record = 0) {
  std::uint64_t offset = 0;
  std::uint32_t stride = 0;
  std::memcpy(&offset, block.data() + 24 + 16 * section, 8);
  std::memcpy(&stride, block.data() + 24 + 16 * section + 12, 4);
  return static_cast<std::size_t>(offset) + record * stride;
}

void expectSame(const KeyframeTrack& a, const KeyframeTrack& b) {
  EXPECT_EQ(a.target(), b.target());
  EXPECT_EQ(a.interpolation(), b.interpolation());
  EXPECT_EQ(a.valueSize(), b.valueSize());
  EXPECT_TRUE(std::ranges::equal(a.times(), b.times()));
  EXPECT_TRUE(std::ranges::equal(a.values(), b.values()));
  EXPECT_TRUE(std::ranges::equal(a.tangents(), b.tangents()));
}

void expectSame(const AnimationClip& a, const AnimationClip& b) {
  EXPECT_EQ(a.name(), b.name());
  EXPECT_EQ(a.duration(), b.duration());
  EXPECT_EQ(a.blendMode(), b.blendMode());
  ASSERT_EQ(a.tracks().size(), b.tracks().size());
  for (std::size_t i = 0; i < a.tracks().size(); ++i) expectSame(a.tracks()[i], b.tracks()[i]);
}

/// What a sentence about a fault would name is put into words only where there is one.
TEST(Pack, OpeningAllocatesOnlyWhatThePackHolds) {
  const std::vector<std::byte> block = sampleBlock();
  const ::test::AllocationGuard guard;
  const auto opened = openPack(block);
  EXPECT_LE(guard.count(), 100) << "92 with g++; 160 when every record had its sentence";
  EXPECT_TRUE(opened);
}

TEST(Pack, HoldsWhatWasWritten) {
  const Pack before = samplePack();
  const auto block = sampleBlock();
  const auto opened = openPack(block);
  ASSERT_TRUE(opened) << opened.error().message;
  const Pack& after = *opened;

  ASSERT_EQ(after.skeleton.jointCount(), 3);
  EXPECT_EQ(after.skeleton.name(2), "K\u00f6pfchen");
  EXPECT_EQ(after.findJoint("spine"), 1);
  EXPECT_EQ(after.skeleton.parents()[2], 1);
  EXPECT_EQ(after.skeleton.documentIndexOf(0), 2);
  EXPECT_EQ(after.skeleton.restLocals()[1].scale, glm::vec3(1, -1, 2));
  EXPECT_EQ(after.rest.locals[0].translation, glm::vec3(0, 1, 0));
  EXPECT_EQ(after.rest.morphWeights, before.rest.morphWeights);
  EXPECT_EQ(after.valueNames, before.valueNames);
  EXPECT_EQ(after.morphs[0].count, 2);
  EXPECT_EQ(after.values[0].offset, 2);
  EXPECT_EQ(after.skins[0].joints, before.skins[0].joints);
  EXPECT_EQ(after.skins[0].inverseBinds, before.skins[0].inverseBinds);
  EXPECT_EQ(after.skinNames, before.skinNames);

  ASSERT_EQ(after.clips.size(), before.clips.size());
  for (std::size_t i = 0; i < before.clips.size(); ++i) expectSame(before.clips[i], after.clips[i]);
  const PackedClip &facts = after.clipFacts[0], &wanted = before.clipFacts[0];
  expectSame(*wanted.inPlace, *facts.inPlace);
  EXPECT_EQ(facts.root->pivot(), wanted.root->pivot());
  EXPECT_EQ(facts.root->at(0.75).translation, wanted.root->at(0.75).translation);
  EXPECT_EQ(facts.root->perLoop().turn, wanted.root->perLoop().turn);
  EXPECT_EQ(facts.contacts->feet[0].name, "left");
  EXPECT_EQ(facts.contacts->feet[0].toe, wanted.contacts->feet[0].toe);
  EXPECT_EQ(facts.contacts->feet[1].foot, wanted.contacts->feet[1].foot);
  EXPECT_EQ(facts.contacts->groundVelocity, wanted.contacts->groundVelocity);
  EXPECT_EQ(facts.contacts->flights, 2);
  EXPECT_TRUE(facts.contacts->isCyclic);
  EXPECT_EQ(facts.markers, wanted.markers);
  EXPECT_EQ(facts.events, wanted.events);
  EXPECT_EQ(after.clipFacts[1].events, before.clipFacts[1].events);
  EXPECT_FALSE(after.clipFacts[1].root || after.clipFacts[1].inPlace || after.clipFacts[1].contacts);

  EXPECT_TRUE(std::ranges::equal(after.findMask("upper")->weights(), before.masks[0].weights.weights()));
  EXPECT_EQ(after.curves, before.curves);
  EXPECT_EQ(after.transitions.size(), before.transitions.size());
  const ClipId walk = after.findClip("walk"), run = after.findClip("run");
  const TransitionSettings settings = after.transitions.resolve(walk, run);
  EXPECT_EQ(settings, before.transitions.resolve(walk, run)) << "ids are the same, and the mask is nullptr";
  EXPECT_EQ(*after.transitions.at({walk, kAnyClip})->mask, after.findMask("upper"));

  ASSERT_EQ(after.blendSpaces.size(), 1u);
  ASSERT_TRUE(after.findBlendSpace("gaits"));
  EXPECT_FALSE(after.findBlendSpace("gait"));
  const PackedBlendSpace& gaits = *after.findBlendSpace("gaits");
  EXPECT_EQ(gaits.sync, Sync::Markers);
  EXPECT_EQ(after.find("gaits"), ClipOrSpace::ofSpace(0));
  EXPECT_EQ(after.find("run"), run);
  EXPECT_FALSE(after.find("gait"));
  EXPECT_EQ(after.transitions.resolve(run, after.find("gaits")).seconds, 0.75);
  EXPECT_EQ(after.transitions.resolve(after.find("gaits"), run).seconds, 0.25) << "of the whole set";
  ASSERT_EQ(gaits.space.samples().size(), 3u);
  EXPECT_EQ(gaits.space.samples()[1].clip, run);
  EXPECT_EQ(gaits.space.samples()[1].at, glm::dvec2(3, -10));
  EXPECT_EQ(gaits.space.samples()[1].timeScale, 1.25);
  EXPECT_EQ(gaits.space.triangles().size(), 1u);
}

TEST(Pack, OfPackedClipsHasTheSameBytesAgain) {
  const auto block = writePack(test::swayingPack(), {.tolerance = SampleTolerance{}});
  ASSERT_TRUE(block) << block.error().message;
  const auto opened = openPack(*block);
  ASSERT_TRUE(opened) << opened.error().message;
  EXPECT_FALSE(opened->clips[0].hasKeys());
  EXPECT_FALSE(opened->clipFacts[0].inPlace->hasKeys());
  EXPECT_EQ(opened->clips[0].tracks().size(), 1u) << "steps keep their keys";
  const auto again = writePack(*opened);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(*again, *block);
}

TEST(Pack, OfEarlierVersionsIsRead) {
  Pack before = samplePack();
  before.transitions.remove(ClipOrSpace::ofSpace(0));
  auto block = *writePack(before);
  put(block, 8, 4u);
  EXPECT_EQ(useAll(*openPack(block)), useAll(before)) << "transitions of clips alone";
  before.blendSpaces.clear();
  block = *writePack(before);
  for (const auto& [version, sections] : {std::pair(3u, 23u), std::pair(2u, 22u), std::pair(1u, 21u)}) {
    if (version == 2) {
      for (PackedClip& facts : before.clipFacts) facts.events.clear();
      block = *writePack(before);
    }
    put(block, 8, version);
    put(block, 12, sections);  // the entries of the last sections become a gap
    const auto opened = openPack(block);
    ASSERT_TRUE(opened) << opened.error().message;
    EXPECT_EQ(useAll(*opened), useAll(before));
  }
}

TEST(Pack, GivesItsEventsToPlayers) {
  const auto block = sampleBlock();
  const auto pack = openPack(block);
  const ClipEventSet events = eventsOf(*pack);
  const ClipId walk = pack->findClip("walk");
  ASSERT_TRUE(events.find(walk));
  EXPECT_EQ(events.find(pack->findClip("nod")), nullptr);
  TransitionPlayer player(pack->clips, pack->layout(), pack->rest);
  player.setEvents(&events);
  player.clipAction(walk).play();
  Pose pose = pack->rest;
  player.advance(0.8, pose);
  ASSERT_EQ(player.mixer().passedEvents().size(), 2u);
  EXPECT_EQ(player.mixer().passedEvents()[0].event->name, "swing");
  EXPECT_EQ(player.mixer().passedEvents()[1].event->value, 0.5);
}

TEST(Pack, OfVersion1HasNoPackedTracks) {
  auto block = *writePack(test::swayingPack(), {.tolerance = SampleTolerance{}});
  put(block, 8, 1u);
  put(block, 12, 21u);
  EXPECT_EQ(refusal(block), "clip 0 'sway': its encoding 1 is not known");
}

TEST(Pack, OfWhatWasOpenedHasTheSameBytes) {
  const auto block = sampleBlock();
  const auto again = writePack(*openPack(block));
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(*again, block);
}

TEST(Pack, WithoutAnythingCanBeOpened) {
  const auto block = writePack({});
  ASSERT_TRUE(block) << block.error().message;
  EXPECT_EQ(openPack(*block)->clips.size(), 0u);
}

TEST(Pack, LendsItsKeysInsteadOfCopyingThem) {
  const auto block = sampleBlock();
  const auto opened = openPack(block);
  const auto isInBlock = [&](std::span<const float> keys) {
    const auto* const begin = reinterpret_cast<const std::byte*>(keys.data());
    return begin >= block.data() && begin + keys.size_bytes() <= block.data() + block.size();
  };
  for (const AnimationClip& each : opened->clips)
    for (const KeyframeTrack& track : each.tracks()) {
      EXPECT_TRUE(isInBlock(track.times()));
      EXPECT_TRUE(isInBlock(track.values()));
      const KeyframeTrack copy = track;
      EXPECT_EQ(copy.values().data(), track.values().data()) << "a copy reads them there, too";
    }
  EXPECT_EQ(opened->clips[0].tracks()[0].times().data(), opened->clips[0].tracks()[1].times().data())
      << "equal times are stored once";
}

TEST(Pack, PlaysAsTheClipsItWasMadeOf) {
  const Pack before = samplePack();
  const auto block = sampleBlock();
  const auto after = openPack(block);
  EXPECT_EQ(useAll(*after), useAll(before));
  TransitionPlayer one(before.clips, before.layout(), before.rest), other(after->clips, after->layout(), after->rest);
  Pose a = before.rest, b = after->rest;
  for (TransitionPlayer* const player : {&one, &other}) player->clipAction(before.clips.ids()[0]).play();
  for (int frame = 0; frame < 90; ++frame) {
    if (frame == 20)
      for (TransitionPlayer* const player : {&one, &other})
        player->transition().to(player->clipAction(before.clips.ids()[1]), {.seconds = 0.5});
    one.advance(1.0 / 60, a);
    other.advance(1.0 / 60, b);
    ASSERT_EQ(a.morphWeights, b.morphWeights);
    for (std::size_t i = 0; i < a.locals.size(); ++i) {
      ASSERT_EQ(a.locals[i].translation, b.locals[i].translation) << "frame " << frame;
      ASSERT_EQ(a.locals[i].rotation, b.locals[i].rotation) << "frame " << frame;
      ASSERT_EQ(a.locals[i].scale, b.locals[i].scale) << "frame " << frame;
    }
  }
}

class AnyPack : public testing::TestWithParam<bool> {
 public:
  static std::vector<std::byte> blockOf(bool packed) {
    return packed ? *writePack(test::swayingPack(), {.tolerance = SampleTolerance{}}) : sampleBlock();
  }
};
INSTANTIATE_TEST_SUITE_P(Packed, AnyPack, testing::Bool());

TEST_P(AnyPack, CutOffAnywhereIsRefused) {
  const auto block = blockOf(GetParam());
  for (std::size_t size = 0; size < block.size(); ++size) {
    const std::vector<std::byte> cut(block.begin(), block.begin() + static_cast<std::ptrdiff_t>(size));
    EXPECT_NE(refusal(cut), "opened") << size;
    EXPECT_NE(refusal(cut), "") << size;
  }
}

TEST_P(AnyPack, WithAnyByteChangedIsRefusedOrSafeToPlay) {
  const auto block = blockOf(GetParam());
  int refused = 0, used = 0;
  std::vector<std::byte> changed = block;
  for (std::size_t i = 0; i < block.size(); ++i) {
    for (const unsigned mask : {0xffu, 0x01u, 0x02u, 0x80u}) {
      changed[i] = block[i] ^ static_cast<std::byte>(mask);
      const auto opened = openPack(changed);
      if (opened) {
        useAll(*opened);
        EXPECT_TRUE(writePack(*opened)) << "byte " << i;
        ++used;
      } else {
        EXPECT_FALSE(opened.error().message.empty()) << "byte " << i;
        ++refused;
      }
    }
    changed[i] = block[i];
  }
  EXPECT_GT(refused, 1000);
  EXPECT_GT(used, 1000);
}

// Sections by their numbers in docs/pack_format.md.
constexpr std::size_t kJoints = 1, kMorphs = 2, kSkinJoints = 6, kClips = 7, kTracks = 8, kArrays = 9, kKeys = 10,
                      kMarkers = 15, kMaskWeights = 17, kTransitions = 20, kEvents = 22, kBlendSpaces = 23,
                      kBlendSamples = 24;

TEST(Pack, SaysWhatIsWrong) {
  const auto block = sampleBlock();
  const auto with = [&](std::size_t offset, auto value) {
    auto changed = block;
    put(changed, offset, value);
    return refusal(changed);
  };
  EXPECT_EQ(with(0, 'X'), "this is no pack: it does not begin with 'xfade'");
  EXPECT_EQ(with(8, 6u), "the pack is of version 6, and this library reads versions up to 5");
  EXPECT_EQ(with(8, 4u), "transition 3: there is no clip -2") << "not before version 5";
  EXPECT_EQ(with(8, 0u), "the pack is of version 0, which does not exist");
  EXPECT_EQ(with(12, 9u), "the pack has 9 sections instead of 25");
  EXPECT_EQ(with(16, std::uint64_t{1} << 40),
            "the pack has 1099511627776 bytes, but there are " + std::to_string(block.size()));
  EXPECT_EQ(with(24 + 16 * kJoints, std::uint64_t{8}), "section 'joints' begins at byte 8");
  EXPECT_EQ(with(24 + 16 * kJoints + 8, 0xffffffffu), "section 'joints': 4294967295 records go beyond the end");
  EXPECT_EQ(with(24 + 16 * kJoints + 12, 57u), "section 'joints': a record has 57 bytes instead of 56");
  EXPECT_EQ(with(at(block, kJoints, 1) + 8, 2), "joint 1 'spine': its parent 2 does not come before it");
  EXPECT_EQ(with(at(block, kJoints, 1) + 40, 2.0f), "joint 1 'spine': its rest rotation is not of length 1");
  EXPECT_EQ(with(at(block, kJoints, 1), 0xffffff00u), "the name of joint 1 (5 bytes at 4294967040) is not in the pack");
  EXPECT_EQ(with(at(block, 0), '\0'), "the name of joint 0 is no UTF-8 text without NUL");
  EXPECT_EQ(with(at(block, 0), '\xff'), "the name of joint 0 is no UTF-8 text without NUL");
  EXPECT_EQ(with(at(block, kJoints, 0) + 4, 1000u), "the name of joint 0 (1000 bytes at 0) is not in the pack");
  EXPECT_EQ(with(at(block, kMorphs), 3), "section 'morphs': record 0: there is no joint 3");
  EXPECT_EQ(with(at(block, kSkinJoints, 1), -1), "skin 0 'body': there is no joint -1");
  EXPECT_EQ(with(at(block, kClips, 1) + 8, -1.0), "clip 'run': a duration of -1 s");
  EXPECT_EQ(with(at(block, kClips, 1) + 16, 7u), "clip 1 'run': its encoding 7 is not known");
  EXPECT_EQ(with(at(block, kClips, 1) + 28, 1000u), "clip 1 'run' has 1000 tracks, but the pack has only 4 more");
  EXPECT_EQ(with(at(block, kTracks, 1), 3), "clip 0 'walk', track 1: there is no rotation of 3");
  EXPECT_EQ(with(at(block, kTracks, 1) + 12, 3u), "clip 0 'walk', track 1: 3 components of rotation");
  EXPECT_EQ(with(at(block, kTracks, 1) + 16, 99u), "clip 0 'walk', track 1: there is no array 99");
  EXPECT_EQ(with(at(block, kTracks, 1) + 4, 0u), "clip 0 'walk', track 1: 4 components of translation");
  EXPECT_EQ(with(at(block, kArrays, 1), 4u),
            "array 1 (9 values at 4) does not follow the one before it, or goes beyond the end");
  EXPECT_EQ(with(at(block, kKeys, 1), -1.0f), "clip 0 'walk', track 0: key 1 is out of order (-1 s after 0 s)");
  EXPECT_EQ(with(at(block, kKeys, 5), NAN), "array 1: value 2 is nan");
  EXPECT_EQ(with(at(block, kKeys, 15), 2.0f), "clip 0 'walk', track 1: the rotation of key 0 is not of length 1");
  EXPECT_EQ(with(at(block, kMarkers, 1) + 8, 0.1),
            "clip 0 'walk': markers 'left down' and 'right down' are both at 0.1 s");
  EXPECT_EQ(with(at(block, kEvents, 1) + 8, 1.5),
            "clip 0: event 'swing': its time 1.5 s is not within the clip (0 to 1 s)");
  EXPECT_EQ(with(at(block, kEvents, 1) + 16, double(NAN)).substr(0, 24), "clip 0: event 'swing': i");
  EXPECT_EQ(with(at(block, kEvents) + 24, double(INFINITY)), "clip 0: event 'step': its value is not finite");
  EXPECT_EQ(with(at(block, kEvents) + 32, 4u), "clip 0, event 'step': flags 4 are not known");
  EXPECT_EQ(with(at(block, kEvents, 2) + 36, 3), "an event of clip 3, which does not exist or comes earlier");
  EXPECT_EQ(with(at(block, kEvents) + 36, 1), "an event of clip 0, which does not exist or comes earlier");
  EXPECT_EQ(with(at(block, kMaskWeights), 2.0f), "mask 0 'upper': the weight of joint 0 is 2, not between 0 and 1");
  EXPECT_EQ(with(at(block, kTransitions, 1), 3), "transition 1: there is no clip 3");
  EXPECT_EQ(with(at(block, kTransitions, 1), -1), "transition 1 is of the same pair as another: -1 and -1");
  EXPECT_EQ(with(at(block, kTransitions, 3) + 4, -3), "transition 3: there is no blend space of number -3");
  EXPECT_EQ(with(at(block, kTransitions, 3), INT32_MIN), "transition 3: there is no blend space of number -2147483648");
  EXPECT_EQ(with(at(block, kTransitions, 1) + 20, 1), "transition 1: there is no curve 1");
  EXPECT_EQ(with(at(block, kTransitions, 2) + 12, 6u), "transition 2: kind 6");
  EXPECT_EQ(with(at(block, kBlendSpaces) + 8, 3u), "blend space 0 'gaits': sync 3");
  EXPECT_EQ(with(at(block, kBlendSpaces) + 12, 4u),
            "blend space 0 'gaits' has 4 blend samples, but the pack has only 3 more");
  EXPECT_EQ(with(at(block, kBlendSpaces) + 12, 2u), "section 'blend samples': its last 1 records belong to nothing");
  EXPECT_EQ(with(at(block, kBlendSpaces) + 12, 0u), "blend space 0 'gaits': a blend space needs at least one clip");
  EXPECT_EQ(with(at(block, kBlendSamples, 1) + 24, 3), "blend space 0 'gaits': there is no clip 3");
  EXPECT_EQ(with(at(block, kBlendSamples, 1) + 24, -1), "blend space 0 'gaits': there is no clip -1");
  EXPECT_EQ(with(at(block, kBlendSamples, 1), double(NAN)),
            "blend space 0 'gaits': sample 2 of the blend space has no finite place");
  EXPECT_EQ(with(at(block, kBlendSamples, 2) + 8, 0.0),
            "blend space 0 'gaits': samples 1 and 3 of the blend space are both at (1, 0)");
  EXPECT_EQ(with(at(block, kBlendSamples) + 16, -1.0),
            "blend space 0 'gaits': sample 1 of the blend space has the time scale -1, which is not above 0");
}

TEST(Pack, AtAnOddAddressIsRefused) {
  const auto block = sampleBlock();
  std::vector<std::byte> shifted(block.size() + 12);
  std::copy(block.begin(), block.end(), shifted.begin() + 8);
  EXPECT_TRUE(openPack(std::span(shifted).subspan(8, block.size()))) << "where 32-bit processors allocate";
  std::copy(block.begin(), block.end(), shifted.begin() + 12);
  EXPECT_EQ(refusal(std::span(shifted).subspan(12)), "the block begins at an address that is no multiple of 8");
}

TEST(Pack, IsWrittenOnlyIfItCanBeOpened) {
  const auto refusalOf = [](auto change) {
    Pack pack = samplePack();
    change(pack);
    const auto block = writePack(pack);
    return block ? "written" : block.error().message;
  };
  EXPECT_EQ(refusalOf([](Pack&) {}), "written");
  EXPECT_EQ(refusalOf([](Pack& pack) { pack.clipFacts.pop_back(); }), "there are 2 clip facts instead of 3");
  EXPECT_EQ(refusalOf([](Pack& pack) { pack.skinNames.clear(); }), "there are 0 names of skins instead of 1");
  EXPECT_EQ(refusalOf([](Pack& pack) { pack.skins[0].joints[0] = 9; }), "skin 0 'body': there is no joint 9");
  EXPECT_EQ(refusalOf([](Pack& pack) { pack.masks.clear(); }), "a transition has a mask that the pack does not have");
  EXPECT_EQ(refusalOf([](Pack& pack) { pack.curves.clear(); }),
            "a transition follows a curve that the pack does not have");
  EXPECT_EQ(refusalOf([](Pack& pack) { pack.valueNames[1] = std::string("a\0b", 3); }),
            "the name of value 1 is no UTF-8 text without NUL");
  EXPECT_EQ(refusalOf([](Pack& pack) {
              pack.clips.add(test::clip(
                  "long", {test::track({1, Channel::Rotation}, Interpolation::Linear, {0}, {0, 0, 0, 1.1f})}));
              pack.clipFacts.emplace_back();
            }),
            "clip 3 'long', track 0: the rotation of key 0 is not of length 1");
  EXPECT_EQ(refusalOf([](Pack& pack) { pack.clipFacts[1].inPlace = pack.clips[2]; }),
            "clip 1 'run': in place it has another duration or blend mode");
  EXPECT_EQ(refusalOf([](Pack& pack) {
              pack.blendSpaces[0].space = *BlendSpace::make({{ClipId{.index = 7}, {0, 0}}});
            }),
            "blend space 'gaits' is of a clip that the pack does not have");
  EXPECT_EQ(refusalOf([](Pack& pack) { pack.blendSpaces.clear(); }),
            "a transition is of a blend space that the pack does not have");
  EXPECT_EQ(refusalOf([](Pack& pack) { pack.blendSpaces.push_back({}); }),
            "blend space 1 '': a blend space needs at least one clip");
}

TEST(Pack, NumbersTransitionsByTheOrderOfItsClips) {
  Pack pack = samplePack();
  const ClipId run = pack.clips.ids()[1];
  pack.transitions.remove(pack.clips.ids()[0]);
  pack.transitions.remove(ClipOrSpace::ofSpace(0));
  pack.blendSpaces.clear();
  pack.clips.remove(pack.clips.ids()[0]);
  const ClipId late = pack.clips.add(test::slide("late", 1));  // takes the slot of the one that is gone
  pack.transitions.set({late, run}, {.seconds = 3});
  const auto block = writePack(pack);
  ASSERT_TRUE(block) << block.error().message;
  const auto opened = openPack(*block);
  EXPECT_EQ(*opened->transitions.resolve(opened->findClip("late"), opened->findClip("run")).seconds, 3.0);
  EXPECT_EQ(*writePack(*opened), *block);
}

TEST(Pack, NamesAreTextOfUnicode) {
  const auto isAccepted = [](std::string name) {
    Pack pack;
    pack.skeleton = *Skeleton::make({{.name = std::move(name)}});
    pack.rest.locals.resize(1);
    return bool(writePack(pack));
  };
  for (const char* good : {"", "hips", "\u00fc", "\u20ac", "\U0001f600", "\xf4\x8f\xbf\xbf"})
    EXPECT_TRUE(isAccepted(good)) << good;
  for (const char* bad : {"\x80", "\xc3", "\xc1\xbf", "\xe0\x80\x80", "\xed\xa0\x80", "\xf0\x80\x80\x80",
                          "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "a\xe2\x82", "\xe2\x82g"})
    EXPECT_FALSE(isAccepted(bad)) << bad;
}

TEST(InPlaceClips, ReplaceClipsUnderTheirIds) {
  const auto block = sampleBlock();
  const auto pack = openPack(block);
  const ClipSet clips = inPlaceClips(*pack);
  ASSERT_TRUE(std::ranges::equal(clips.ids(), pack->clips.ids()));
  EXPECT_EQ(clips[0].tracks()[0].values()[8], 0.0f) << "walk stays";
  EXPECT_EQ(clips[1].tracks()[0].values()[8], 2.0f) << "run has no other version";
}

}  // namespace
}  // namespace crossfade
