// Strings as execve and posix_spawn take them: pointers, and a null pointer behind the last.
#pragma once

#include <string>
#include <vector>

namespace whet {

inline std::vector<char*> exec_pointers(std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  pointers.reserve(strings.size() + 1);
  for (std::string& text : strings) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace whet
