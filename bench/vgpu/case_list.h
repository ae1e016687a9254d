// A list of cases in the making.
#pragma once

#include "vgpu/time_cases.h"

namespace whet::bench {

struct CaseShape {
  uint32_t gx = 1, gy = 1, gz = 1;
  uint32_t bx = 1, by = 1;
  uint32_t dynamic_shared_bytes = 0;
};

class CaseList {
 public:
  // Of the kernels in this file, from here on.
  void from(std::string file) { file_ = std::move(file); }
  // `problem` is empty for a kernel that is no variant of another.
  void add(const std::string& kernel, const std::string& size, const std::string& problem, const CaseShape& shape,
           std::vector<TimeArgument> arguments);
  // One dimension, a thread for each of `items`.
  void each(const std::string& kernel, const std::string& size, const std::string& problem, uint64_t items,
            std::vector<TimeArgument> arguments, uint32_t threads = 256);

  std::vector<TimeCase> cases;

 private:
  std::string file_;
};

TimeArgument floats(uint64_t count);
TimeArgument zeros(uint64_t count);
TimeArgument words(uint64_t count);
TimeArgument indices(uint64_t count, uint64_t below);
TimeArgument number(uint64_t value);

uint32_t blocks_for(uint64_t items, uint64_t each);
std::string size_text(uint64_t n);  // "16M"

inline constexpr uint32_t k_sms = 132;  // of the GPU the grids are made for

}  // namespace whet::bench
