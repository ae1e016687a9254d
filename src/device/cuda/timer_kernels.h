// The small kernels that timing needs on the GPU itself, as PTX that the driver compiles for whatever it finds.
#pragma once

#include <string_view>

namespace whet {

// whet_gate(flag, nanoseconds)      waits until the host sets flag[0]; after the time it opens by itself and sets
// flag[1] whet_stamp(slots)                 slots[%smid] = {%globaltimer, %clock64}; one thread a block, a block for
// each SM whet_touch(base, bytes, write)    reads, or reads and writes, every 16 bytes whet_empty()
extern const char* const k_timer_ptx;

// Of a kernel's name: one of these.
bool is_timer_kernel(std::string_view name);

}  // namespace whet
