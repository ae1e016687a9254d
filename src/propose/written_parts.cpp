#include "propose/written_parts.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "learn/written_memo.h"
#include "propose/schedule_methods.h"

namespace whet {

namespace {

using Numbers = std::map<std::string, int64_t>;
using Kernels = std::vector<const write::WrittenKernel*>;

const write::WrittenKernel* with_numbers(const std::string& schedule, const Numbers& numbers, const Kernels& among) {
  const auto found = std::find_if(among.begin(), among.end(), [&](const write::WrittenKernel* each) {
    return each->schedule == schedule && learn::numbers_of(*each) == numbers;
  });
  return found == among.end() ? nullptr : *found;
}

// The least value of a number among kernels that are the same but for it.
int64_t plainest(const std::string& schedule, const std::string& name, Numbers numbers, const Kernels& among) {
  int64_t least = numbers.at(name);
  for (const write::WrittenKernel* each : among) {
    if (each->schedule != schedule) continue;
    const Numbers theirs = learn::numbers_of(*each);
    const auto value = theirs.find(name);
    if (value == theirs.end() || value->second >= least) continue;
    numbers[name] = value->second;
    if (theirs == numbers) least = value->second;
  }
  return least;
}

}  // namespace

std::vector<WrittenPart> parts_of(const write::WrittenKernel& kernel, const Kernels& others) {
  std::vector<WrittenPart> parts;
  const Numbers numbers = learn::numbers_of(kernel);
  for (const auto& [name, value] : numbers) {
    const std::string method = method_of(name, value);
    if (method.empty()) continue;
    const int64_t plain = plainest(kernel.schedule, name, numbers, others);
    if (plain < value) parts.push_back({name, {fmt::format("{} {} -> {}", name, plain, value), method}, plain});
  }
  return parts;
}

const write::WrittenKernel* without_parts(const write::WrittenKernel& kernel, const std::vector<std::string>& parts,
                                          const Kernels& others) {
  Numbers numbers = learn::numbers_of(kernel);
  for (const WrittenPart& each : parts_of(kernel, others)) {
    if (std::find(parts.begin(), parts.end(), each.part.name) != parts.end()) numbers[each.number] = each.plain;
  }
  return with_numbers(kernel.schedule, numbers, others);
}

}  // namespace whet
