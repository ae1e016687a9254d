#include "vgpu/memory/cache.h"

#include <gtest/gtest.h>

#include "vgpu/machine/worker.h"

#include <algorithm>
#include <list>
#include <map>
#include <random>

namespace whet::vgpu {
namespace cache_test {

// Lists of lines, most recently used first.
class SlowCache {
 public:
  SlowCache(const SectoredCache& like, size_t ways) : like_(like), ways_(ways) {}

  SectoredCache::Outcome access(uint64_t line, uint8_t sectors, bool write) {
    std::list<Line>& set = sets_[like_.set_index(line)];
    SectoredCache::Outcome outcome;
    auto found = find(set, line);
    if (found == set.end()) {
      if (set.size() == ways_) {
        outcome.written_back = set.back().dirty;
        set.pop_back();
      }
      set.push_front({line});
    } else {
      set.splice(set.begin(), set, found);
    }
    Line& front = set.front();
    outcome.hits = front.present & sectors;
    front.present |= sectors;
    if (write) front.dirty |= sectors;
    return outcome;
  }
  uint8_t peek(uint64_t line) {
    std::list<Line>& set = sets_[like_.set_index(line)];
    auto found = find(set, line);
    return found == set.end() ? 0 : found->present;
  }
  void invalidate(uint64_t line) {
    sets_[like_.set_index(line)].remove_if([&](const Line& held) { return held.line == line; });
  }
  uint64_t dirty_sectors() const {
    uint64_t count = 0;
    for (const auto& [index, set] : sets_) {
      for (const Line& line : set) count += static_cast<uint64_t>(__builtin_popcount(line.dirty));
    }
    return count;
  }

 private:
  struct Line {
    uint64_t line = 0;
    uint8_t present = 0, dirty = 0;
  };
  static std::list<Line>::iterator find(std::list<Line>& set, uint64_t line) {
    return std::find_if(set.begin(), set.end(), [&](const Line& held) { return held.line == line; });
  }

