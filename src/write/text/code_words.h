// The words of a program, and how often each is there; those of comments do not count.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace whet::write {

using WordCounts = std::map<std::string, int, std::less<>>;

WordCounts code_words(std::string_view code);

}  // namespace whet::write
