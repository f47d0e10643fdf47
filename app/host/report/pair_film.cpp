#include "app/host/report/pair_film.h"

#include <algorithm>
#include <cmath>
#include <system_error>
#include <utility>

#include "app/format/report/html_text.h"
#include "app/host/film/film.h"
#include "app/import/file/file_bytes.h"
#include "app/record/frame_sink.h"
#include "app/record/recorder.h"

namespace app {
namespace {

constexpr double kAround = 0.6;  // seconds of both clips
constexpr double kFilmRate = 25;
constexpr std::uint64_t kLargestFilm = 16u << 20;

}  // namespace

crossfade::Result<std::string> filmOfPair(Session& session, int from, int to, HeadlessStage& stage,
                                          const std::filesystem::path& scratch) {
  FadeSettings settings = session.fadeSettings();
  settings.from = from;
  settings.to = to;
  const FadeTo fade = completed({.clip = to}, session.character().transitions(), from);
  const FadePair pair{.leadIn = kAround, .leadOut = kAround + overridden(settings, fade).seconds};
  const Commands commands{SetTravel{TravelMode::Treadmill}, SetFadeSettings{settings}, SetPair{pair}, ReplayFade{}};
  for (const Command& command : commands)
    if (auto applied = session.apply(command); !applied) return applied.error();
  const std::filesystem::path file = scratch / "pair.webm";
  const SinkOptions options{
      .width = kPairFilmSize.width, .height = kPairFilmSize.height, .rate = frameRateOf(kFilmRate)};
  auto sink = openFrameSink(file, options);
  if (!sink) return sink.error();
  Recorder recorder(std::move(*sink), OverflowPolicy::Wait);
  const int frames =
      std::max(2, static_cast<int>(std::lround(session.character().program().pairSeconds() * kFilmRate)));
  const auto show = [&](int frame, FilmPicture& picture) {
    return recorder.add(picture.size.width, picture.size.height, *picture.pixels, frame);
  };
  const FilmTimes times{.start = 0, .rate = options.rate, .frames = frames};
  if (auto shot = shootFilm(session, {}, times, stage, show); !shot) return shot.error();
  if (auto finished = recorder.finish(frames); !finished) return finished.error();
  const auto bytes = tryReadRegularFile(file, kLargestFilm);
  std::error_code ignored;
  std::filesystem::remove(file, ignored);
  if (!bytes) return bytes.error();
  return "data:video/webm;base64," + base64Of(*bytes);
}

}  // namespace app
