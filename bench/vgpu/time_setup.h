// What measuring and modelling of time cases share: compiled kernels, contents, and a case's buffers on a device.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "compile/compiler.h"
#include "device/device.h"
#include "util/clock.h"
#include "vgpu/time_cases.h"

namespace whet::bench {

// Compiles each file of kernels once.
class KernelBuilds {
 public:
  Result<const Build*> of(const std::string& file);

 private:
  DiskFileSystem files_;
  SystemProcessRunner processes_;
  SystemClock clock_;
  Compiler compiler_{{.cache_directory = "/tmp/whet-compare-cache"}, files_, processes_, clock_};
  std::map<std::string, Build> builds_;
};

// Contents that the next cases are likely to want again.
class ContentStore {
 public:
  std::shared_ptr<const std::string> of(const TimeArgument& argument);

 private:
  std::map<std::string, std::shared_ptr<const std::string>> kept_;
  uint64_t bytes_ = 0;
};

// A case on a device, ready to be launched; freed at the end.
class PlacedCase {
 public:
  PlacedCase(Device& device, const TimeCase& time_case) : device_(device), case_(time_case) {}
  ~PlacedCase();
  PlacedCase(const PlacedCase&) = delete;
  PlacedCase& operator=(const PlacedCase&) = delete;

  Result<Launch> place(const Build& build, ContentStore& contents);

 private:
  Device& device_;
  const TimeCase& case_;
  std::vector<uint64_t> addresses_;
};

}  // namespace whet::bench
