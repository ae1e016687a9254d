// The host's side: kernels compiled by the host's C++ compiler and run thread by thread.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "random_kernels/launch_data.h"
#include "random_kernels/tree.h"
#include "util/result.h"
#include "util/system/process.h"

namespace whet::random_kernels {

class Oracle {
 public:
  // Compiles the source in `directory` with `compiler`.
  static Result<std::unique_ptr<Oracle>> compile(const std::string& source, const std::string& compiler,
                                                 const std::string& directory, ProcessRunner& processes);
  ~Oracle();
  Oracle(const Oracle&) = delete;
  Oracle& operator=(const Oracle&) = delete;

  // Inputs of a kernel's own seed.
  LaunchData data(const Kernel& kernel, int number) const;
  // What the memory holds afterwards.
  LaunchData run(int number, LaunchData data) const;

 private:
  explicit Oracle(void* library) : library_(library) {}
  template <typename F>
  F* function(const std::string& name) const;
  void* library_;
};

}  // namespace whet::random_kernels
