// What compute-sanitizer prints, as findings. Its lines begin with "========= "; all others are the program's own.
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

// Reports of the same thing at the same place are one finding.
struct SanitizerFinding {
  std::string what;   // "Invalid __global__ write of size 4 bytes"
  std::string place;  // "scale.cu:14"; empty: not told
  std::string who;    // "thread (63,0,0) in block (2,0,0)" of the first report
  std::string other;  // of a race: "Read access at scale.cu:31"
  uint64_t reports = 1;
  bool is_warning = false;
};

struct SanitizerLog {
  std::vector<SanitizerFinding> findings;  // in the order they were first reported, a bounded number
  uint64_t errors = 0;                     // by the summary, with those that were not printed
  bool complete = false;                   // there is a summary: the program was watched to its end
};

SanitizerLog parse_sanitizer_log(std::string_view text);

// "Invalid __global__ write of size 4 bytes at scale.cu:14 by thread (63,0,0) in block (2,0,0), 12 times"
std::string describe(const SanitizerFinding& finding);

// The first that is no warning, described; empty: none. Warnings go to the notes.
std::string first_error(const std::vector<SanitizerFinding>& findings, std::vector<std::string>& notes);

}  // namespace whet
