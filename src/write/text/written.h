// A kernel that was written: one file, and how a problem launches it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "write/subject/same_place.h"
#include "write/text/launch_work.h"

namespace whet::write {

// A named number of the file, which a person may change.
struct WrittenConstant {
  std::string name;  // "kThreads"
  int64_t value = 0;
  std::string comment;
};

struct WrittenScratch {
  std::string name, type, shape;  // as in problem.toml
};

struct WrittenLaunch {
  std::string entry;
  std::vector<std::string> arguments;  // names of the problem, or tables that give a number
  std::string grid;                    // a formula of the problem's sizes
  int64_t block = 1;
  int64_t shared = 0;                 // bytes of shared memory beside those that the kernel declares
  std::vector<LaunchWork> work = {};  // at each case of the subject; empty: nobody counts it
};

struct WrittenKernel {
  std::string schedule;  // "map", "rows"
  std::string reason;    // why it should be fast: sentences
  std::vector<WrittenConstant> constants;
  std::vector<WrittenScratch> scratch;
  std::vector<WrittenLaunch> launches;
  std::string architecture = {};    // "sm_90a": the only one that has its instructions; empty: many do
  std::vector<SamePlace> in_place;  // arrays that a caller may pass as one; no two others may overlap
  std::string code;                 // the kernels, without what they are made of
  std::string source;               // the whole file
  // At the first case, and over all cases as a search scores them; nothing: not predicted.
  std::optional<double> predicted_seconds = {}, predicted_overall = {};

  // The settings of a candidate (problem/signature/candidate.h).
  std::string sidecar() const;
  // The source with these settings in a leading comment: a candidate in one file.
  std::string file() const;
  // "map kThreads=256 kVector=4"
  std::string describe() const;
};

}  // namespace whet::write
