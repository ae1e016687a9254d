// Strings in the form that execve and posix_spawn expect: an array of pointers that ends with a null pointer.
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
