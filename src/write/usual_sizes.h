// Numbers by which the lists of schedules choose: what fills a large GPU, what a thread and a block can hold.
#pragma once

#include <cstdint>

namespace whet::write {

inline constexpr int64_t k_usual_size = 1024;              // of a range that is not known
inline constexpr int64_t k_most_held_bytes = 128;          // of a row or a tile, in the registers of a thread
inline constexpr int64_t k_plain_shared = 48 * 1024;       // bytes of shared memory that a block has unasked
inline constexpr int64_t k_resident_threads = 132 * 2048;  // of a large GPU
inline constexpr int64_t k_few_rows = 264;                 // fewer do not fill a large GPU with a block each

}  // namespace whet::write
