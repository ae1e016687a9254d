// The program this process runs.
#pragma once

#include <string>

namespace whet {

// Path of the executable; empty when the system does not say.
std::string own_path();

}  // namespace whet
