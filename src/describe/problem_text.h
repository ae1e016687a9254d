// A described problem as the text of problem.toml.
#pragma once

#include <string>

#include "describe/describe.h"

namespace whet {

// Of the derived references next to the problem; empty: there is none.
struct ReferenceNames {
  std::string cpp, gpu;
};

// For a file at `path`, which the paths in it are relative to. What was assumed stands above it as comments; a shape
// that is not known is a commented line to fill, and the file does not load before.
std::string problem_text(const Description& description, const std::string& path, const ReferenceNames& reference);

// What a derived reference is worth; and why there is none, empty if nobody looked.
std::string reference_remark(const KernelMeaning& meaning);
std::string why_original(const KernelMeaning& meaning);

}  // namespace whet
