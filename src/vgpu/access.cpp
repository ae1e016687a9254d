#include "vgpu/access.h"

#include <algorithm>

#include "vgpu/distinct.h"

namespace whet::vgpu {
namespace {

constexpr uint32_t k_sector_bytes = 32, k_line_bytes = 128;
constexpr uint32_t k_banks = 32;
constexpr uint8_t k_bits_of[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
constexpr GlobalShape k_no_lines{.same_address = 0};
constexpr SharedShape k_no_wavefronts{.same_address = 0};

uint32_t rounded_up(uint32_t amount, uint32_t unit) {
  return (amount + unit - 1) / unit;
}

// The lanes' addresses counted from `base`; 0 outside the mask.
template <typename T, typename Address>
std::array<T, k_lanes> from_base(const Address* addresses, Mask mask, Address base) {
  std::array<T, k_lanes> places;
  for (int lane = 0; lane < k_lanes; ++lane) {
    places[lane] = mask >> lane & 1 ? static_cast<T>(addresses[lane] - base) : T{0};
  }
  return places;
}

bool side_by_side(const uint64_t* addresses, Mask mask, int width) {
  uint64_t differs = ~mask;
  for (int lane = 0; lane < k_lanes; ++lane) {
    differs |= addresses[lane] ^ (addresses[0] + static_cast<uint64_t>(lane) * static_cast<uint64_t>(width));
  }
  return differs == 0;
}

// All lanes, each right after the one before: the lines are those of one range.
void fill_contiguous(uint64_t base, int width, GlobalShape& shape) {
  const uint32_t bytes = static_cast<uint32_t>(k_lanes * width);
  const uint32_t begin = base % k_line_bytes / k_sector_bytes;  // in sectors of the first line
  const uint32_t end = static_cast<uint32_t>(base % k_line_bytes + bytes - 1) / k_sector_bytes + 1;
  shape.sectors = end - begin;
  shape.ideal_sectors = bytes / k_sector_bytes;
  shape.line_count = rounded_up(end, 4);
  shape.same_address = 1;
  for (uint32_t i = 0; i < shape.line_count; ++i) shape.lines[i] = {i, 0xf};
  shape.lines[0].sectors = static_cast<uint8_t>(0xf << begin & 0xf);
  shape.lines[shape.line_count - 1].sectors &= static_cast<uint8_t>(0xf >> (shape.line_count * 4 - end));
}

// Puts the lines in the order of their first lanes.
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

// `places` count from the start of the line that the first lane touches.
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
  Crowd crowd = count_crowd(firsts, mask);
  if (crowd.fullest > 1) crowd = count_crowd(first_equal(places, mask), mask);
  shape.same_address = crowd.fullest;
  shape.ideal_sectors = rounded_up(crowd.distinct * static_cast<uint32_t>(width), k_sector_bytes);
}

void fill_shape(const uint64_t* addresses, Mask mask, int width, GlobalShape& shape) {
  const uint64_t first = addresses[__builtin_ctz(mask)];
  shape.base_line = static_cast<int64_t>(first / k_line_bytes);
  if (side_by_side(addresses, mask, width)) return fill_contiguous(first, width, shape);
  const auto places = from_base<int64_t>(addresses, mask, first / k_line_bytes * k_line_bytes);
  std::array<int32_t, k_lanes> near;
  int64_t differs = 0;
  for (int lane = 0; lane < k_lanes; ++lane) {
    near[lane] = static_cast<int32_t>(places[lane]);
    differs |= near[lane] ^ places[lane];
  }
  if (differs) return fill_scattered(places, mask, width, shape);
  fill_scattered(near, mask, width, shape);
}

// Cycles of the 32 banks. Lanes that ask for 128 bytes together are served together (all of them up to 4 bytes each,
// half a warp at 8, a quarter at 16); such a group takes as many cycles as its fullest bank has distinct words. A wide
// access fills neighbouring banks at once, so one of them stands for all: 32 places in all groups together.
uint32_t count_wavefronts(const std::array<uint32_t, k_lanes>& addresses, Mask mask, int width) {
  const int shift = width <= 4 ? 2 : __builtin_ctz(static_cast<unsigned>(width));
  const uint32_t groups = 1u << (shift - 2), places = k_banks / groups;
  std::array<uint32_t, k_lanes> words;
  for (uint32_t lane = 0; lane < k_lanes; ++lane) {
    words[lane] = addresses[lane] >> shift | (lane * groups / k_lanes) << 29;  // told apart by group
  }
  const std::array<uint32_t, k_lanes> firsts = first_equal(words, mask);
  std::array<uint8_t, k_banks> counts{};
  for (uint32_t lane = 0; lane < k_lanes; ++lane) {
    const uint32_t counted = static_cast<uint32_t>(firsts[lane] == lane) & mask >> lane;
    counts[lane * groups / k_lanes * places + words[lane] % places] += counted & 1;
  }
  uint32_t cycles = 0;
  for (uint32_t group = 0; group < groups; ++group) {
    uint8_t most = 0;
    for (uint32_t place = 0; place < places; ++place) most = std::max(most, counts[group * places + place]);
    cycles += most;
  }
  return cycles;
}

void fill_shape(const uint32_t* addresses, Mask mask, int width, SharedShape& shape) {
  const auto places = from_base<uint32_t, uint32_t>(addresses, mask, 0);
  const Crowd crowd = count_crowd(first_equal(places, mask), mask);
  shape.same_address = crowd.fullest;
  shape.ideal_wavefronts = rounded_up(crowd.distinct * static_cast<uint32_t>(width), k_line_bytes);
  shape.wavefronts = count_wavefronts(places, mask, width);
}

}  // namespace

GlobalShape global_shape(const uint64_t* addresses, Mask mask, int width) {
  GlobalShape shape = k_no_lines;
  if (mask) fill_shape(addresses, mask, width, shape);
  return shape;
}

SharedShape shared_shape(const uint32_t* addresses, Mask mask, int width) {
  SharedShape shape = k_no_wavefronts;
  if (mask) fill_shape(addresses, mask, width, shape);
  return shape;
}

template <typename Address>
bool AccessMemo::repeats(Kept kind, const Address* addresses, Mask mask, int width, uint32_t phase) const {
  if (kept_ != kind || mask_ != mask || width_ != width || phase_ != phase) return false;
  const Address base = addresses[__builtin_ctz(mask)];
  Address differs = 0;
  for (int lane = 0; lane < k_lanes; ++lane) {
    const auto offset = static_cast<Address>(static_cast<int64_t>(offsets_[lane]));
    differs |= ((base + offset) ^ addresses[lane]) & static_cast<Address>(static_cast<int64_t>(active_[lane]));
  }
  return differs == 0;
}

template <typename Address>
void AccessMemo::keep(Kept kind, const Address* addresses, Mask mask, int width, uint32_t phase) {
  const Address base = addresses[__builtin_ctz(mask)];
  Address differs = 0;
  for (int lane = 0; lane < k_lanes; ++lane) {
    active_[lane] = mask >> lane & 1 ? -1 : 0;
    const Address offset = mask >> lane & 1 ? addresses[lane] - base : 0;
    offsets_[lane] = static_cast<int32_t>(offset);
    differs |= static_cast<Address>(static_cast<int64_t>(offsets_[lane])) ^ offset;
  }
  mask_ = mask;
  width_ = width;
  phase_ = phase;
  kept_ = differs ? Kept::none : kind;
}

const GlobalShape& AccessMemo::global(const uint64_t* addresses, Mask mask, int width) {
  if (!mask) return k_no_lines;
  const uint64_t base = addresses[__builtin_ctz(mask)];
  const uint32_t phase = base % k_line_bytes;
  if (repeats(Kept::global, addresses, mask, width, phase)) {
    global_.base_line = static_cast<int64_t>(base / k_line_bytes);
    return global_;
  }
  fill_shape(addresses, mask, width, global_);
  keep(Kept::global, addresses, mask, width, phase);
  return global_;
}

// Moving all addresses by whole words turns the banks round and changes no count, so the phase is that in a word.
const SharedShape& AccessMemo::shared(const uint32_t* addresses, Mask mask, int width) {
  if (!mask) return k_no_wavefronts;
  const uint32_t phase = addresses[__builtin_ctz(mask)] % 4;
  if (repeats(Kept::shared, addresses, mask, width, phase)) return shared_;
  fill_shape(addresses, mask, width, shared_);
  keep(Kept::shared, addresses, mask, width, phase);
  return shared_;
}

}  // namespace whet::vgpu
