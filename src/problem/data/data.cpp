#include "problem/data/data.h"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "problem/data/generator.h"
#include "problem/data/structured_data.h"
#include "problem/numbers/codec.h"
#include "util/text.h"

namespace whet {

namespace {

uint64_t as_integer(double value) {
  return value < 0 ? static_cast<uint64_t>(IntegerCodec<int64_t>::encode(value))
                   : IntegerCodec<uint64_t>::encode(value);
}

bool has_whole_steps(const FillPlan& fill) {
  return fill.first == std::floor(fill.first) && fill.second == std::floor(fill.second);
}

ArrayFormula uniform_fill(const ResolvedArgument& argument, uint64_t seed) {
  const FillPlan& fill = argument.fill;
  if (is_floating(argument.type))
    return formula_of(FormulaKind::uniform, &ArrayFormula::uniform, argument.count,
                      {{}, seed, fill.first, fill.second});
  const uint64_t low = as_integer(std::ceil(fill.first)), high = as_integer(std::floor(fill.second));
  return formula_of(FormulaKind::integers, &ArrayFormula::integers, argument.count, {{}, seed, low, high - low + 1});
}

ArrayFormula fill_formula(const ResolvedArgument& argument, uint64_t seed) {
  const FillPlan& fill = argument.fill;
  const uint64_t count = argument.count;
  if (fill.kind == FillKind::normal)
    return formula_of(FormulaKind::normal, &ArrayFormula::normal, count, {{}, seed, fill.first, fill.second});
  if (fill.kind == FillKind::uniform) return uniform_fill(argument, seed);
  if (fill.kind == FillKind::sequence && !is_floating(argument.type) && has_whole_steps(fill))
    return formula_of(FormulaKind::wrapping, &ArrayFormula::wrapping, count,
                      {{}, as_integer(fill.first), as_integer(fill.second)});
  if (fill.kind == FillKind::sequence)
    return formula_of(FormulaKind::sequence, &ArrayFormula::sequence, count, {{}, fill.first, fill.second});
  return formula_of(FormulaKind::constant, &ArrayFormula::constant, count, {{}, fill.first + 0.0});
}

std::vector<uint64_t> quantile_table() {
  std::vector<uint64_t> table(formula::NormalFill::k_intervals);
  for (uint32_t i = 0; i < table.size(); ++i) table[i] = formula::bits_of(normal_quantile(i << 22));
  return table;
}

Result<std::string> read_data(const ResolvedArgument& argument, const FileSystem& files) {
  const auto other_size = [&](uint64_t bytes) -> Error {
    return bad_input(
        fmt::format("`{}` holds {} bytes, `{}` has {}", argument.fill.file, bytes, argument.name, argument.bytes),
        argument.fill.file, "the file must be the array's elements, little-endian, and nothing else");
  };
  const auto found = files.info(argument.fill.file);
  if (found && found->is_regular && !found->is_directory && found->bytes != argument.bytes)
    return other_size(found->bytes);
  TRY(bytes, files.read(argument.fill.file));
  if (bytes.size() != argument.bytes) return other_size(bytes.size());
  return bytes;
}

}  // namespace

double normal_quantile(uint32_t bits) {
  return formula::quantile_of(bits);
}

std::optional<ArrayRecipe> fill_recipe(const ResolvedArgument& argument, uint64_t run_seed) {
  static const std::vector<uint64_t> quantiles = quantile_table();
  if (argument.fill.kind == FillKind::file || is_structured(argument.fill.kind)) return std::nullopt;
  ArrayRecipe recipe{argument.type, fill_formula(argument, seed_of(argument, run_seed))};
  if (argument.fill.kind == FillKind::normal) recipe.tables = quantiles;
  return recipe;
}

uint64_t seed_of(const ResolvedArgument& argument, uint64_t run_seed) {
  if (argument.fill.seed) return *argument.fill.seed;
  uint64_t hash = 0xcbf29ce484222325u;  // FNV-1a of the name
  for (const char c : argument.name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return random_bits(hash, run_seed);
}

uint8_t poison_byte(ElementType type) {
  return is_floating(type) ? 0xff : 0xa5;
}

Result<std::string> make_data(const ResolvedArgument& argument, const DataOptions& options, const FileSystem& files) {
  const bool is_read = argument.role == ArgumentRole::in || argument.role == ArgumentRole::inout;
  if (!is_read) return std::string(argument.bytes, static_cast<char>(poison_byte(argument.type)));
  if (argument.fill.kind == FillKind::file) return read_data(argument, files);
  if (argument.fill.kind == FillKind::generated) return argument.fill.generator->data(argument, options.seed);
  if (is_structured(argument.fill.kind)) return structured_data(argument, options.seed);
  return made(*fill_recipe(argument, options.seed), {}, options.threads);
}

Result<ArrayContent> make_content(const ResolvedArgument& argument, uint64_t seed, const FileSystem& files) {
  if (auto recipe = fill_recipe(argument, seed)) return ArrayContent::made_by(*std::move(recipe));
  TRY(bytes, make_data(argument, {seed, 0}, files));
  return ArrayContent(std::move(bytes));
}

}  // namespace whet
