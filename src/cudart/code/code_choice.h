// Which of the images in a program's fatbin the virtual GPU runs.
#pragma once

#include <vector>

#include "compile/compiler.h"
#include "device/device.h"
#include "util/bytes.h"
#include "util/result.h"

namespace whet::cudart {

// What a program's host code registers by the address of a wrapper: one fatbin, or, where device code was linked from
// files of their own (-rdc=true), that of each file.
struct RegisteredCode {
  std::vector<ByteView> fatbins;
  bool linked = false;
};
Result<RegisteredCode> registered_code(const void* wrapper);

// The PTX a GPU of this kind would compile, with the machine code made from it where the fatbin has that too. Code for
// other GPUs or without PTX is an error that says how to build the program.
Result<Build> choose_code(ByteView fatbin, const DeviceFacts& device);

// The same of registered code. Linked code is linked here again, as PTX alone: machine code before linking is not
// whole, and the line maps of linked machine code are of the files' own PTX.
Result<Build> choose_code(const RegisteredCode& code, const DeviceFacts& device);

}  // namespace whet::cudart
