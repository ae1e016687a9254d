#include "search/space/configuration.h"

#include <algorithm>

namespace whet::search {

uint64_t hash_of(ConfigurationView configuration) {
  uint64_t hash = 0xcbf29ce484222325ull;
  for (const uint16_t place : configuration) hash = (hash ^ place) * 0x100000001b3ull;
  return hash ^ (hash >> 29);
}

size_t distance(ConfigurationView a, ConfigurationView b) {
  size_t differing = 0;
  for (size_t i = 0; i < a.size(); ++i) differing += a[i] != b[i];
  return differing;
}

size_t ConfigurationTable::slot_of(ConfigurationView configuration) const {
  size_t slot = hash_of(configuration) & (slots_.size() - 1);
  while (slots_[slot] && !std::ranges::equal((*this)[slots_[slot] - 1], configuration))
    slot = (slot + 1) & (slots_.size() - 1);
  return slot;
}

std::optional<size_t> ConfigurationTable::find(ConfigurationView configuration) const {
  if (slots_.empty()) return std::nullopt;
  const uint32_t entry = slots_[slot_of(configuration)];
  return entry ? std::optional<size_t>(entry - 1) : std::nullopt;
}

void ConfigurationTable::grow() {
  slots_.assign(std::max<size_t>(64, slots_.size() * 2), 0);
  for (size_t i = 0; i < size_; ++i) slots_[slot_of((*this)[i])] = static_cast<uint32_t>(i + 1);
}

bool ConfigurationTable::add(ConfigurationView configuration) {
  if (2 * (size_ + 1) > slots_.size()) grow();
  const size_t slot = slot_of(configuration);
  if (slots_[slot]) return false;
  cells_.insert(cells_.end(), configuration.begin(), configuration.end());
  slots_[slot] = static_cast<uint32_t>(++size_);
  return true;
}

}  // namespace whet::search
