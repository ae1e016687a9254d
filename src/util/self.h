// The program this process runs.
#pragma once

#include <string>

namespace whet {

// Path of the executable; empty when the system does not say.
std::string own_path();

// Path of a library that was built or installed with the executable: beside it, or in ../lib/whet. Empty: there is
// none.
std::string own_library(const std::string& name);

}  // namespace whet
