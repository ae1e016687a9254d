// Chooses the image of a program's fatbin that the virtual GPU runs.
#pragma once

#include <vector>

#include "compile/compiler.h"
#include "device/device.h"
#include "util/bytes.h"
#include "util/result.h"

namespace whet::cudart {

// The device code that a program's host code registers by the address of a wrapper: one fatbin, or one per source file
// where separately compiled device code was linked (-rdc=true).
struct RegisteredCode {
  std::vector<ByteView> fatbins;
  bool linked = false;
};
Result<RegisteredCode> registered_code(const void* wrapper);

// The PTX that a driver would compile for this GPU, with its machine code if the fatbin has that too. It is an error,
// which says how to build the program, if there is no PTX or only PTX that this GPU cannot run.
Result<Build> choose_code(ByteView fatbin, const DeviceFacts& device);

// The same for registered code. Linked code is linked here again from the PTX of its files, without machine code: that
// of single files is incomplete, and the line maps of linked machine code refer to the PTX of each file.
Result<Build> choose_code(const RegisteredCode& code, const DeviceFacts& device);

}  // namespace whet::cudart
