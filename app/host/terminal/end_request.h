// Ctrl+C, a closed terminal and the end of the desktop's session as a question that the frame loop asks.
#ifndef APP_HOST_TERMINAL_END_REQUEST_H
#define APP_HOST_TERMINAL_END_REQUEST_H

namespace app {

/// While it lives, SIGTERM, SIGINT and SIGHUP do not end the program. One at a time.
class EndRequest {
 public:
  EndRequest();
  ~EndRequest();
  EndRequest(const EndRequest&) = delete;
  EndRequest& operator=(const EndRequest&) = delete;

  /// Whether one of them came.
  static bool received();
};

}  // namespace app

#endif  // APP_HOST_TERMINAL_END_REQUEST_H
