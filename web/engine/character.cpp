#include "character.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "crossfade/mixer/clip_time.h"
#include "surface.h"

namespace crossfade::web {
namespace {

constexpr std::size_t kReportRows = 64;  // without an allocation in a frame

double addressOf(const void* object) { return static_cast<double>(reinterpret_cast<std::uintptr_t>(object)); }

}  // namespace

Character::Character(Rig& shared) : rig(shared), player(rig.clips, *rig.samplers, rig.rest), pose(rig.rest) {
  // All actions now, so that slots follow the order of clips: where masked layers overlap, they decide, as on the
  // desktop.
  for (const ClipId clip : rig.clipIds) player.clipAction(clip);
  player.setEvents(&rig.events);
  rig.characters.push_back(this);
  report.reserve(kReportRows);
}

Character::~Character() { rig.characters.erase(std::find(rig.characters.begin(), rig.characters.end(), this)); }

void Character::update(double delta) {
  report.clear();
  if (groundMotion) groundMotion->begin();
  const double flow = std::isfinite(delta) ? delta * timeScale : 0;
  if (flow != 0) player.setClipsRunBackwards(flow < 0);  // fades still run forward
  const double end = player.mixer().time() + std::abs(flow);
  if (groundMotion && groundMotion->cutsCells())
    for (double cellEnd = timeCellEnd(player.mixer().time()); end - cellEnd > kSameTime;
         cellEnd = timeCellEnd(player.mixer().time()))
      advanceInCell(cellEnd - player.mixer().time(), false);
  advanceInCell(end - player.mixer().time(), true);
  if (groundMotion) groundMotion->end(*this);
}

/// The last part of a frame, or one whose pose matters only to the feet.
void Character::advanceInCell(double seconds, bool isLast) {
  if (isLast || (groundMotion && groundMotion->needsPoses()))
    player.advance(seconds, pose);
  else
    player.skip(seconds);
  addToReport();
  if (groundMotion) groundMotion->follow(*this, seconds);
}

int Character::clipIndexOf(ClipId clip) const {
  const auto found = std::find(rig.clipIds.begin(), rig.clipIds.end(), clip);
  return found == rig.clipIds.end() ? -1 : static_cast<int>(found - rig.clipIds.begin());
}

void Character::addToReport() {
  for (const MixerEvent& event : player.mixer().events())
    report.push_back(
        {.kind = static_cast<double>(event.kind == MixerEvent::Kind::Loop ? ReportRow::Loop : ReportRow::Finished),
         .action = addressOf(event.action),
         .clip = static_cast<double>(clipIndexOf(event.action->clipId())),
         .number = static_cast<double>(event.loopDelta),
         .direction = static_cast<double>(event.direction),
         .time = event.time,
         .weight = event.action->getEffectiveWeight()});
  for (const PassedEvent& passed : player.mixer().passedEvents())
    report.push_back({.kind = static_cast<double>(ReportRow::Moment + static_cast<int>(passed.pass)),
                      .action = addressOf(passed.action),
                      .clip = static_cast<double>(clipIndexOf(passed.clip)),
                      .number = static_cast<double>(passed.index),
                      .direction = static_cast<double>(passed.direction),
                      .time = passed.time,
                      .weight = passed.weight,
                      .isCut = passed.isCut ? 1.0 : 0.0});
}

void Character::save(Moment& moment) const {
  player.save(moment.player);
  moment.groundMotion = groundMotion ? groundMotion->copy() : nullptr;
}

void Character::restore(const Moment& moment) {
  player.restore(moment.player);
  groundMotion = moment.groundMotion ? moment.groundMotion->copy() : nullptr;
  pose = player.state().shown;
}

CROSSFADE_WEB(crossfade_character_create) Character* crossfadeCharacterCreate(Rig* rig) {
  if (!rig->samplers) return setError("the rig is not finished"), nullptr;
  return new Character(*rig);
}
CROSSFADE_WEB(crossfade_character_destroy) void crossfadeCharacterDestroy(Character* character) { delete character; }

/// One transform of 10 floats for each joint, at an address that stays.
CROSSFADE_WEB(crossfade_character_locals) const Transform* crossfadeCharacterLocals(const Character* character) {
  return character->pose.locals.data();
}
/// Morph weights, then values.
CROSSFADE_WEB(crossfade_character_weights) const float* crossfadeCharacterWeights(const Character* character) {
  return character->pose.morphWeights.data();
}

/// One frame. Returns how many rows the report has.
CROSSFADE_WEB(crossfade_character_update) int crossfadeCharacterUpdate(Character* character, double delta) {
  character->update(delta);
  return static_cast<int>(character->report.size());
}
CROSSFADE_WEB(crossfade_character_report) const ReportRow* crossfadeCharacterReport(const Character* character) {
  return character->report.data();
}

CROSSFADE_WEB(crossfade_character_time) double crossfadeCharacterTime(const Character* character) {
  return character->player.mixer().time();
}
CROSSFADE_WEB(crossfade_character_set_time_scale)
void crossfadeCharacterSetTimeScale(Character* character, double timeScale) {
  if (std::isfinite(timeScale)) character->timeScale = timeScale;
}
CROSSFADE_WEB(crossfade_character_stop_all) void crossfadeCharacterStopAll(Character* character) {
  character->player.stopAll();
}
CROSSFADE_WEB(crossfade_character_carry_over) void crossfadeCharacterCarryOver(Character* character, double seconds) {
  character->player.carryOver(seconds);
}
CROSSFADE_WEB(crossfade_character_cut) void crossfadeCharacterCut(Character* character) { character->player.cut(); }

/// The step of the last frame: x, y, z, and radians about y.
CROSSFADE_WEB(crossfade_character_step) const double* crossfadeCharacterStep(const Character* character) {
  return character->travelStep;
}
/// What shows of a clip, in all its actions.
CROSSFADE_WEB(crossfade_character_weight_of) double crossfadeCharacterWeightOf(const Character* character, int clip) {
  const ClipId id = character->rig.clipIds[static_cast<std::size_t>(clip)];
  double weight = 0;
  for (const BlendEntry& entry : character->player.shown())
    if (entry.clipId == id) weight += entry.weight;
  return weight;
}
CROSSFADE_WEB(crossfade_moment_create) Character::Moment* crossfadeMomentCreate() { return new Character::Moment; }
CROSSFADE_WEB(crossfade_moment_destroy) void crossfadeMomentDestroy(Character::Moment* moment) { delete moment; }
CROSSFADE_WEB(crossfade_moment_save) void crossfadeMomentSave(Character::Moment* moment, const Character* character) {
  character->save(*moment);
}
CROSSFADE_WEB(crossfade_moment_restore)
void crossfadeMomentRestore(const Character::Moment* moment, Character* character) {
  if (!moment->player.empty()) character->restore(*moment);
}

}  // namespace crossfade::web
