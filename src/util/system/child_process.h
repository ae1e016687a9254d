// A child program that whet talks to while it runs: a socket carries the messages, a pipe what it prints.
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

// Descriptor at which the child finds its end of the socket.
constexpr int k_child_socket = 3;
// Descriptor of the memory shared with the parent, if there is any.
constexpr int k_child_memory = 4;

// Descriptor of a second connection, if there is one: to another child, or for descriptors that the parent sends.
constexpr int k_child_link = 5;

struct ChildCommand {
  std::vector<std::string> argv;                                 // argv[0] is a path
  std::string directory;                                         // empty: the current one
  std::vector<std::pair<std::string, std::string>> environment;  // all variables; nothing is inherited
  int memory = -1;                                               // descriptor of memory to share; -1: none
  int link = -1;                                                 // connection to another child; -1: none
  bool ends_gently = false;                                      // SIGTERM first: see util/system/leavings.h
  bool errors_apart = false;                                     // stderr has a pipe of its own
};

struct ChildEnd {
  int exit_code = 0;
  int signal = 0;  // the signal that killed it; 0: it exited
};

class ChildProcess {
 public:
  // The child gets its own session. Only stdin (empty), stdout and stderr (the pipe), the socket, the shared memory and
  // the link are open in it.
  static Result<ChildProcess> start(const ChildCommand& command);
  ChildProcess(ChildProcess&& other) noexcept;
  ChildProcess& operator=(ChildProcess&&) = delete;
  // Kills and reaps the child.
  ~ChildProcess();

  pid_t pid() const { return pid_; }
  int socket() const { return socket_.number(); }  // our end of the pair; reads and writes never block
  int output() const { return output_.number(); }
  int errors() const { return errors_.number(); }  // -1: stderr goes to `output`

  // How the child ended, if it has ended or does so within `wait`.
  std::optional<ChildEnd> ended(std::chrono::milliseconds wait);
  // Kills the whole process group at once.
  ChildEnd kill();
  // Asks the child to end by SIGTERM; what is left of its process group then, or after `patience`, is killed.
  ChildEnd end(std::chrono::milliseconds patience);
  // Closes the socket, which tells the child to end, and kills it if it still runs after `patience`.
  ChildEnd hang_up(std::chrono::milliseconds patience);

 private:
  ChildProcess(pid_t pid, Descriptor socket, Descriptor output, Descriptor errors)
      : pid_(pid), socket_(std::move(socket)), output_(std::move(output)), errors_(std::move(errors)) {}

  pid_t pid_ = -1;
  std::optional<ChildEnd> end_;
  Descriptor socket_, output_, errors_;
};

}  // namespace whet
