#include <algorithm>

#include "vgpu/program/access.h"
#include "vgpu/program/lane_groups.h"

namespace whet::vgpu {
namespace {

constexpr uint32_t k_sector_bytes = 32, k_line_bytes = 128;
constexpr uint8_t k_bits_of[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};

uint32_t rounded_up(uint32_t amount, uint32_t unit) {
  return (amount + unit - 1) / unit;
}

// The lanes' addresses relative to `base`; 0 outside the mask.
std::array<int64_t, k_lanes> from_base(const uint64_t* addresses, Mask mask, uint64_t base) {
  std::array<int64_t, k_lanes> places;
  for (int lane = 0; lane < k_lanes; ++lane) {
    places[lane] = mask >> lane & 1 ? static_cast<int64_t>(addresses[lane] - base) : 0;
  }
  return places;
}

// Whether all lanes are in the mask and each address is `step` bytes after the one before.
bool evenly_spaced(const uint64_t* addresses, Mask mask, uint64_t step) {
  uint64_t differs = ~mask;
  for (int lane = 0; lane < k_lanes; ++lane) {
    differs |= addresses[lane] ^ (addresses[0] + static_cast<uint64_t>(lane) * step);
  }
  return differs == 0;
}

// A contiguous range of bytes, each address accessed by `together` lanes.
void fill_range(uint64_t base, uint32_t bytes, uint32_t together, GlobalShape& shape) {
  const uint32_t begin = base % k_line_bytes / k_sector_bytes;  // in sectors of the first line
  const uint32_t end = static_cast<uint32_t>(base % k_line_bytes + bytes - 1) / k_sector_bytes + 1;
  shape.sectors = end - begin;
  shape.ideal_sectors = rounded_up(bytes, k_sector_bytes);
  shape.line_count = rounded_up(end, 4);
  shape.same_address = together;
  for (uint32_t i = 0; i < shape.line_count; ++i) shape.lines[i] = {i, 0xf};
  shape.lines[0].sectors = static_cast<uint8_t>(0xf << begin & 0xf);
  shape.lines[shape.line_count - 1].sectors &= static_cast<uint8_t>(0xf >> (shape.line_count * 4 - end));
}

// For addresses that never decrease from lane to lane, where equal ones are neighbours. False if they do decrease.
bool fill_rising(const uint64_t* addresses, Mask mask, int width, GlobalShape& shape) {
  uint64_t last = addresses[__builtin_ctz(mask)];
  uint32_t distinct = 1, together = 0, fullest = 0, touched = 0;
  TouchedLine* line = shape.lines.data();
  *line = {0, 0};
  for (Mask rest = mask; rest; rest &= rest - 1) {
    const uint64_t address = addresses[__builtin_ctz(rest)];
    if (address < last) return false;
    distinct += address != last;
    together = address != last ? 1 : together + 1;
    fullest = std::max(fullest, together);
    const int64_t number = static_cast<int64_t>(address / k_line_bytes) - shape.base_line;
    if (number != line->line) {
      touched += k_bits_of[line->sectors];
      *++line = {number, 0};
    }
    line->sectors |= static_cast<uint8_t>(1 << address / k_sector_bytes % 4);
    last = address;
  }
  shape.line_count = static_cast<uint32_t>(line - shape.lines.data()) + 1;
  shape.sectors = touched + k_bits_of[line->sectors];
  shape.same_address = fullest;
  shape.ideal_sectors = rounded_up(distinct * static_cast<uint32_t>(width), k_sector_bytes);
  return true;
}

// Collects the lines in the order of their first lanes.
template <typename T>
void fill_lines(const std::array<T, k_lanes>& lines, const std::array<uint8_t, k_lanes>& sectors, GlobalShape& shape) {
  uint32_t count = 0, touched = 0;
  for (int lane = 0; lane < k_lanes; ++lane) {
    shape.lines[count] = {lines[lane], sectors[lane]};
    touched += k_bits_of[sectors[lane]];
    count += sectors[lane] != 0;
  }
  shape.line_count = count;
  shape.sectors = touched;
}

// `places` are relative to the start of the line that the first lane accesses.
template <typename T>
void fill_scattered(const std::array<T, k_lanes>& places, Mask mask, int width, GlobalShape& shape) {
  std::array<T, k_lanes> lines;
  for (int lane = 0; lane < k_lanes; ++lane) lines[lane] = places[lane] >> 7;
  const std::array<T, k_lanes> firsts = first_equal(lines, mask);
  std::array<uint8_t, k_lanes> sectors{};
  for (Mask rest = mask; rest; rest &= rest - 1) {
    const int lane = __builtin_ctz(rest);
    sectors[firsts[lane]] |= static_cast<uint8_t>(1 << (places[lane] >> 5 & 3));
  }
  fill_lines(lines, sectors, shape);
  Multiplicity multiplicity = count_multiplicity(firsts, mask);
  if (multiplicity.fullest > 1) multiplicity = count_multiplicity(first_equal(places, mask), mask);
  shape.same_address = multiplicity.fullest;
  shape.ideal_sectors = rounded_up(multiplicity.distinct * static_cast<uint32_t>(width), k_sector_bytes);
}

void fill_shape(const uint64_t* addresses, Mask mask, int width, GlobalShape& shape) {
  const uint64_t first = addresses[__builtin_ctz(mask)];
  shape.base_line = static_cast<int64_t>(first / k_line_bytes);
  const auto bytes = static_cast<uint32_t>(width);
  if (evenly_spaced(addresses, mask, bytes)) return fill_range(first, k_lanes * bytes, 1, shape);
  if (evenly_spaced(addresses, mask, 0)) return fill_range(first, bytes, k_lanes, shape);
  if (fill_rising(addresses, mask, width, shape)) return;
  const auto places = from_base(addresses, mask, first / k_line_bytes * k_line_bytes);
  std::array<int32_t, k_lanes> near;
  int64_t differs = 0;
  for (int lane = 0; lane < k_lanes; ++lane) {
    near[lane] = static_cast<int32_t>(places[lane]);
    differs |= near[lane] ^ places[lane];
  }
  if (differs) return fill_scattered(places, mask, width, shape);
  fill_scattered(near, mask, width, shape);
}

}  // namespace

GlobalShape global_shape(const uint64_t* addresses, Mask mask, int width) {
  GlobalShape shape;
  shape.same_address = 0;
  if (mask) fill_shape(addresses, mask, width, shape);
  return shape;
}

}  // namespace whet::vgpu
