// Which of the images in a program's fatbin the virtual GPU runs.
#pragma once

#include "compile/compiler.h"
#include "device/device.h"
#include "util/bytes.h"
#include "util/result.h"

namespace whet::cudart {

// The fatbin that a program's host code registers by the address of its wrapper.
Result<ByteView> registered_fatbin(const void* wrapper);

// The PTX a GPU of this kind would compile, with the machine code made from it where the fatbin has that too. Code for
// other GPUs or without PTX is an error that says how to build the program.
Result<Build> choose_code(ByteView fatbin, const DeviceFacts& device);

}  // namespace whet::cudart
