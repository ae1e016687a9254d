// What became of a runner that had to be replaced.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "util/error.h"
#include "util/system/child_process.h"

namespace whet {

enum class RunnerFailure : uint8_t {
  crashed,          // it ended in the middle of a call
  hung,             // no answer before the deadline
  too_much_memory,  // it held more than it may, or the kernel took it for that
  too_much_output,  // it printed more than is kept
  too_much_disk,    // it wrote more than it may
  lost,             // it answers, but can serve no further candidate: its GPU context or its open files are gone
  garbled,          // what it sent is no answer to what it was asked
};
std::string_view name_of(RunnerFailure failure);

// How a runner ended that was not killed by us: crashed, or taken by the kernel for its memory.
RunnerFailure failure_of(const ChildEnd& end);
// "crashed (SIGSEGV)", "ended by itself with exit code 3".
std::string describe(const ChildEnd& end);

}  // namespace whet
