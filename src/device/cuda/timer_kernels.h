// The small kernels that timing needs on the GPU, as PTX that the driver compiles for the installed GPU.
#pragma once

#include <string_view>

namespace whet {

//   whet_gate(flag, nanoseconds)      waits until the host sets flag[0]; on a timeout it opens and sets flag[1]
//   whet_stamp(slots)                 slots[%smid] = {%globaltimer, %clock64}; one thread per block, one block per SM
//   whet_touch(base, bytes, write)    reads, or reads and writes, every 16 bytes
//   whet_empty()                      does nothing
extern const char* const k_timer_ptx;

// Whether a kernel's name is one of these.
bool is_timer_kernel(std::string_view name);

}  // namespace whet
