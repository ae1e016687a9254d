// Holds what a command did against what was expected.
#pragma once

#include <optional>
#include <string>

#include "runner/case.h"
#include "util/system/process.h"

namespace whet::test {

// Why the expectation is not met, or nothing when it is.
std::optional<std::string> unmet(const Expectation& expectation, const Finished& finished);

}  // namespace whet::test
