// The machine as the probes see it, behind interfaces so that tests can fake any machine.
#pragma once

#include <map>
#include <string>

#include "util/system/files.h"
#include "util/system/libraries.h"
#include "util/system/process.h"

namespace whet {

// What the operating system allows this process; each feature is tried out.
class Kernel {
 public:
  virtual ~Kernel() = default;
  virtual int landlock_abi() = 0;  // 0: not available
  virtual bool seccomp_filters() = 0;
  virtual bool user_namespaces() = 0;
  virtual bool may_write(const std::string& path) = 0;
};

class SystemKernel : public Kernel {
 public:
  int landlock_abi() override;
  bool seccomp_filters() override;
  bool user_namespaces() override;
  bool may_write(const std::string& path) override;
};

struct Machine {
  FileSystem& files;
  ProcessRunner& processes;
  Libraries& libraries;
  Kernel& kernel;
  std::map<std::string, std::string> variables;  // environment
  std::string cache_directory;
  std::string self;  // this executable, restarted for probes that may crash

  // The value of an environment variable; empty when unset.
  std::string variable(const std::string& name) const {
    const auto found = variables.find(name);
    return found == variables.end() ? "" : found->second;
  }
};

// This process's environment.
std::map<std::string, std::string> environment_variables();

}  // namespace whet
