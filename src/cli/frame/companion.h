// What a command tells the server that started it (`whet mcp`), beside its JSON on stdout: how far it is, and its
// result as people read it. serve/command/command_run.h says how that arrives.
#pragma once

#include <mutex>
#include <string_view>

namespace whet {

class Companion {
 public:
  // The companion of this process; without one, nothing is told.
  static Companion& of_process();

  // Opens it if the server announced it in the environment (k_companion_variable). The process then ends with the
  // server.
  void open();
  bool is_open() const { return descriptor_ >= 0; }

  void tell_progress(std::string_view text) { tell("progress", text); }
  void tell_text(std::string_view text) { tell("text", text); }

 private:
  void tell(std::string_view kind, std::string_view text);

  int descriptor_ = -1;
  std::mutex mutex_;
};

inline constexpr const char* k_companion_variable = "WHET_COMPANION";

}  // namespace whet
