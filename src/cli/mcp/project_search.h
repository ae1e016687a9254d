// Projects below a folder: those that have whet's own folder.
#pragma once

#include <string>
#include <vector>

namespace whet {

// Paths relative to `folder`, "." for itself, sorted. Looks a few levels deep, into no hidden folder, through no link,
// and at no more than some thousands of folders.
std::vector<std::string> projects_below(const std::string& folder);

}  // namespace whet
