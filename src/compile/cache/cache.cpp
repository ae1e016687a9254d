#include "compile/cache/cache.h"

#include "compile/cache/build_file.h"

namespace whet {

std::optional<Build> BuildCache::find(const std::string& key) {
  const auto content = store_.find(key);
  if (!content) return std::nullopt;
  auto build = read_build(*content);
  if (!build) {
    store_.remove(key);
    return std::nullopt;
  }
  build->from_cache = true;
  return build;
}

void BuildCache::store(const std::string& key, const Build& build) {
  store_.store(key, write_build(build));
}

}  // namespace whet
