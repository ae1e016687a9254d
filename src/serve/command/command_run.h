// A command that runs as a child process while a client waits for it: it can be stopped at any time, tells how far it
// is, and costs the server nothing when it crashes.
//
// The child prints its result on stdout and its errors on stderr. On the socket (k_child_socket) it may send lines of
// JSON: {"progress": "3 of 12 trials"} while it works, and {"text": "..."}, the result as people read it.
#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "util/result.h"
#include "util/system/child_process.h"

namespace whet::serve {

struct CommandOutput {
  std::string out, err, text;
  ChildEnd end;
  bool was_stopped = false;   // on request
  bool is_too_large = false;  // it printed more than a client can take, and was stopped
};

using TellProgress = std::function<void(std::string_view)>;

class CommandRunner {
 public:
  virtual ~CommandRunner() = default;
  // Runs to the end, or until `stop` is requested; `tell` receives every progress text.
  virtual Result<CommandOutput> run(const std::vector<std::string>& arguments, const std::stop_token& stop,
                                    const TellProgress& tell) const = 0;
};

// Runs `program` with the arguments in `directory`, with this process's environment and `environment` added.
class ProgramRunner : public CommandRunner {
 public:
  ProgramRunner(std::string program, std::string directory,
                std::vector<std::pair<std::string, std::string>> environment = {});
  Result<CommandOutput> run(const std::vector<std::string>& arguments, const std::stop_token& stop,
                            const TellProgress& tell) const override;

 private:
  std::string program_, directory_;
  std::vector<std::pair<std::string, std::string>> environment_;
};

}  // namespace whet::serve
