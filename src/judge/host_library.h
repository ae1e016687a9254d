// A candidate's host code, loaded into this process: a shared object that has, for each function `f` to be called,
//   extern "C" void whet_call_f(void** arguments);
// which calls f with what the arguments point at. Whoever makes the library appends it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "util/result.h"

namespace whet {

class HostLibrary {
 public:
  // Loads it by a file in `directory`; its constructors run.
  static Result<HostLibrary> load(const std::string& bytes, const std::string& directory);
  HostLibrary(HostLibrary&& other) noexcept;
  HostLibrary& operator=(HostLibrary&&) = delete;
  ~HostLibrary();

  // What it prints has left the process when this returns. An exception that escapes is an error.
  Result<void> call(const std::string& function, const std::vector<std::string>& arguments);

 private:
  explicit HostLibrary(void* handle) : handle_(handle) {}

  using Entry = void (*)(void**);
  void* handle_ = nullptr;
  std::map<std::string, Entry> entries_;
};

}  // namespace whet
