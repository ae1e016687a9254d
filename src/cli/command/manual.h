// The manual page whet(1), made from the same table that parses.
#pragma once

#include <string>
#include <vector>

#include "cli/frame/command.h"

namespace whet {

// The page in the macros of man(7); hidden commands are left out.
std::string manual_page(const std::vector<CliCommand>& commands);

}  // namespace whet
