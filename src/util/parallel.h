// A loop over parts of an array on several host threads: at most one per part.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

namespace whet {

// Calls `work(part, begin, end)` for every part of [0, count); all parts but the last have `part_size` elements, and
// some run at the same time, on at most `threads` (0: one per core). The parts do not depend on the machine, so results
// combined in their order do not either.
template <typename Work>
void for_parts(uint64_t count, uint64_t part_size, const Work& work, unsigned threads = 0) {
  const uint64_t parts = (count + part_size - 1) / part_size;
  std::atomic<uint64_t> next = 0;
  const auto take = [&] {
    for (uint64_t part = next++; part < parts; part = next++)
      work(part, part * part_size, std::min(count, (part + 1) * part_size));
  };
  const uint64_t wanted = threads ? threads : std::max(1u, std::thread::hardware_concurrency());
  std::vector<std::jthread> others;
  for (uint64_t i = 1; i < std::min<uint64_t>(wanted, parts); ++i) others.emplace_back(take);
  take();
}

}  // namespace whet