  const SectoredCache& like_;
  size_t ways_;
  std::map<uint64_t, std::list<Line>> sets_;
};

void compare(uint64_t bytes, int ways, uint64_t lines, unsigned seed) {
  SectoredCache cache(bytes, ways);
  SlowCache slow(cache, static_cast<size_t>(ways));
  std::mt19937 random(seed);
  for (int step = 0; step < 20'000; ++step) {
    const uint64_t line = random() % 8 ? random() % lines : 0xfe000000ull + random() % lines;
    const uint8_t sectors = static_cast<uint8_t>(1 + random() % 15);
    const bool write = random() % 3 == 0;
    if (random() % 50 == 0) {
      cache.invalidate(line);
      slow.invalidate(line);
    }
    ASSERT_EQ(cache.peek(line), slow.peek(line));
    const auto got = cache.access(line, sectors, write), want = slow.access(line, sectors, write);
    ASSERT_EQ(got.hits, want.hits);
    ASSERT_EQ(got.written_back, want.written_back);
    ASSERT_EQ(cache.peek(line), slow.peek(line));
  }
  EXPECT_EQ(cache.dirty_sectors(), slow.dirty_sectors());
}

TEST(Cache, AgreesWithListsOfLines) {
  compare(4 * 128, 4, 7, 1);
  compare(128, 1, 5, 2);
  compare(16 * 1024, 4, 300, 3);
  compare(100 * 16 * 128, 16, 4000, 4);
  compare(3 * 5 * 128, 5, 40, 5);
}

TEST(Cache, TheLeastRecentlyUsedLineLeaves) {
  SectoredCache cache(2 * 128, 2);
  cache.access(1, 1);
  cache.access(2, 1);
  cache.access(1, 1);
  cache.access(3, 1);
  EXPECT_EQ(cache.peek(1), 1);
  EXPECT_EQ(cache.peek(2), 0);
}

TEST(Cache, ALinePresentMayStillMissSectors) {
  SectoredCache cache(1024, 4);
  EXPECT_EQ(cache.access(0, 0b0011).hits, 0);
  EXPECT_EQ(cache.access(0, 0b0110).hits, 0b0010);
  EXPECT_EQ(cache.peek(0), 0b0111);
}

TEST(Cache, DirtySectorsAreWrittenBackWhenTheirLineLeaves) {
  SectoredCache cache(128, 1);
  cache.access(1, 0b0101, true);
  cache.access(1, 0b1000);
  EXPECT_EQ(cache.dirty_sectors(), 2u);
  EXPECT_EQ(cache.access(2, 1).written_back, 0b0101);
  EXPECT_EQ(cache.dirty_sectors(), 0u);
}

TEST(Cache, AClearedCacheHoldsNothing) {
  SectoredCache cache(1024, 4);
  cache.access(7, 0xf, true);
  cache.clear();
  EXPECT_EQ(cache.peek(7), 0);
  EXPECT_EQ(cache.dirty_sectors(), 0u);
}

// The fraction of `count` lines, `stride` apart, that are present after all of them were accessed.
double kept(uint64_t bytes, int ways, uint64_t first, uint64_t stride, uint64_t count) {
  SectoredCache cache(bytes, ways);
  uint64_t hits = 0;
  for (int pass = 0; pass < 2; ++pass) {
    for (uint64_t i = 0; i < count; ++i) hits += cache.access(first + i * stride, 1).hits;
  }
  return static_cast<double>(hits) / static_cast<double>(count);
}

TEST(Cache, ARangeAsLargeAsAPowerOfTwoCacheFits) {
  EXPECT_EQ(kept(256 * 1024, 4, 0xfe000000ull, 1, 2048), 1.0);
  EXPECT_EQ(kept(1 << 20, 16, 0xfe012000ull, 1, 8192), 1.0);
}

TEST(Cache, StridesOfAPowerOfTwoDoNotThrash) {
  for (uint64_t stride = 1; stride <= 1 << 16; stride *= 2) {
    EXPECT_GT(kept(50 << 20, 16, 0xfe000000ull, stride, 409'600 / 2), 0.9) << stride;
    EXPECT_GT(kept(256 * 1024, 16, 0xfe000000ull, stride, 1024), 0.9) << stride;
  }
}

TEST(Cache, ALineTellsWhoBroughtItInLast) {
  SectoredCache cache(1 << 20, 16);
  cache.access(7, 0x1, false, 3);
  EXPECT_EQ(cache.access(7, 0x1, false, 4).stamp, 3);
  EXPECT_EQ(cache.access(7, 0x2, false, 5).hits, 0);  // one more sector: this access waits for it
  EXPECT_EQ(cache.access(7, 0x3, false, 6).stamp, 5);
  cache.stamp(7, 8);
  EXPECT_EQ(cache.access(7, 0x3).stamp, 8);
}

TEST(AccessTime, WarpsOfARoundAreTogether) {
  AccessTime first;
  first.start_unit(0);
  AccessTime second = first;
  second.warp = 1;
  EXPECT_TRUE(second.together_with(first.stamp()));
  EXPECT_FALSE(first.together_with(first.stamp()));  // its own
  ++second.round;
  EXPECT_FALSE(second.together_with(first.stamp()));
  second = first;
  second.block = second.next_block() + 1;
  EXPECT_TRUE(second.together_with(first.stamp()));
  second.start_unit(1);  // the next unit on the SM
  EXPECT_FALSE(second.together_with(first.stamp()));
}

TEST(AccessTime, RoundsOfBlocksOneAfterAnotherAreTheSame) {
  AccessTime time;
  time.start_unit(0);
  const uint16_t first = time.stamp();
  time.round += 5;
  time.start_again();
  time.block = 1;
  EXPECT_TRUE(time.together_with(first));
}

}  // namespace cache_test
}  // namespace whet::vgpu
