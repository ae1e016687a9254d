// The functions and types that written kernels are made of: blocks/NAME.cuh holds what the identifier NAME needs.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace whet::write {

// The blocks that `code` uses, and those that these use, each before its users. Empty: it uses none.
// Constants come first.
std::string building_blocks(const std::string& code);

// The words of the code; those of comments do not count.
std::set<std::string, std::less<>> code_words(std::string_view code);

}  // namespace whet::write
