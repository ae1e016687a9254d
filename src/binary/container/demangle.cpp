#include "binary/container/demangle.h"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "util/ascii.h"

namespace whet {

namespace {

constexpr uint64_t k_longest_name = 1000;      // the C++ library rejects slightly longer names
constexpr uint64_t k_longest_work = 64 << 20;  // limit on the bound, which overestimates by far
constexpr uint64_t k_longest_signature = 16 << 10;

// "4gemmPf" -> "gemm", and moves `rest` past it; empty when there is no name here.
std::string_view take_name(std::string_view& rest) {
  size_t length = 0, digits = 0;
  for (; digits < rest.size() && is_digit(rest[digits]) && length <= rest.size(); ++digits)
    length = length * 10 + static_cast<size_t>(rest[digits] - '0');
  if (length > rest.size() - digits) return {};
  const std::string_view name = rest.substr(digits, length);
  rest.remove_prefix(digits + length);
  return name;
}

// The qualified name up to its first template arguments: "_ZN7cutlass6KernelI..." -> "cutlass::Kernel<...>".
std::string short_name(std::string_view mangled) {
  std::string_view rest = mangled.substr(2);
  const bool is_nested = rest.starts_with('N');
  if (is_nested) rest.remove_prefix(1);
  std::string text(take_name(rest));
  if (text.empty()) return std::string(mangled);
  for (std::string_view part = is_nested ? take_name(rest) : ""; !part.empty(); part = take_name(rest))
    text.append("::").append(part);
  return text + (rest.starts_with('I') ? "<...>" : "(...)");
}

}  // namespace

std::string demangle(std::string_view name) {
  if (!name.starts_with("_Z")) return std::string(name);
  if (name.size() > k_longest_name || demangled_length_bound(name) > k_longest_work) return short_name(name);
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(std::string(name).c_str(), nullptr, nullptr, &status), std::free);
  if (!text) return std::string(name);
  const std::string_view signature = text.get();
  return signature.size() > k_longest_signature ? short_name(name) : std::string(signature);
}

}  // namespace whet
