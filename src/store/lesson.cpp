#include "store/lesson.h"

#include <algorithm>
#include <cmath>

#include "store/candidate.h"

namespace whet::store {

namespace {

// SplitMix64's finalizer: a fixed permutation of 64-bit numbers, the same on every machine.
uint64_t mixed(uint64_t value) {
  value += 0x9e3779b97f4a7c15;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
  value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
  return value ^ (value >> 31);
}

const Lesson* fastest(const std::vector<Lesson>& entries) {
  const Lesson* best = nullptr;
  for (const Lesson& entry : entries) {
    if (!entry.speedup || is_negative(entry.outcome)) continue;
    if (!best || entry.speedup->value > best->speedup->value) best = &entry;
  }
  return best;
}

}  // namespace

std::vector<LessonId> part_to_mask(const std::vector<Lesson>& entries, uint64_t seed, double share) {
  const Lesson* best = fastest(entries);
  std::vector<std::pair<uint64_t, LessonId>> lots;
  for (const Lesson& entry : entries) {
    if (&entry == best || entry.masked || is_negative(entry.outcome)) continue;
    lots.emplace_back(mixed(mixed(seed) ^ static_cast<uint64_t>(entry.id)), entry.id);
  }
  std::sort(lots.begin(), lots.end());
  const double wanted = std::clamp(share, 0.0, 1.0) * static_cast<double>(lots.size());
  lots.resize(static_cast<size_t>(std::lround(wanted)));
  std::vector<LessonId> chosen;
  for (const auto& [lot, id] : lots) chosen.push_back(id);
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

}  // namespace whet::store
