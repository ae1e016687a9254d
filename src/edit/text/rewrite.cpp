#include "edit/text/rewrite.h"

#include <algorithm>

namespace whet::edit {

std::string Rewrite::applied_to(std::string_view text) const {
  std::vector<Change> sorted = changes_;
  std::stable_sort(sorted.begin(), sorted.end(), [](const Change& a, const Change& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end < b.end;
  });
  std::string result;
  size_t at = 0;
  for (const Change& change : sorted) {
    result.append(text.substr(at, change.begin - at)).append(change.with);
    at = change.end;
  }
  return result.append(text.substr(at));
}

}  // namespace whet::edit
