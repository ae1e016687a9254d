#include "cli/mcp/guide.h"

#include <algorithm>

namespace whet {

std::vector<GuidePage> guide_pages() {
  constexpr std::string_view k_references = "whet/references/", k_ending = ".md";
  std::vector<GuidePage> pages;
  for (const EmbeddedFile& file : embedded_skills()) {
    if (file.path == "whet/SKILL.md") pages.push_back({"", file.content});
    if (!file.path.starts_with(k_references)) continue;
    const std::string_view name = file.path.substr(k_references.size());
    pages.push_back({std::string(name.substr(0, name.size() - k_ending.size())), file.content});
  }
  std::sort(pages.begin(), pages.end(), [](const GuidePage& a, const GuidePage& b) { return a.name < b.name; });
  return pages;
}

}  // namespace whet
