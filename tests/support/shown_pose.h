// What a session shows at a moment, to compare it bit for bit.
#ifndef TESTS_SUPPORT_SHOWN_POSE_H
#define TESTS_SUPPORT_SHOWN_POSE_H

#include <algorithm>
#include <vector>

#include "app/session/session.h"

namespace app::test {

struct Shown {
  double time = 0;  // of the mixer
  std::vector<crossfade::Transform> locals;
};

inline Shown shown(const Session& session) { return {session.mixerTime(), session.pose().locals}; }

/// Whether the poses are equal, bit for bit. Times are not compared.
inline bool samePose(const Shown& a, const Shown& b) {
  return std::ranges::equal(a.locals, b.locals, [](const crossfade::Transform& x, const crossfade::Transform& y) {
    return x.translation == y.translation && x.rotation == y.rotation && x.scale == y.scale;
  });
}

}  // namespace app::test

#endif  // TESTS_SUPPORT_SHOWN_POSE_H
