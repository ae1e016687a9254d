// What the host code next to a kernel says about its launch: values of sizes and numbers, the memory of its arrays.
//
//   int n = 4096; cudaMalloc(&d_x, n * sizeof(float)); scale<<<n / 256, 256>>>(d_x, 2.5f, n);
//   -> n = 4096, factor = 2.5, x has n elements
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "problem/file/problem.h"
#include "problem/signature/entry.h"
#include "source/launch/launch_sites.h"

namespace whet {

// A size of the problem: a number, a formula of the sizes before it, or not known.
struct HostSize {
  std::string name;     // "n", "p_n" for a member of a struct
  std::string formula;  // "w * h"; empty: none
  std::optional<int64_t> value;
  int line = 0;  // where the launch passes it; 0: nowhere
};

struct HostShape {
  std::string elements;  // "rows * cols"
  bool is_zeroed = false;
  int line = 0;
};

struct HostFacts {
  std::optional<LaunchSite> site;              // the launch that the rest is about
  std::vector<HostSize> sizes;                 // whole numbers of the kernel and of the host, in order of use
  std::map<std::string, std::string> numbers;  // floating-point parameters and members: "2.5"
  std::vector<std::string> grid, block;        // of the launch, in the kernel's names; empty: not clear
  std::string shared;                          // bytes; empty: none, or not clear
  std::map<std::string, HostShape> arrays;     // by parameter, or "p_x" for a member
};

// For this function of the problem's source; facts without a site if the source does not launch it.
HostFacts read_host_facts(const Problem& problem, const SourceFunction& function);

}  // namespace whet
