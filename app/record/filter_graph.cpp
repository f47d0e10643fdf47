#include "app/record/filter_graph.h"

namespace app {
namespace {

struct InOutDelete {
  void operator()(AVFilterInOut* list) const { avfilter_inout_free(&list); }
};
using InOutPtr = std::unique_ptr<AVFilterInOut, InOutDelete>;

std::string describe(const FilterInput& input) {
  return "video_size=" + std::to_string(input.width) + "x" + std::to_string(input.height) +
         ":pix_fmt=" + std::to_string(static_cast<int>(input.pixels)) +
         ":time_base=" + std::to_string(input.rate.seconds) + "/" + std::to_string(input.rate.frames) +
         ":frame_rate=" + std::to_string(input.rate.frames) + "/" + std::to_string(input.rate.seconds) +
         ":pixel_aspect=1/1";
}

// Prepends an open end of the graph to `list`, which then owns it.
bool prepend(InOutPtr& list, const char* label, AVFilterContext* filter) {
  AVFilterInOut* end = avfilter_inout_alloc();
  if (end == nullptr) return false;
  end->name = av_strdup(label);
  end->filter_ctx = filter;
  end->pad_idx = 0;
  end->next = list.release();
  list.reset(end);
  return true;
}

}  // namespace

crossfade::Result<FilterGraph> FilterGraph::make(const std::string& description,
                                                 const std::vector<FilterInput>& inputs) {
  FilterGraph made;
  made.graph_.reset(avfilter_graph_alloc());
  if (!made.graph_) return crossfade::Error{"no memory for the filters"};
  AVFilterGraph* graph = made.graph_.get();
  graph->nb_threads = 1;

  InOutPtr openSources, openSink;
  int code = 0;
  for (const FilterInput& input : inputs) {
    AVFilterContext* source = nullptr;
    code = avfilter_graph_create_filter(&source, avfilter_get_by_name("buffer"), input.label, describe(input).c_str(),
                                        nullptr, graph);
    if (code < 0) return libavError("the filter's input", code);
    made.sources_.push_back(source);
    if (!prepend(openSources, input.label, source)) return crossfade::Error{"no memory for the filters"};
  }
  code = avfilter_graph_create_filter(&made.sink_, avfilter_get_by_name("buffersink"), "out", nullptr, nullptr, graph);
  if (code < 0) return libavError("the filter's output", code);
  if (!prepend(openSink, "out", made.sink_)) return crossfade::Error{"no memory for the filters"};

  AVFilterInOut* sources = openSources.release();
  AVFilterInOut* sink = openSink.release();
  code = avfilter_graph_parse_ptr(graph, description.c_str(), &sink, &sources, nullptr);  // frees what it connects
  openSources.reset(sources);
  openSink.reset(sink);
  if (code >= 0) code = avfilter_graph_config(graph, nullptr);
  if (code < 0) return libavError("the filters " + description, code);
  return made;
}

crossfade::Result<void> FilterGraph::push(std::size_t input, AVFrame* frame) {
  const int code = av_buffersrc_add_frame_flags(sources_[input], frame, AV_BUFFERSRC_FLAG_KEEP_REF);
  if (code < 0) return libavError("the filters refuse a frame", code);
  return {};
}

crossfade::Result<LibavPtr<AVFrame>> FilterGraph::pull() {
  LibavPtr<AVFrame> frame(av_frame_alloc());
  if (!frame) return crossfade::Error{"no memory for a frame"};
  const int code = av_buffersink_get_frame(sink_, frame.get());
  if (code == AVERROR(EAGAIN) || code == AVERROR_EOF) return LibavPtr<AVFrame>();
  if (code < 0) return libavError("the filters return no frame", code);
  return frame;
}

}  // namespace app
