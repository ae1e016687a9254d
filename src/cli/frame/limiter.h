// What limits a kernel, as the virtual GPU models it: for reports.
#pragma once

#include <string>

#include "cli/frame/context.h"
#include "compile/compiler.h"
#include "problem/data/resolve.h"
#include "util/system/knowledge.h"

namespace whet {

// "DRAM bandwidth 92 %, issue 41 %": of the longest launch, the share of its time that each would take alone. Empty
// where nobody can say: host code, sizes that would take long, a GPU without a model.
std::string limited_by(const Problem& problem, const ResolvedCase& resolved, const Build& build, const std::string& gpu,
                       Context& context);

}  // namespace whet
