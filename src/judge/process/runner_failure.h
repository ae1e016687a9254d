// Why a runner had to be replaced.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "util/error.h"
#include "util/system/child_process.h"

namespace whet {

enum class RunnerFailure : uint8_t {
  crashed,          // it ended during a call
  hung,             // no answer before the deadline
  too_much_memory,  // it held more than allowed, or the kernel killed it for that
  too_much_output,  // it printed more than allowed
  too_much_disk,    // it wrote more than allowed
  lost,             // it answers, but cannot serve another candidate: its GPU context or its open files are gone
  garbled,          // what it sent is not an answer to the request
};
std::string_view name_of(RunnerFailure failure);

// For a runner that we did not kill: crashed, or killed by the kernel for its memory.
RunnerFailure failure_of(const ChildEnd& end);
// "crashed (SIGSEGV)", "ended by itself with exit code 3".
std::string describe(const ChildEnd& end);

}  // namespace whet
