// The root of the source tree, where tests find their kernels and golden files. Only one file is compiled with the
// path: all others are the same in every clone, so that ccache knows them.
#pragma once

#include <string>

namespace whet::test {

std::string source_folder();

}  // namespace whet::test
