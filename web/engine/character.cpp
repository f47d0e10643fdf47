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

Character::Character(Rig& shared) : rig(shared), player(rig.clips, rig.layout(), rig.rest), pose(rig.rest) {
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
  const RootDelta before = travel.at;
  const double flow = std::isfinite(delta) ? delta * timeScale : 0;
  if (flow != 0) player.setClipsRunBackwards(flow < 0);  // fades still run forward
  const double end = player.mixer().time() + std::abs(flow);
  if (cutsCells())
    for (double cellEnd = timeCellEnd(player.mixer().time()); end - cellEnd > kSameTime;
         cellEnd = timeCellEnd(player.mixer().time()))
      advanceInCell(cellEnd - player.mixer().time(), false);
  advanceInCell(end - player.mixer().time(), true);
  const RootDelta moved = inverse(before) * travel.at;
  travelStep[0] = moved.translation.x;
  travelStep[1] = moved.translation.y;
  travelStep[2] = moved.translation.z;
  travelStep[3] = std::remainder(moved.turn, 2 * 3.14159265358979323846);
}

/// The last part of a frame, or one whose pose matters only to the feet.
void Character::advanceInCell(double seconds, bool isLast) {
  if (isLast || feet_)
    player.advance(seconds, pose);
  else
    player.skip(seconds);
  addToReport();
  if (travels) step(seconds);
  if (feet_) holdFeet(seconds);
}

/// Added up since the cell began, so that the way does not depend on frames.
void Character::step(double seconds) {
  const glm::dvec3 before = rig.roots.step(travel.cell.motions).translation;
  travel.cell.add(player.mixer(), seconds);
  const RootDelta step = rig.roots.step(travel.cell.motions);
  if (seconds > kSameTime) velocity_ = (step.translation - before) / seconds;
  travel.at = travel.cellBegin * step;
  if (!isTimeCellBegin(player.mixer().time())) return;
  travel.cellBegin = travel.at;
  travel.cell.clear();
}

/// The ground under a character that its tracks move goes the other way.
void Character::holdFeet(double seconds) {
  LockedFeet& feet = *feet_;
  GroundState& now = feet.now;
  now = feet.ground.now(player.mixer(), seconds);
  if (!feet.on || player.mixer().blendList().empty()) std::fill(now.contact.begin(), now.contact.end(), 0.0);
  now.velocity -= glm::dvec3(velocity_.x, 0, velocity_.z);
  feet.seconds += seconds;
  feet.groundMoved += now.velocity * seconds;
  const double passed = feet.seconds > kSameTime ? feet.seconds : 0;  // less is rounding
  if (passed > 0) now.velocity = feet.groundMoved / passed;
  const bool settles = passed > 0 && isTimeCellBegin(player.mixer().time());
  if (!settles) feet.shown = feet.lock;
  (settles ? feet.lock : feet.shown).apply(passed, now, pose);
  if (!settles) return;
  feet.seconds = 0;
  feet.groundMoved = glm::dvec3(0.0);
}

void Character::lockFeet(bool on) {
  if (feet_) {
    if (on && feet_->lock.isSettled()) feet_->lock.restart();
    feet_->on = on;
    return;
  }
  const Feet& feet = rig.findFeet();
  if (!on || feet.isEmpty()) return;
  const FootLock lock(rig.skeleton, feet);
  feet_.emplace(LockedFeet{.lock = lock, .shown = lock, .ground = ClipGround(feet.feet.size()), .now = {}});
  for (std::size_t i = 0; i < rig.clipIds.size(); ++i) {
    GroundContacts contacts = detectContacts(rig.skeleton, feet, rig.clip(static_cast<int>(i)));
    if (travels && rig.roots.findTrack(rig.clipIds[i])) contacts.groundVelocity = glm::dvec3(0.0);
    feet_->ground.set(rig.clipIds[i], std::move(contacts));
  }
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
  moment.travel = travel;
  moment.feet = feet_;
}

void Character::restore(const Moment& moment) {
  player.restore(moment.player);
  travel = moment.travel;
  if (moment.feet || feet_) feet_ = moment.feet;
  pose = player.state().shown;
}

CROSSFADE_WEB(crossfade_character_create) Character* crossfadeCharacterCreate(Rig* rig) { return new Character(*rig); }
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

/// Turns root motion on: the rig's clips with a root track move the character by crossfade_character_step.
CROSSFADE_WEB(crossfade_character_travel) void crossfadeCharacterTravel(Character* character, int on) {
  character->travels = on != 0;
  character->travel.cell.motions.resize(character->player.mixer().motions().size());
}
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
/// 0: the rig has no feet.
CROSSFADE_WEB(crossfade_character_lock_feet) int crossfadeCharacterLockFeet(Character* character, int on) {
  character->lockFeet(on != 0);
  return character->rig.findFeet().isEmpty() ? 0 : 1;
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
