// The architecture of a cubin and the toolkit that made it.
#pragma once

#include <string>

#include "binary/container/architecture.h"
#include "binary/container/elf.h"
#include "util/result.h"

namespace whet {

// It is an error when the ELF file is not a cubin, or the cubin is newer than whet supports.
Result<Architecture> cubin_architecture(const Elf& elf);

// "13.0"; empty when not recorded.
std::string cubin_toolkit(const Elf& elf);

}  // namespace whet
