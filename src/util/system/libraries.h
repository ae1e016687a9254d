// Shared libraries opened at run time. They stay open until the process ends.
#pragma once

#include <string>

namespace whet {

class Libraries {
 public:
  virtual ~Libraries() = default;
  // A handle, or nullptr with the loader's reason in `why_not`.
  virtual void* open(const std::string& name, std::string& why_not) = 0;
  virtual void* symbol(void* library, const char* name) = 0;
  // The file that the library was loaded from.
  virtual std::string path(void* library) = 0;
};

// The dynamic loader of this system.
Libraries& system_libraries();

}  // namespace whet
