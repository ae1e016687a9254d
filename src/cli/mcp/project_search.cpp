#include "cli/mcp/project_search.h"

#include <algorithm>
#include <filesystem>

namespace whet {

namespace {

constexpr int k_deepest_project = 4;
constexpr int k_most_folders = 4000;

}  // namespace

std::vector<std::string> projects_below(const std::string& folder) {
  namespace fs = std::filesystem;
  std::vector<std::string> found;
  std::error_code failed;
  if (fs::is_directory(fs::path(folder) / ".whet", failed)) found.emplace_back(".");
  int looked_at = 0;
  const auto options = fs::directory_options::skip_permission_denied;
  for (auto at = fs::recursive_directory_iterator(folder, options, failed), end = fs::recursive_directory_iterator();
       !failed && at != end; at.increment(failed)) {
    if (!at->is_directory(failed) || at->is_symlink(failed)) continue;
    if (++looked_at > k_most_folders) break;
    const std::string name = at->path().filename().string();
    if (name.starts_with('.') || name == "node_modules" || at.depth() + 1 >= k_deepest_project)
      at.disable_recursion_pending();
    if (!name.starts_with('.') && fs::is_directory(at->path() / ".whet", failed))
      found.push_back(at->path().lexically_relative(folder).string());
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace whet
