// One file of knowledge/methods: everything that can be checked without the other files.
#pragma once

#include "diagnose/method.h"

namespace whet {

// `file` is the name in errors. The identifiers in `conflicts`, `after`, `signature` and `skill` are not looked up.
Result<Method> read_method(const std::string& text, const std::string& file);

}  // namespace whet
