// Patterns for tests.
#pragma once

#include <gtest/gtest.h>

#include "store/pattern.h"

namespace whet::learn::test {

inline store::Pattern written_pattern(const std::string& tried = "rows kThreads=256 kVector=4") {
  store::Pattern pattern;
  pattern.id = 1;
  pattern.subject = {"row reduction", "forall i < p1: p2[i] = sum(k < p3: p4[p3*i + k])", "f32 -> f32", "13 12"};
  pattern.bottleneck = "DRAM";
  pattern.tried = tried;
  pattern.place = {"sm_90", "NVIDIA H200", store::TimeOrigin::measured};
  pattern.effect = {3, 2.8, 3.2};
  pattern.tries = pattern.wins = 1;
  return pattern;
}

inline store::Pattern method_pattern(const std::string& method) {
  store::Pattern pattern = written_pattern(method);
  pattern.kind = store::PatternKind::method;
  return pattern;
}

}  // namespace whet::learn::test
