// The work of a problem that declares none: what its kernel computes says it, where that is confirmed; otherwise its
// arrays and what runs of it on the virtual GPU execute.
#pragma once

#include <string>

#include "describe/describe.h"

namespace whet {

// Sets what [work] of the problem leaves out, and work_note if that is anything. The note is empty if all is declared
// or nothing was found.
void add_derived_work(Problem& problem, const DescribeServices& services);
// The same with a meaning that is already known.
void add_derived_work(Problem& problem, const KernelMeaning& meaning, const DescribeServices& services);

// "the work is derived, not declared: FLOPs from ..., bytes from ..."; empty: it is declared, or nothing is known.
std::string work_remark(const Problem& problem);

// The same, with formulas from runs instead of runs: `bytes` and `flops`, or empty.
void add_work(const KernelMeaning& meaning, const std::string& bytes, const std::string& flops, Problem& problem);

}  // namespace whet
