// What products by four warps at once have in common, however their tiles come to shared memory.
#pragma once

#include "write/schedule/chunk_fetch.h"
#include "write/schedule/contraction_frame.h"

namespace whet::write {

inline constexpr int64_t k_group_line = 128;               // bytes of terms of a tile
inline constexpr int64_t k_most_group_bytes = 226 * 1024;  // of shared memory, of a block of sm_90
inline constexpr const char* k_group_architecture = "sm_90a";

// What four warps multiply: elements as both operands have them, or else floats, rounded to tf32.
ElementType group_type(const Subject& subject, const ContractionPlan& plan);
// Neighbouring results that a lane stores. Words of four bytes are stored as wgmma leaves them, two of a lane: those of
// four lanes are a sector. Narrower ones are exchanged first, for whole sectors.
int64_t group_vector(const Subject& subject, const ContractionPlan& plan);
// "tiles + stage * kStageChunks": where the tile of an operand begins.
std::string group_tile(const ChunkedOperand& each);
// Declares the sums of a thread, and `multiply`, which begins the products of a stage; `warp` is declared. `is_set`:
// products say whether they are a tile's first, which set the sums.
void write_group_products(const Subject& subject, const ContractionPlan& plan, int64_t tile_n, bool is_set,
                          Lines& lines);
// Before the last products are waited for: loads for the results of the first columns.
void write_group_loads(ContractionFrame& frame, int64_t tile_n, Lines& lines);
// Stores the sums, kVector neighbours at once.
void write_group_results(ContractionFrame& frame, int64_t tile_n, Lines& lines);

}  // namespace whet::write
