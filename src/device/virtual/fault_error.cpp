#include "device/virtual/fault_error.h"

#include "binary/container/demangle.h"
#include "vgpu/program/fault_text.h"

namespace whet {

namespace {

// "kernel.cu:12 and kernel.cu:9": both sides of a race.
std::string places_of(const vgpu::Program& program, const vgpu::Fault& fault) {
  const std::string here = vgpu::source_place(program, fault.instruction);
  if (fault.other_instruction >= program.origins.size()) return here;
  const std::string there = vgpu::source_place(program, fault.other_instruction);
  return here.empty() || there.empty() || here == there ? here : here + " and " + there;
}

}  // namespace

Error fault_error(const vgpu::Program& program, const vgpu::Fault& fault) {
  const std::string kernel = demangle(program.kernel);
  Error error;
  error.kind = vgpu::never_ends(fault.kind) ? ErrorKind::bad_input : ErrorKind::failed;
  if (fault.kind == vgpu::FaultKind::endless && !fault.detail.empty()) {
    error.what = kernel + " does not end: its threads wait for what nobody writes";
    error.mend = "write it before the wait, or launch no more blocks than the GPU holds at once";
  } else if (fault.kind == vgpu::FaultKind::endless) {
    error.what = kernel + " does not end: a warp used up its budget of instructions";
    error.mend = "mend the loop it is in, or allow more with --budget";
  } else if (fault.kind == vgpu::FaultKind::deadlock) {
    error.what = kernel + " does not end: its threads wait for each other";
    error.mend = "let every thread of the block reach the same barrier";
  } else {
    error.what = kernel + " stopped: " + vgpu::name_of(fault.kind);
    error.mend = "fix that line; `whet run` with --check all continues and lists every fault";
  }
  error.where = places_of(program, fault);
  error.details = "  " + vgpu::fault_text(fault, program) + "\n";
  return error;
}

}  // namespace whet
