#include "binary/demangle.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>

namespace whet {

std::string demangle(std::string_view name) {
  if (!name.starts_with("_Z")) return std::string(name);
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(abi::__cxa_demangle(std::string(name).c_str(), nullptr, nullptr, &status), std::free);
  return text ? std::string(text.get()) : std::string(name);
}

}  // namespace whet
