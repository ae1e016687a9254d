// The resources that limit a kernel according to the model of the virtual GPU, for reports.
#pragma once

#include <string>

#include "cli/frame/context.h"
#include "compile/compiler.h"
#include "problem/data/resolve.h"
#include "util/system/knowledge.h"

namespace whet {

// "DRAM bandwidth 92 %, issue 41 %": for the longest launch, the share of its time that each resource would take alone.
// Empty if it is not known: for host code, for sizes that would take long, for a GPU without a model.
std::string limited_by(const Problem& problem, const ResolvedCase& resolved, const Build& build, const std::string& gpu,
                       Context& context);

}  // namespace whet
