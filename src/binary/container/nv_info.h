// The records of .nv.info sections (and of .nv.compat, which has the same format): kernel attributes for the driver.
#pragma once

#include <cstdint>
#include <vector>

#include "util/bytes.h"
#include "util/result.h"

namespace whet {

// The codes that whet uses; NVIDIA calls them EIATTR_*.
enum class NvAttribute : uint8_t {
  max_threads = 0x05,
  parameter_bank = 0x0a,
  externs = 0x0f,
  required_threads = 0x10,
  frame_size = 0x11,
  parameter_info = 0x17,
  parameter_bytes = 0x19,
  max_registers = 0x1b,
  exit_offsets = 0x1c,
  register_count = 0x2f,
  indirect_branch_targets = 0x34,
  blocks_per_cluster = 0x3d,
  parameter_info_v2 = 0x45,
  barrier_count = 0x4c,
};

// One record: `value` for formats that contain a number, `payload` for those that contain bytes.
struct NvInfoRecord {
  NvAttribute attribute{};
  uint16_t value = 0;
  ByteView payload;
};

// The records of a section in order, unknown codes included; an unknown format is an error.
Result<std::vector<NvInfoRecord>> read_nv_info(ByteView section);

// Whether NVIDIA is known to use this code.
bool is_known(NvAttribute attribute);

}  // namespace whet
