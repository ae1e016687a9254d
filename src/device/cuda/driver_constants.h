// Constants of the CUDA driver API, which is loaded at run time and built without its header.
#pragma once

namespace whet {

inline constexpr unsigned k_host_portable_mapped = 1 | 2;  // CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP
inline constexpr int k_attribute_sms = 16;                 // CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT
inline constexpr int k_attribute_l2_bytes = 38;            // CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE

}  // namespace whet
