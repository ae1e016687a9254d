// Include directories among a compiler's flags: "-Idir", "-I dir", "--include-path=dir", "-isystem dir".
#pragma once

#include <string>
#include <vector>

namespace whet {

// In the order of the flags.
std::vector<std::string> include_directories_of(const std::vector<std::string>& flags);

// Like the above, and removes these flags.
std::vector<std::string> take_include_directories(std::vector<std::string>& flags);

// Splits a text into words as a shell does: at blanks, except in quotes.
//   "-Xptxas -O1 '-DNAME=a b'"  ->  -Xptxas, -O1, -DNAME=a b
std::vector<std::string> flag_words(const std::string& text);

}  // namespace whet
