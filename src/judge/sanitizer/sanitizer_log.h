// Parses the output of compute-sanitizer. Its lines begin with "========= "; all others are the program's own.
//
//   ========= Invalid __global__ write of size 4 bytes
//   =========     at scale(float *, int)+0x50 in scale.cu:14
//   =========     by thread (63,0,0) in block (2,0,0)
//   =========     Address 0x7f2a1c003c9c is out of bounds
//   ========= ERROR SUMMARY: 12 errors
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace whet {

// Reports of the same error at the same place are one finding.
struct SanitizerFinding {
  std::string what;   // "Invalid __global__ write of size 4 bytes"
  std::string place;  // "scale.cu:14"; empty: not reported
  std::string who;    // "thread (63,0,0) in block (2,0,0)" of the first report
  std::string other;  // the other access of a race: "Read access at scale.cu:31"
  uint64_t reports = 1;
  bool is_warning = false;
};

struct SanitizerLog {
  std::vector<SanitizerFinding> findings;  // in the order of their first report, a limited number
  uint64_t errors = 0;                     // from the summary, including those that were not printed
  bool complete = false;                   // it has a summary, so the program was watched to its end
};

SanitizerLog parse_sanitizer_log(std::string_view text);

// "Invalid __global__ write of size 4 bytes at scale.cu:14 by thread (63,0,0) in block (2,0,0), 12 times"
std::string describe(const SanitizerFinding& finding);

// The first finding that is not a warning, described; empty if there is none. Warnings are added to the notes.
std::string first_error(const std::vector<SanitizerFinding>& findings, std::vector<std::string>& notes);

}  // namespace whet
