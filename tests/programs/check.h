// What the programs share: every CUDA call is checked, as an engineer would.
#pragma once

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                                                       \
  do {                                                                                                    \
    const cudaError_t error_ = (call);                                                                    \
    if (error_ != cudaSuccess) {                                                                          \
      std::fprintf(stderr, "%s:%d: %s: %s (%s)\n", __FILE__, __LINE__, #call, cudaGetErrorString(error_), \
                   cudaGetErrorName(error_));                                                             \
      std::exit(2);                                                                                       \
    }                                                                                                     \
  } while (false)

// The program's verdict and exit code.
inline int verdict(bool right) {
  std::puts(right ? "PASSED" : "FAILED");
  return right ? 0 : 1;
}
