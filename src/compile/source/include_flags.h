// Directories for headers among a compiler's flags: "-Idir", "-I dir", "--include-path=dir", "-isystem dir".
#pragma once

#include <string>
#include <vector>

namespace whet {

// In the order of the flags.
std::vector<std::string> include_directories_of(const std::vector<std::string>& flags);

// As above; the flags that name them are taken out.
std::vector<std::string> take_include_directories(std::vector<std::string>& flags);

// The words of a text as a shell would see them: blanks part them, but for those in quotes.
//   "-Xptxas -O1 '-DNAME=a b'"  ->  -Xptxas, -O1, -DNAME=a b
std::vector<std::string> flag_words(const std::string& text);

}  // namespace whet
