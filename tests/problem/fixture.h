// Problems in memory, for tests.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "problem/data/resolve.h"
#include "problem/file/problem.h"
#include "support/support.h"

namespace whet::test {

inline const std::string k_scale_source =
    "#define TILE 32\n"
    "__global__ void scale(const float* in, float* out, int n, float factor) {}\n";

// `in` and `out` of n floats, scaled by a factor.
inline const std::string k_scale_problem =
    "kernel = \"scale.cu\"\n"           // 1
    "[dims]\n"                          // 2
    "n = 1000\n"                        // 3
    "[[args]]\n"                        // 4
    "name = \"in\"\n"                   // 5
    "type = \"f32\"\n"                  // 6
    "shape = [\"n\"]\n"                 // 7
    "[[args]]\n"                        // 8
    "name = \"out\"\n"                  // 9
    "type = \"f32\"\n"                  // 10
    "shape = [\"n\"]\n"                 // 11
    "role = \"out\"\n"                  // 12
    "[[args]]\n"                        // 13
    "name = \"n\"\n"                    // 14
    "type = \"i32\"\n"                  // 15
    "[[args]]\n"                        // 16
    "name = \"factor\"\n"               // 17
    "type = \"f32\"\n"                  // 18
    "value = 0.5\n"                     // 19
    "[launch]\n"                        // 20
    "grid = [\"ceil_div(n, TILE)\"]\n"  // 21
    "block = [\"TILE\"]\n"              // 22
    "[tune]\n"                          // 23
    "TILE = [16, 32, 64]\n";            // 24

inline Result<Problem> load_text(const std::string& text, const std::string& source = k_scale_source) {
  FakeFileSystem files;
  EXPECT_TRUE(files.write("p/problem.toml", text).ok());
  EXPECT_TRUE(files.write("p/scale.cu", source).ok());
  return load_problem("p", files);
}

inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

inline Problem loaded(const std::string& text = k_scale_problem, const std::string& source = k_scale_source) {
  auto problem = load_text(text, source);
  EXPECT_TRUE(problem.ok()) << (problem.ok() ? "" : describe(problem.error()));
  return problem ? *problem : Problem{};
}

}  // namespace whet::test
