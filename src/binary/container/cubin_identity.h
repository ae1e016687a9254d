// What a cubin says about itself: its architecture and the toolkit that made it.
#pragma once

#include <string>

#include "binary/container/architecture.h"
#include "binary/container/elf.h"
#include "util/result.h"

namespace whet {

// An error for an ELF file that is no cubin, and for a cubin newer than whet knows.
Result<Architecture> cubin_architecture(const Elf& elf);

// "13.0"; empty when not recorded.
std::string cubin_toolkit(const Elf& elf);

}  // namespace whet
