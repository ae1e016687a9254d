#include "vgpu/case_list.h"

#include <fmt/format.h>

namespace whet::bench {

using Kind = TimeArgument::Kind;

void CaseList::add(const std::string& kernel, const std::string& size, const std::string& problem,
                   const CaseShape& shape, std::vector<TimeArgument> arguments) {
  TimeCase c;
  c.name = kernel + "/" + size;
  c.family = problem.empty() ? "" : problem + "/" + size;
  c.file = file_;
  c.kernel = kernel;
  c.grid[0] = shape.gx, c.grid[1] = shape.gy, c.grid[2] = shape.gz;
  c.block[0] = shape.bx, c.block[1] = shape.by;
  c.dynamic_shared_bytes = shape.dynamic_shared_bytes;
  c.arguments = std::move(arguments);
  cases.push_back(std::move(c));
}

void CaseList::each(const std::string& kernel, const std::string& size, const std::string& problem, uint64_t items,
                    std::vector<TimeArgument> arguments, uint32_t threads) {
  add(kernel, size, problem, {.gx = blocks_for(items, threads), .bx = threads}, std::move(arguments));
}

TimeArgument floats(uint64_t count) {
  return {Kind::floats, count};
}
TimeArgument zeros(uint64_t count) {
  return {Kind::zeros, count};
}
TimeArgument words(uint64_t count) {
  return {Kind::words, count};
}
TimeArgument indices(uint64_t count, uint64_t below) {
  return {Kind::indices, count, static_cast<double>(below)};
}
TimeArgument number(uint64_t value) {
  return {Kind::i32, 1, static_cast<double>(value)};
}

uint32_t blocks_for(uint64_t items, uint64_t each) {
  return static_cast<uint32_t>((items + each - 1) / each);
}

std::string size_text(uint64_t n) {
  if (n % (1 << 20) == 0) return std::to_string(n >> 20) + "M";
  if (n % (1 << 10) == 0) return std::to_string(n >> 10) + "k";
  return std::to_string(n);
}

Result<std::vector<TimeCase>> cases_of_set(std::string_view name) {
  if (name == "fit") return fit_cases();
  if (name == "test") return test_cases();
  return bad_input(fmt::format("there is no set `{}` of cases", name), {}, "name `fit` or `test`");
}

}  // namespace whet::bench
