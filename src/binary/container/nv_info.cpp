#include "binary/container/nv_info.h"

#include <fmt/format.h>

namespace whet {

namespace {

enum Format : uint8_t { k_no_value = 1, k_byte_value = 2, k_half_value = 3, k_sized = 4 };

Error damaged_attributes(uint64_t offset, std::string_view what) {
  return bad_input(fmt::format("the kernel attributes (.nv.info) are damaged at byte {}: {}", offset, what), {},
                   "compile the kernel again");
}

}  // namespace

Result<std::vector<NvInfoRecord>> read_nv_info(ByteView section) {
  std::vector<NvInfoRecord> records;
  uint64_t at = 0;
  while (at < section.size()) {
    const auto format = read_at<uint8_t>(section, at), attribute = read_at<uint8_t>(section, at + 1);
    const auto value = read_at<uint16_t>(section, at + 2);
    if (!value) return damaged_attributes(at, "a record is cut off");
    NvInfoRecord record{static_cast<NvAttribute>(*attribute), *value, {}};
    at += 4;
    if (*format == k_sized) {
      const auto payload = slice(section, at, *value);
      if (!payload) return damaged_attributes(at, "a record reaches past the end");
      record.payload = *payload;
      at += *value;
    } else if (*format == k_byte_value) {
      record.value &= 0xff;
    } else if (*format != k_half_value && *format != k_no_value) {
      return damaged_attributes(at - 4, fmt::format("{} is no record format", *format));
    }
    records.push_back(record);
  }
  return records;
}

bool is_known(NvAttribute attribute) {
  const auto code = static_cast<uint8_t>(attribute);
  constexpr uint8_t k_last = 0x6d;
  constexpr uint8_t k_unassigned[] = {0x56, 0x63, 0x65, 0x67, 0x69, 0x6a, 0x6b, 0x6c};
  for (const uint8_t unassigned : k_unassigned) {
    if (code == unassigned) return false;
  }
  return code >= 1 && code <= k_last;
}

}  // namespace whet
