// One value for every tunable, and a table of many such configurations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_set>
#include <vector>

namespace whet::search {

// The index of the chosen value on each axis, in the order of the axes.
using Configuration = std::vector<uint16_t>;
using ConfigurationView = std::span<const uint16_t>;

uint64_t hash_of(ConfigurationView configuration);

struct ConfigurationHash {
  size_t operator()(const Configuration& configuration) const { return hash_of(configuration); }
};
using ConfigurationSet = std::unordered_set<Configuration, ConfigurationHash>;

// Hamming distance: the number of axes on which two configurations differ.
size_t distance(ConfigurationView a, ConfigurationView b);

// Many configurations in one block of memory, with a hash table to find them.
class ConfigurationTable {
 public:
  explicit ConfigurationTable(size_t axes) : axes_(axes) {}

  size_t size() const { return size_; }
  ConfigurationView operator[](size_t index) const { return {cells_.data() + index * axes_, axes_}; }
  std::optional<size_t> find(ConfigurationView configuration) const;
  // Returns false and adds nothing when it is already there.
  bool add(ConfigurationView configuration);

 private:
  size_t slot_of(ConfigurationView configuration) const;
  void grow();

  size_t axes_;
  size_t size_ = 0;
  std::vector<uint16_t> cells_;
  std::vector<uint32_t> slots_;  // index + 1; 0: free. Open addressing, at most half full
};

}  // namespace whet::search
