#include "vgpu/program/access.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <vector>

namespace whet::vgpu {
namespace access_test {

using Addresses = std::array<uint64_t, k_lanes>;
constexpr uint64_t k_base = 0x7f0000000000;

std::vector<int> lanes_of(Mask mask) {
  std::vector<int> lanes;
  for (int lane = 0; lane < k_lanes; ++lane) {
    if (mask >> lane & 1) lanes.push_back(lane);
  }
  return lanes;
}

uint32_t fullest_address(const Addresses& addresses, Mask mask) {
  std::map<uint64_t, uint32_t> lanes;
  uint32_t most = 0;
  for (int lane : lanes_of(mask)) most = std::max(most, ++lanes[addresses[lane]]);
  return most;
}

std::set<uint64_t> bytes_of(const Addresses& addresses, Mask mask, int width) {
  std::set<uint64_t> bytes;
  for (int lane : lanes_of(mask)) {
    for (int i = 0; i < width; ++i) bytes.insert(addresses[lane] + i);
  }
  return bytes;
}

// Byte by byte, with sets.
void expect_global(const GlobalShape& shape, const Addresses& addresses, Mask mask, int width) {
  const std::set<uint64_t> bytes = bytes_of(addresses, mask, width);
  std::set<uint64_t> sectors;
  std::map<uint64_t, uint8_t> lines;
  for (uint64_t byte : bytes) {
    sectors.insert(byte / 32);
    lines[byte / 128] |= 1 << byte / 32 % 4;
  }
  EXPECT_EQ(shape.sectors, sectors.size());
  EXPECT_EQ(shape.ideal_sectors, (bytes.size() + 31) / 32);
  EXPECT_EQ(shape.same_address, fullest_address(addresses, mask));
  ASSERT_EQ(shape.line_count, lines.size());
  std::vector<uint64_t> order;
  for (int lane : lanes_of(mask)) {
    const uint64_t line = addresses[lane] / 128;
    if (std::find(order.begin(), order.end(), line) == order.end()) order.push_back(line);
  }
  for (uint32_t i = 0; i < shape.line_count; ++i) {
    EXPECT_EQ(static_cast<uint64_t>(shape.lines[i].line + shape.base_line), order[i]);
    EXPECT_EQ(shape.lines[i].sectors, lines[order[i]]);
  }
}

// The number of words in the fullest bank, over the lanes from `first` on.
uint32_t slow_passes(const Addresses& addresses, Mask mask, int width, int first, int lanes) {
  std::map<uint64_t, std::set<uint64_t>> words;
  Mask group = 0;
  for (int lane = first; lane < first + lanes; ++lane) group |= mask & 1u << lane;
  for (uint64_t byte : bytes_of(addresses, group, width)) words[byte / 4 % 32].insert(byte / 4);
  size_t most = 0;
  for (const auto& [bank, held] : words) most = std::max(most, held.size());
  return static_cast<uint32_t>(most);
}

bool agree(const Addresses& addresses, Mask mask, int distance) {
  for (int lane = 0; lane < k_lanes; ++lane) {
    const int other = lane ^ distance;
    if ((mask >> lane & 1) && (mask >> other & 1) && addresses[lane] != addresses[other]) return false;
  }
  return true;
}

uint32_t slow_wavefronts(const Addresses& addresses, Mask mask, int width, BankUse use) {
  int together = width == 32 ? 4 : width == 16 ? 8 : width == 8 ? 16 : 32;
  const bool joined = width > 4 && use == BankUse::load && (agree(addresses, mask, 1) || agree(addresses, mask, 2));
  if (joined) together *= 2;
  uint32_t cycles = 0;
  for (int first = 0; first < k_lanes; first += together)
    cycles += slow_passes(addresses, mask, width, first, together);
  return cycles;
}

void expect_shared(const SharedShape& shape, const Addresses& addresses, Mask mask, int width,
                   BankUse use = BankUse::load) {
  EXPECT_EQ(shape.wavefronts, slow_wavefronts(addresses, mask, width, use));
  EXPECT_EQ(shape.ideal_wavefronts, (bytes_of(addresses, mask, width).size() + 127) / 128);
  EXPECT_EQ(shape.same_address, fullest_address(addresses, mask));
}

std::array<uint32_t, k_lanes> narrow(const Addresses& addresses) {
  std::array<uint32_t, k_lanes> low;
  for (int lane = 0; lane < k_lanes; ++lane) low[lane] = static_cast<uint32_t>(addresses[lane]);
  return low;
}

void expect_same(const GlobalShape& got, const GlobalShape& want) {
  EXPECT_EQ(got.sectors, want.sectors);
  EXPECT_EQ(got.ideal_sectors, want.ideal_sectors);
  EXPECT_EQ(got.same_address, want.same_address);
  ASSERT_EQ(got.line_count, want.line_count);
  for (uint32_t i = 0; i < got.line_count; ++i) {
    EXPECT_EQ(got.lines[i].line + got.base_line, want.lines[i].line + want.base_line);
    EXPECT_EQ(got.lines[i].sectors, want.lines[i].sectors);
  }
}

void expect_same(const SharedShape& got, const SharedShape& want) {
  EXPECT_EQ(got.wavefronts, want.wavefronts);
  EXPECT_EQ(got.ideal_wavefronts, want.ideal_wavefronts);
  EXPECT_EQ(got.same_address, want.same_address);
}

// Compares the rules with sets, and a cache that has seen other patterns with the rules.
void expect_both(ShapeCache& op_cache, const Addresses& addresses, Mask mask, int width) {
  const auto low = narrow(addresses);
  Addresses wide;
  for (int lane = 0; lane < k_lanes; ++lane) wide[lane] = low[lane];
  const GlobalShape global = global_shape(addresses.data(), mask, width);
  expect_global(global, addresses, mask, width);
  for (BankUse use : {BankUse::load, BankUse::store, BankUse::matrix}) {
    const SharedShape shared = shared_shape(low.data(), mask, width, use);
    expect_shared(shared, wide, mask, width, use);
    for (int repeat = 0; repeat < 2; ++repeat) {
      expect_same(op_cache.global(addresses.data(), mask, width), global);
      expect_same(op_cache.shared(low.data(), mask, width, use), shared);
      expect_same(op_cache.shared(low.data(), mask, width, use), shared);
    }
  }
}

Addresses strided(uint64_t base, int64_t stride) {
  Addresses addresses;
  for (int lane = 0; lane < k_lanes; ++lane) addresses[lane] = base + static_cast<uint64_t>(lane * stride);
  return addresses;
}

TEST(Access, StridesOfEveryWidthAgreeWithSets) {
  ShapeCache op_cache;
  for (int width : {1, 2, 4, 8, 16, 32}) {
    for (int stride : {0, 1, 2, 3, 4, 8, 31, 32, 33, 1024, -1, -33}) {
      for (int phase : {0, width, 96, 128 - width}) {
        for (Mask mask : {k_all_lanes, 0x80000000u, 0x55555555u, 0x00ff00f0u}) {
          expect_both(op_cache, strided(k_base + 1'000'064 * 128 + phase, stride * width), mask, width);
          if (HasFatalFailure()) FAIL() << "width " << width << " stride " << stride << " phase " << phase;
        }
      }
    }
  }
}

TEST(Access, RandomAddressesAndMasksAgreeWithSets) {
  std::mt19937 random(1);
  ShapeCache op_cache;
  for (int round = 0; round < 1500; ++round) {
    const int width = 1 << random() % 6;
    const uint32_t range = 1u << (1 + random() % 12);
    Addresses addresses;
    for (uint64_t& address : addresses) address = k_base + uint64_t{random() % range} * width;
    expect_both(op_cache, addresses, (random() & random()) | 1u << random() % 32, width);
  }
}

TEST(Access, PermutationsAndTransposesAgreeWithSets) {
  std::mt19937 random(2);
  ShapeCache op_cache;
  for (int width : {1, 2, 4, 8, 16, 32}) {
    for (int columns : {1, 2, 4, 8, 16, 32}) {
      Addresses addresses;
      for (int lane = 0; lane < k_lanes; ++lane) {
        addresses[lane] = k_base + static_cast<uint64_t>(width * (lane % columns * (32 / columns) + lane / columns));
      }
      expect_both(op_cache, addresses, k_all_lanes, width);
      std::shuffle(addresses.begin(), addresses.end(), random);
      expect_both(op_cache, addresses, k_all_lanes, width);
      for (int lane = 0; lane < k_lanes; ++lane) addresses[lane] ^= static_cast<uint64_t>(lane / 8 * 128);
      expect_both(op_cache, addresses, random(), width);
    }
  }
}

TEST(Access, AMovedShapeKeepsItsCountsAndMovesItsLines) {
  ShapeCache op_cache;
  for (uint64_t base : {k_base, k_base + 128, k_base + 4096, k_base + 4096 + 32, k_base + 12}) {
    expect_global(op_cache.global(strided(base, 8).data(), k_all_lanes, 4), strided(base, 8), k_all_lanes, 4);
  }
}

TEST(Access, LanesOutsideTheMaskAreNotLookedAt) {
  ShapeCache op_cache;
  Addresses addresses = strided(k_base, 4);
  const Mask mask = 0x00ffff00;
  op_cache.global(addresses.data(), mask, 4);
  addresses[0] = 3;
  addresses[31] = ~0ull;
  expect_global(op_cache.global(addresses.data(), mask, 4), addresses, mask, 4);
}

TEST(Access, OffsetsBeyondFourGigabytesAreToldApart) {
  ShapeCache op_cache;
  Addresses addresses = strided(k_base, 4);
  expect_global(op_cache.global(addresses.data(), k_all_lanes, 4), addresses, k_all_lanes, 4);
  addresses[5] += 1ull << 32;
  expect_global(op_cache.global(addresses.data(), k_all_lanes, 4), addresses, k_all_lanes, 4);
  addresses[5] += 1ull << 32;
  expect_global(op_cache.global(addresses.data(), k_all_lanes, 4), addresses, k_all_lanes, 4);
}

TEST(Access, NoLaneTouchesNothing) {
  ShapeCache op_cache;
  const Addresses addresses = strided(k_base, 4);
  op_cache.global(addresses.data(), k_all_lanes, 4);
  EXPECT_EQ(op_cache.global(addresses.data(), 0, 4).sectors, 0u);
  EXPECT_EQ(op_cache.global(addresses.data(), 0, 4).line_count, 0u);
  EXPECT_EQ(op_cache.shared(narrow(addresses).data(), 0, 4).wavefronts, 0u);
  EXPECT_EQ(op_cache.global(addresses.data(), k_all_lanes, 4).sectors, 4u);
}

TEST(Access, ABroadcastNeedsOneSectorAndOneWavefront) {
  const Addresses addresses = strided(k_base, 0);
  const GlobalShape global = global_shape(addresses.data(), k_all_lanes, 4);
  EXPECT_EQ(global.sectors, 1u);
  EXPECT_EQ(global.ideal_sectors, 1u);
  EXPECT_EQ(global.same_address, 32u);
  EXPECT_EQ(shared_shape(narrow(addresses).data(), k_all_lanes, 4).wavefronts, 1u);
}

uint32_t wavefronts(int width, BankUse use, Mask mask, int (*word)(int lane)) {
  std::array<uint32_t, k_lanes> addresses;
  for (int lane = 0; lane < k_lanes; ++lane) addresses[lane] = static_cast<uint32_t>(word(lane) * width);
  return shared_shape(addresses.data(), mask, width, use).wavefronts;
}

TEST(Access, WordsInOneBankConflict) {
  const auto at = [](int (*word)(int)) { return wavefronts(4, BankUse::load, k_all_lanes, word); };
  EXPECT_EQ(at([](int lane) { return lane; }), 1u);
  EXPECT_EQ(at([](int lane) { return lane * 2; }), 2u);
  EXPECT_EQ(at([](int lane) { return lane * 32; }), 32u);
  EXPECT_EQ(at([](int lane) { return lane * 33; }), 1u);
}

// As counted on an H200. An idle half or quarter of a warp takes a cycle, but no wavefront.
TEST(Access, WideAccessesTakeTheWavefrontsMeasured) {
  const auto in_order = [](int lane) { return lane; };
  const auto in_pairs = [](int lane) { return lane / 2; };
  const auto alternating = [](int lane) { return lane / 4 * 2 + lane % 2; };
  const auto repeated = [](int lane) { return lane % 16; };
  const auto mixed = [](int lane) { return lane < 16 ? lane / 2 : lane / 4 * 2 + lane % 2; };
  const auto apart = [](int lane) { return lane * 2; };
  EXPECT_EQ(wavefronts(8, BankUse::load, k_all_lanes, in_order), 2u);
  EXPECT_EQ(wavefronts(8, BankUse::load, k_all_lanes, in_pairs), 1u);
  EXPECT_EQ(wavefronts(8, BankUse::store, k_all_lanes, in_pairs), 2u);
  EXPECT_EQ(wavefronts(8, BankUse::load, k_all_lanes, alternating), 1u);
  EXPECT_EQ(wavefronts(8, BankUse::load, k_all_lanes, repeated), 2u);
  EXPECT_EQ(wavefronts(8, BankUse::load, k_all_lanes, mixed), 2u);
  EXPECT_EQ(wavefronts(8, BankUse::load, 0x0000ffff, in_order), 1u);
  EXPECT_EQ(wavefronts(8, BankUse::load, 0x0000ffff, apart), 2u);
  EXPECT_EQ(wavefronts(8, BankUse::load, 0x80000001, in_order), 1u);
  EXPECT_EQ(wavefronts(16, BankUse::load, k_all_lanes, in_order), 4u);
  EXPECT_EQ(wavefronts(16, BankUse::load, k_all_lanes, in_pairs), 2u);
  EXPECT_EQ(wavefronts(16, BankUse::load, k_all_lanes, mixed), 4u);
  EXPECT_EQ(wavefronts(16, BankUse::store, k_all_lanes, in_pairs), 4u);
  EXPECT_EQ(wavefronts(16, BankUse::store, 0x000000ff, in_order), 1u);
  EXPECT_EQ(wavefronts(16, BankUse::matrix, 0x000000ff, in_order), 1u);
}

}  // namespace access_test
}  // namespace whet::vgpu
