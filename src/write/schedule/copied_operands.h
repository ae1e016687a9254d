// A product of which kernels before it copy operands to scratch memory.
#pragma once

#include "write/schedule/map.h"
#include "write/schedule/split_terms.h"
#include "write/schedule/stages.h"

namespace whet::write {

// The subject of a stage, with words for the numbers that stages have beside the problem's.
Subject subject_of_stage(const Subject& subject, const Stages& stages, size_t stage);

// The first of the stages is the product, which `write` writes; the others are copies, maps that are launched before
// it, in tiles where they turn an operand and else with `numbers`. `reason` is a sentence about them.
Result<WrittenKernel> write_after_copies(const Subject& subject, const Stages& stages, const WriteProduct& write,
                                         const MapNumbers& numbers, const std::string& reason);

}  // namespace whet::write
