// The executable of this process, and the libraries installed with it.
#pragma once

#include <string>

namespace whet {

// Path of the executable; empty when the system does not say.
std::string own_path();

// Path of a library that was built or installed with the executable: in the same folder, or in ../lib/whet. Empty when
// it is in neither.
std::string own_library(const std::string& name);

}  // namespace whet
