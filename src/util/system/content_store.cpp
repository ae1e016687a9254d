#include "util/system/content_store.h"

#include <algorithm>
#include <charconv>
#include <vector>

namespace whet {

namespace {

// Holds the total bytes as last counted, so that storing need not stat every entry. Two processes that store at once
// may lose an addition; a recount at one in 64 entries (chosen by the key's first digits) corrects it.
constexpr const char* k_usage_name = "usage";

bool is_recount_due(const std::string& key) {
  return key.starts_with("00") || key.starts_with("40") || key.starts_with("80") || key.starts_with("c0");
}

}  // namespace

std::optional<std::string> ContentStore::find(const std::string& key) {
  if (directory_.empty()) return std::nullopt;
  const std::string path = path_of(key);
  if (!files_.info(path)) return std::nullopt;
  auto content = files_.read(path);
  if (!content) return std::nullopt;
  files_.touch(path);
  return std::move(content).value();
}

void ContentStore::store(const std::string& key, std::string_view content) {
  if (directory_.empty() || !files_.make_directories(directory_)) return;
  if (content.size() > limit_bytes_ || !files_.write(path_of(key), content)) return;
  const uint64_t usage = recorded_usage() + content.size();
  if (usage > limit_bytes_ || is_recount_due(key))
    evict();
  else
    (void)files_.write(join_path(directory_, k_usage_name), std::to_string(usage));
}

uint64_t ContentStore::recorded_usage() const {
  const auto text = files_.read(join_path(directory_, k_usage_name));
  uint64_t usage = 0;
  if (text) std::from_chars(text->data(), text->data() + text->size(), usage);
  return usage;
}

void ContentStore::evict() {
  struct Entry {
    int64_t used_ns;
    uint64_t bytes;
    std::string path;
  };
  std::vector<Entry> entries;
  uint64_t total = 0;
  for (const std::string& name : files_.list(directory_)) {
    const std::string path = join_path(directory_, name);
    const auto info = files_.info(path);
    if (!info || info->is_directory || name == k_usage_name) continue;
    entries.push_back({info->modified_ns, info->bytes, path});
    total += info->bytes;
  }
  if (total > limit_bytes_) {
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.used_ns < b.used_ns; });
    for (const Entry& entry : entries) {
      if (total <= limit_bytes_ / 5 * 4) break;
      if (files_.remove(entry.path)) total -= entry.bytes;
    }
  }
  (void)files_.write(join_path(directory_, k_usage_name), std::to_string(total));
}

}  // namespace whet
