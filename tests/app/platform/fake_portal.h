// A session bus for one test, and a portal on it that answers as the test says.
#ifndef TESTS_APP_PLATFORM_FAKE_PORTAL_H
#define TESTS_APP_PLATFORM_FAKE_PORTAL_H

#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <dbus/dbus.h>

#include "tests/support/temporary_folder.h"

namespace test {

/// dbus-daemon with a configuration of its own, which starts no services.
class PrivateBus {
 public:
  PrivateBus();
  ~PrivateBus();
  PrivateBus(const PrivateBus&) = delete;
  PrivateBus& operator=(const PrivateBus&) = delete;

  /// Empty if dbus-daemon is not installed.
  const std::string& address() const { return address_; }

 private:
  TemporaryFolder folder_;
  int process_ = -1;
  std::string address_;
};

/// org.freedesktop.portal.Desktop. The name is its own once it is made.
class FakePortal {
 public:
  struct Call {
    std::string title, folder, request;  // `request`: the path that answers it
    std::vector<std::string> patterns;   // of all filters
  };
  enum class Mode {
    Chooses,  // `uris`
    Cancels,
    KeepsSilent,  // until the mode changes; then it answers all calls in that way
  };

  explicit FakePortal(const std::string& address);
  ~FakePortal();
  FakePortal(const FakePortal&) = delete;
  FakePortal& operator=(const FakePortal&) = delete;

  void answer(Mode mode, std::vector<std::string> uris = {});
  std::vector<Call> calls();
  /// Paths of the requests that were taken back.
  std::vector<std::string> closed();

 private:
  void run(const std::stop_token& stop);
  void handle(DBusMessage* message);
  void respond(DBusMessage* call);

  DBusConnection* connection_ = nullptr;
  std::mutex mutex_;
  Mode mode_ = Mode::Cancels;
  std::vector<std::string> uris_;
  std::vector<Call> calls_;
  std::vector<std::string> closed_;
  std::vector<DBusMessage*> held_;
  std::jthread thread_;  // last: it uses all of the above
};

}  // namespace test

#endif  // TESTS_APP_PLATFORM_FAKE_PORTAL_H
