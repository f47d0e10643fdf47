// How far a long job is, on stderr when somebody is looking, and Ctrl-C as a polite request to give it up.
#pragma once

namespace app {

/// "120 of 200 frames, 3 s left", on one line that is written over. Says nothing when stderr is no terminal.
class Progress {
 public:
  explicit Progress(int total);
  ~Progress();
  void show(int done);

 private:
  int total_;
  double begin_;
  double shownAt_ = 0;
  bool visible_;
};

/// While one lives, Ctrl-C does not end the program but makes asked() true; a second Ctrl-C does end it. One at a time.
class CancelRequest {
 public:
  CancelRequest();
  ~CancelRequest();
  CancelRequest(const CancelRequest&) = delete;
  CancelRequest& operator=(const CancelRequest&) = delete;
  bool asked() const;

 private:
  void (*before_)(int);
};

}  // namespace app
