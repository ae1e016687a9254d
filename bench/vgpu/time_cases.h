// Kernel-and-size pairs whose times are measured on a GPU and modelled by the virtual one.
//
// Two sets that share no kernel: the model's constants are fitted on the first; the second judges them and is read by
// no fit.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "util/result.h"

namespace whet::bench {

struct TimeArgument {
  enum class Kind {
    floats,   // -1 to 1
    halves,   // 1 to 2 or their negatives
    doubles,  // -1 to 1
    zeros,    // words
    indices,  // random, below `value`
    ring,     // each the next, `value` further on
    sorted,   // i * value
    starts,   // of rows of a sparse matrix, `value` long on average
    words,    // 32 random bits
    letters,  // bytes of text
    i32,
    f32,
  } kind = Kind::floats;
  uint64_t count = 0;  // elements of a buffer
  double value = 0;    // of a scalar, or as the kind says
};

struct TimeCase {
  std::string name;
  std::string family;  // variants of one problem at one size share it
  std::string file;    // "fit/basic.cu"
  std::string kernel;
  uint32_t grid[3] = {1, 1, 1}, block[3] = {1, 1, 1};
  uint32_t dynamic_shared_bytes = 0;
  std::vector<TimeArgument> arguments;
};

// In a fixed order.
std::vector<TimeCase> fit_cases();
std::vector<TimeCase> test_cases();
// "fit" or "test".
Result<std::vector<TimeCase>> cases_of_set(std::string_view name);

bool is_buffer(const TimeArgument& argument);
// The content of an argument, the same on every machine.
std::string content_of(const TimeArgument& argument);
// Elements of the sparse matrix that `starts` of so many rows describe.
uint64_t sparse_elements(uint64_t rows, uint64_t mean);

}  // namespace whet::bench
