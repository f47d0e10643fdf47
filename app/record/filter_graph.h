// A chain of libavfilter filters that frames go through. For this room's sources only.
#pragma once

#include <vector>

#include "app/record/frame_rate.h"
#include "app/record/libav.h"

namespace app {

struct FilterInput {
  const char* label = "";  // as the chain's description names it
  int width = 0;
  int height = 0;
  AVPixelFormat pixels = AV_PIX_FMT_NONE;
  FrameRate rate;
};

class FilterGraph {
 public:
  /// `description` in libavfilter's language; its output is called [out].
  static crossfade::Result<FilterGraph> make(const std::string& description, const std::vector<FilterInput>& inputs);

  /// Null says that this input ends. The frame's time counts in frames.
  crossfade::Result<void> push(std::size_t input, AVFrame* frame);

  /// The next frame that is ready; null when the graph first needs more input.
  crossfade::Result<LibavPtr<AVFrame>> pull();

 private:
  LibavPtr<AVFilterGraph> graph_;
  std::vector<AVFilterContext*> sources_;  // the graph's
  AVFilterContext* sink_ = nullptr;        // the graph's
};

}  // namespace app
