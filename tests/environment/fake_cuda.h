// A driver, NVML and CUPTI made of functions that do next to nothing and fail where a test wants.
#pragma once

#include <string>
#include <vector>

#include "environment/fake_machine.h"

namespace whet::test {

struct CudaScript {
  std::string failing;  // the function that fails
  int code = 0;         // with this code
  int gpus = 1;
  double counter = 1234;
  std::vector<std::string> calls;  // in order
};

// What the fake functions follow; one test at a time.
CudaScript& cuda_script();

void install_driver(FakeLibraries& libraries);
void install_nvml(FakeLibraries& libraries);
void install_cupti(FakeLibraries& libraries);

}  // namespace whet::test
