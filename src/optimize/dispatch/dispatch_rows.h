// A device's table as rows of sizes and files, from which `whet write --dispatch` makes host code.
#pragma once

#include <string>
#include <vector>

#include "optimize/dispatch/dispatch.h"
#include "write/launcher/size_table.h"

namespace whet {

// `names` has the file of each variant, or "original"; `otherwise` is the variant for other devices.
write::SizeTable size_table_of(const DispatchTable& table, size_t otherwise, const std::vector<std::string>& names,
                               const std::string& times);

}  // namespace whet
