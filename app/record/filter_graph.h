// A chain of libavfilter filters. Private to app/record.
#ifndef APP_RECORD_FILTER_GRAPH_H
#define APP_RECORD_FILTER_GRAPH_H

#include <vector>

#include "app/record/frame_sink.h"
#include "app/record/libav.h"

namespace app {

struct FilterInput {
  const char* label = "";  // in the chain's description
  int width = 0;
  int height = 0;
  AVPixelFormat pixels = AV_PIX_FMT_NONE;
  FrameRate rate;
};

class FilterGraph {
 public:
  /// `description` in libavfilter's syntax; its output must be [out].
  static crossfade::Result<FilterGraph> make(const std::string& description, const std::vector<FilterInput>& inputs);

  /// Null marks the end of this input. The frame's pts is its index.
  crossfade::Result<void> push(std::size_t input, AVFrame* frame);

  /// The next frame that is ready; null when the graph needs more input first.
  crossfade::Result<LibavPtr<AVFrame>> pull();

 private:
  LibavPtr<AVFilterGraph> graph_;
  std::vector<AVFilterContext*> sources_;  // owned by the graph
  AVFilterContext* sink_ = nullptr;        // owned by the graph
};

}  // namespace app

#endif  // APP_RECORD_FILTER_GRAPH_H
