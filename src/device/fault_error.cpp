#include "device/fault_error.h"

#include "binary/demangle.h"
#include "vgpu/fault_text.h"

namespace whet {

Error fault_error(const vgpu::Program& program, const vgpu::Fault& fault) {
  const std::string kernel = demangle(program.kernel);
  Error error;
  error.kind = vgpu::never_ends(fault.kind) ? ErrorKind::bad_input : ErrorKind::failed;
  if (fault.kind == vgpu::FaultKind::endless) {
    error.what = kernel + " does not end: a warp used up its budget of instructions";
    error.mend = "mend the loop it is in, or allow more with --budget";
  } else if (fault.kind == vgpu::FaultKind::deadlock) {
    error.what = kernel + " does not end: its threads wait for each other";
    error.mend = "let every thread of the block reach the same barrier";
  } else {
    error.what = kernel + " stopped: " + vgpu::name_of(fault.kind);
    error.mend = "mend that line; --check all goes on and lists all there is";
  }
  error.where = vgpu::source_place(program, fault.instruction);
  error.details = "  " + vgpu::fault_text(fault, program) + "\n";
  return error;
}

}  // namespace whet
