// Runs one case in a directory of its own.
#pragma once

#include <functional>
#include <string>

#include "runner/case.h"

namespace whet::test {

enum class Verdict { passed, failed, skipped };

struct Outcome {
  Verdict verdict = Verdict::failed;
  std::string message;  // why it failed, with the command and both outputs; why it was skipped
};

// Where cases run.
struct Stage {
  std::string whet;                             // the program under test
  std::string fixtures;                         // copied into each case's directory as cases/; may be absent
  std::function<bool(const std::string&)> has;  // whether this machine has nvcc, nvrtc or gpu
};

Outcome run_case(const Case& test, const Stage& stage);

// What `has` is on this machine. It does not ask whet: a doctor that is wrong must not skip the cases that show it.
bool machine_has(const std::string& requirement);

}  // namespace whet::test
