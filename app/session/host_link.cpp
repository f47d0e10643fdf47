#include "app/session/host_link.h"

namespace app {

using crossfade::Error;
using crossfade::Result;

Result<void> HostLink::apply(const HostRequest& request) {
  if (const auto* start = std::get_if<StartRecording>(&request)) {
    if (auto ok = checkRecording(start->options); !ok) return ok;
    if (recording_.running) return Error{"a recording is running already"};
    recordingOptions_ = start->options;
  }
  requests_.push_back(request);
  return {};
}

void HostLink::apply(const HostReport& report) {
  struct Applier {
    HostLink& link;
    void operator()(const ReportLoading& r) { link.loading_ = r.progress; }
    void operator()(const ReportRecording& r) { link.recording_ = r.progress; }
    void operator()(const ShowMessage& r) { link.message_ = Message{r.text, r.isError}; }
    void operator()(const DismissMessage&) { link.message_.reset(); }
  };
  std::visit(Applier{*this}, report);
}

}  // namespace app
