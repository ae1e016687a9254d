#include "learn/written_memo.h"

#include "learn/tried.h"
#include "util/ascii.h"

namespace whet::learn {

namespace {

constexpr const char* k_parts = "kParts";

// The first number of the first scratch array's shape, which holds a result of each part: "max(1, 16 * (cols))".
int64_t parts_of(const write::WrittenKernel& kernel) {
  if (kernel.scratch.empty() || kernel.launches.size() < 2) return 1;
  std::string_view shape = kernel.scratch.front().shape;
  constexpr std::string_view k_least = "max(1, ";
  if (shape.starts_with(k_least)) shape.remove_prefix(k_least.size());
  while (shape.starts_with('(')) shape.remove_prefix(1);
  size_t end = 0;
  while (end < shape.size() && is_digit(shape[end])) ++end;
  return read_integer(shape.substr(0, end)).value_or(1);
}

}  // namespace

std::map<std::string, int64_t> numbers_of(const write::WrittenKernel& kernel) {
  std::map<std::string, int64_t> numbers;
  for (const write::WrittenConstant& constant : kernel.constants) numbers[constant.name] = constant.value;
  if (const int64_t parts = parts_of(kernel); parts > 1) numbers.emplace(k_parts, parts);
  return numbers;
}

std::string written_memo(const write::WrittenKernel& kernel) {
  const int64_t parts = parts_of(kernel);
  const bool is_told = parts <= 1 || kernel.describe().find(k_parts) != std::string::npos;
  return std::string(k_written_memo) + kernel.describe() +
         (is_told ? "" : std::string(" ") + k_parts + "=" + std::to_string(parts));
}

}  // namespace whet::learn
