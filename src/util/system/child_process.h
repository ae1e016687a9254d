// A program that is talked to while it runs: a socket for the talk, a pipe for what it prints.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "util/result.h"
#include "util/system/descriptor.h"

namespace whet {

// Where the child finds its end of the socket.
constexpr int k_child_socket = 3;
// And the memory it shares with us, where it was given some.
constexpr int k_child_memory = 4;

// And a connection to another child.
constexpr int k_child_link = 5;

struct ChildCommand {
  std::vector<std::string> argv;                                 // argv[0] is a path
  std::string directory;                                         // empty: the current one
  std::vector<std::pair<std::string, std::string>> environment;  // all there is; nothing is inherited
  int memory = -1;                                               // descriptor of memory to share; -1: none
  int link = -1;                                                 // likewise of a connection to another child
  bool ends_gently = false;                                      // it has leavings of its own, see util/leavings.h
};

struct ChildEnd {
  int exit_code = 0;
  int signal = 0;  // that ended it; 0: it ended by itself
};

class ChildProcess {
 public:
  // In a session of its own, with nothing open but stdin (empty), stdout and stderr (the pipe), the socket and the
  // shared memory.
  static Result<ChildProcess> start(const ChildCommand& command);
  ChildProcess(ChildProcess&& other) noexcept;
  ChildProcess& operator=(ChildProcess&&) = delete;
  // Kills and reaps.
  ~ChildProcess();

  pid_t pid() const { return pid_; }
  int socket() const { return socket_.number(); }  // ours of the pair; neither end blocks us
  int output() const { return output_.number(); }

  // How it ended, when it has or does within `wait`.
  std::optional<ChildEnd> ended(std::chrono::milliseconds wait);
  // Ends the whole group, at once.
  ChildEnd kill();
  // Closes the socket, which tells it to end; kills it when it has not after `patience`.
  ChildEnd hang_up(std::chrono::milliseconds patience);

 private:
  ChildProcess(pid_t pid, Descriptor socket, Descriptor output)
      : pid_(pid), socket_(std::move(socket)), output_(std::move(output)) {}

  pid_t pid_ = -1;
  std::optional<ChildEnd> end_;
  Descriptor socket_, output_;
};

}  // namespace whet
