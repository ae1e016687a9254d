// Random arrays of every type and every kind of content, each with the bytes that the old code makes of it.
#pragma once

#include <fmt/format.h>

#include <functional>
#include <string>

#include "problem/data/chosen_places.h"
#include "problem/data/patchwork/relation.h"
#include "problem/data/variant.h"
#include "problem/formula/before/edits.h"
#include "problem/formula/before/fill.h"
#include "problem/formula/before/patchwork.h"
#include "problem/numbers/codec.h"

namespace whet::test {

struct FormulaCase {
  std::string name;
  ArrayRecipe recipe;
  std::string base, other;
  std::function<std::string()> before;  // the bytes, by the old code
};

inline constexpr int k_element_types = 15;

inline std::string before_variant(DataVariant variant, const ResolvedArgument& argument, uint64_t seed, double reach,
                                  const std::string& bytes) {
  using Vary = void (*)(before::VariedArray&);
  constexpr Vary k_vary[] = {before::scale_up,        before::scale_down,     before::shift,       before::put_large,
                             before::put_low,         before::put_by_column,  before::end_large,   before::begin_large,
                             before::make_equal,      before::make_few,       before::sort_values, before::make_whole,
                             before::make_neighbours, before::mix_magnitudes, before::make_huge,   before::make_tiny,
                             before::make_huge,       before::put_infinities, before::put_nans};
  before::VariedArray array{before::decode_elements(argument.type, bytes),
                            value_range(argument),
                            rows_of(argument),
                            seed,
                            argument.type,
                            reach};
  k_vary[static_cast<size_t>(variant)](array);
  return before::encode_elements(argument.type, array.values);
}

// Draws the cases of one seed.
class FormulaCases {
 public:
  enum class Length { few, many };
  FormulaCases(uint64_t seed, Length length) : seed_(seed) {
    const auto& shapes = length == Length::few ? k_few_elements : k_many_elements;
    shape_ = shapes[draw(shapes.size())];
  }
  FormulaCases(uint64_t seed, std::vector<uint64_t> shape) : seed_(seed), shape_(std::move(shape)) {}

  // Each kind in turn, of a type; nothing where the kind is none of the type's.
  static constexpr int k_kinds = 5 + 19 + 6 + 10;
  std::optional<FormulaCase> make(int kind, ElementType type) {
    if (kind < 5) return fill(static_cast<FillKind>(kind == 4 ? 2 : kind), kind == 4, type);
    if (kind < 24) return variant(k_data_variants[static_cast<size_t>(kind - 5)], type);
    if (kind < 29) return patches(static_cast<PatchCut>(kind - 24), type);
    if (kind == 29) return relation(type);
    return edit(kind - 30, type);
  }

 private:
  using Shapes = std::vector<std::vector<uint64_t>>;
  inline static const Shapes k_few_elements = {{1},     {2},      {3, 1},     {1, 3},     {7},    {65},
                                               {1003},  {29, 40}, {64, 37},   {5, 7, 11}, {2, 2}, {129},
                                               {16, 1}, {3, 130}, {2, 3, 16}, {9, 9},     {4096}, {33, 33}};
  inline static const Shapes k_many_elements = {{140001}, {3, 45001}, {45001, 3}, {370, 379}};

  uint64_t draw(uint64_t below) { return random_bits(seed_, next_++) % below; }
  double choose(std::initializer_list<double> among) { return among.begin()[draw(among.size())]; }

  ResolvedArgument array(ElementType type) {
    ResolvedArgument argument;
    argument.name = "in";
    argument.type = type;
    argument.shape = shape_;
    for (const uint64_t extent : argument.shape) argument.count *= extent;
    argument.bytes = argument.count * bytes_of(type);
    return argument;
  }

  // An array that takes variants.
  ResolvedArgument filled_array(ElementType type) {
    ResolvedArgument argument = array(type);
    argument.fill.kind = is_floating(type) && draw(3) ? FillKind::normal : FillKind::uniform;
    set_numbers(argument);
    return argument;
  }

  void set_numbers(ResolvedArgument& argument) {
    FillPlan& fill = argument.fill;
    const double most = largest(argument.type), least = lowest(argument.type);
    if (fill.kind == FillKind::normal) fill.first = choose({0, 0, 1.5, -40}), fill.second = choose({1, 1, 0.25, 30, 0});
    if (fill.kind == FillKind::sequence) fill.first = choose({0, -3, 1.25, 250}), fill.second = choose({1, 0.5, -2, 7});
    if (fill.kind == FillKind::constant) fill.first = choose({0, -0.0, 1, -2.5, 1e30});
    if (fill.kind != FillKind::uniform) return;
    const uint64_t kind = draw(6);
    fill.first = kind == 0 ? -1 : kind == 1 ? 0.5 : kind == 2 ? 2 : kind == 3 ? -3 : 0;
    fill.second = kind == 0 ? 1 : kind == 1 ? 1.5 : kind == 2 ? 2 : kind == 3 ? 90 : 127;
    if (kind == 5 && !is_floating(argument.type)) fill.first = least, fill.second = most;
    fill.first = std::clamp(fill.first, least, most), fill.second = std::clamp(fill.second, fill.first, most);
  }

  std::string name_of_case(std::string_view kind, const ResolvedArgument& argument) const {
    return fmt::format("{} of {} x {} from {} to {}, seed {}", kind, argument.count, name_of(argument.type),
                       argument.fill.first, argument.fill.second, seed_);
  }
  std::string plain(const ResolvedArgument& argument) { return before::filled(argument, draw(~0ull)); }

  FormulaCase fill(FillKind kind, bool is_wrapping, ElementType type) {
    ResolvedArgument argument = array(type);
    argument.fill.kind = kind;
    set_numbers(argument);
    if (is_wrapping) argument.fill.first = 250, argument.fill.second = 3;
    argument.fill.seed = draw(~0ull);
    return {name_of_case("a fill", argument), *fill_recipe(argument, 0), {}, {}, [argument] {
              return before::filled(argument, *argument.fill.seed);
            }};
  }

  std::optional<FormulaCase> variant(DataVariant variant, ElementType type) {
    ResolvedArgument argument = filled_array(type);
    for (int tries = 0; tries < 20 && !applies(variant, argument); ++tries) argument = filled_array(type);
    if (!applies(variant, argument)) return std::nullopt;
    const std::string base = plain(argument);
    const uint64_t seed = draw(~0ull);
    const double reach = k_reaches[draw(k_reaches.size())];
    const auto gather = [&](uint64_t step) {
      std::vector<double> values;
      for (uint64_t i = 0; i < argument.count; i += step)
        values.push_back(before::decode_element(type, base.data() + i * bytes_of(type)));
      return values;
    };
    return FormulaCase{name_of_case(name_of(variant), argument),
                       *variant_recipe(variant, argument, seed, reach, gather),
                       base,
                       {},
                       [=] { return before_variant(variant, argument, seed, reach, base); }};
  }

  PatchPlan plan(PatchCut cut) {
    const auto patterns = all_patterns();
    PatchPlan plan{cut, draw(~0ull), draw(~0ull), draw(4), patterns[draw(patterns.size())]};
    plan.corner = static_cast<Tile>(draw(k_tiles));
    plan.is_mild = draw(3) == 0;
    plan.is_related = draw(3) == 0;
    return plan;
  }

  FormulaCase patches(PatchCut cut, ElementType type) {
    const ResolvedArgument argument = filled_array(type);
    const std::string base = plain(argument);
    const PatchPlan how = plan(cut);
    return {name_of_case(fmt::format("patches {}", static_cast<int>(cut)), argument),
            Patchwork(argument, how).recipe(),
            base,
            {},
            [=] { return before::Patchwork(argument, how).bytes(base); }};
  }

  FormulaCase relation(ElementType type) {
    const ResolvedArgument argument = filled_array(type);
    const std::string base = plain(argument), other = plain(argument);
    PatchPlan how = plan(static_cast<PatchCut>(draw(3)));
    how.is_related = true;
    const uint64_t seed = draw(~0ull);
    return {name_of_case("a relation", argument), relation_recipe(argument, Patchwork(argument, how), seed), base,
            other,
            [=] { return before::related_bytes(argument, before::Patchwork(argument, how), seed, other, base); }};
  }

  std::vector<double> listed_values(ElementType type) {
    std::vector<double> values;
    for (uint64_t i = draw(4); i > 0; --i)
      values.push_back(decode_element(type, encode_elements(type, std::vector{choose({0, 1, -1, 64, 3.5})}).data()));
    return values;
  }
  std::vector<BitPattern> patterns() {
    std::vector<BitPattern> found;
    for (uint64_t i = draw(4); i > 0; --i) {
      const uint64_t mask = draw(~0ull) & draw(~0ull);
      found.push_back({mask, mask & draw(~0ull)});
    }
    return found;
  }

  std::optional<FormulaCase> edit(int kind, ElementType type) {
    const ResolvedArgument argument = filled_array(type);
    const std::string base = plain(argument);
    const uint64_t seed = draw(~0ull), turn = draw(5);
    switch (kind) {
      case 0:
        return cells(argument, base, seed);
      case 1:
        return places(argument, base, seed, turn);
      case 2: {
        const auto values = listed_values(type);
        const auto marks = patterns();
        return FormulaCase{
            name_of_case("listed values", argument), listed_recipe(argument, seed, values, marks), base, {}, [=] {
              return before::listed(argument, seed, values, marks, base);
            }};
      }
      case 3: {
        const std::vector<double> values = {1e4, -300, 4096.5};
        return FormulaCase{
            name_of_case("large listed values", argument), large_listed_recipe(argument, seed, values), base, {}, [=] {
              return before::large_listed(argument, seed, values, base);
            }};
      }
      case 4:
      case 5:
      case 6:
        if (!is_floating(type)) return std::nullopt;
        return bits(kind - 4, argument, turn, seed);
      case 7:
        return FormulaCase{
            name_of_case("few changes", argument), few_changed_recipe(type, argument.count, seed), base, {}, [=] {
              return before::few_changed(type, base, seed);
            }};
      case 8:
        return every(argument, base, 1 + turn);
      default:
        return words(argument.bytes, seed);
    }
  }

  FormulaCase cells(const ResolvedArgument& argument, const std::string& base, uint64_t seed) {
    const Rows real = rows_of(argument), rows = real.are_real ? real : Rows{1, argument.count, true};
    const uint64_t turn = draw(rows.length);
    return {name_of_case("cells", argument), cells_recipe(argument, rows, seed, turn), base, {}, [=] {
              before::VariedArray array{before::decode_elements(argument.type, base), value_range(argument), rows,
                                        seed};
              before::put_in_cells(array, turn);
              return before::encode_elements(argument.type, array.values);
            }};
  }

  FormulaCase places(const ResolvedArgument& argument, const std::string& base, uint64_t seed, uint64_t turn) {
    std::vector<uint64_t> list;
    for (uint64_t i = 1 + draw(6); i > 0; --i) list.push_back(draw(2) ? draw(50) : draw(2 * argument.count));
    return {name_of_case("places", argument), places_recipe(argument, list, seed, turn), base, {}, [=] {
              before::VariedArray array{before::decode_elements(argument.type, base), value_range(argument),
                                        rows_of(argument), seed};
              before::put_at_places(array, list, turn);
              return before::encode_elements(argument.type, array.values);
            }};
  }

  // Any bits, and arrays of any bits nudged and rounded: NaNs, infinities and denormal numbers among them.
  FormulaCase bits(int kind, const ResolvedArgument& argument, uint64_t turn, uint64_t seed) {
    const ElementType type = argument.type;
    const uint64_t count = argument.count, mask = turn % 2 ? random_bits(seed, 1) : 0;
    const std::string any = before::with_bits(type, count, seed, mask);
    if (kind == 0)
      return {name_of_case("any bits", argument), bits_recipe(type, count, seed, mask), {}, {}, [any] { return any; }};
    if (kind == 1) {
      const double change = choose({0x1p-52, 0x1p-23, 0x1p-17, 0x1p-10, 0x1p-7});
      return {name_of_case("nudged", argument), nudged_recipe(type, count, seed, change), any, {}, [=] {
                return before::nudged(type, any, change, seed);
              }};
    }
    constexpr ElementType k_lesser[] = {ElementType::f32, ElementType::f16, ElementType::e4m3, ElementType::e5m2};
    const ElementType lesser = k_lesser[turn % 4];
    return {name_of_case("rounded", argument), rounded_recipe(type, count, lesser), any, {}, [=] {
              return before::rounded(type, any, lesser);
            }};
  }

  FormulaCase every(const ResolvedArgument& argument, const std::string& base, uint64_t step) const {
    return {name_of_case("every element", argument), every_recipe(argument.type, argument.count, step), base, {}, [=] {
              const uint64_t size = bytes_of(argument.type);
              std::string some;
              for (uint64_t i = 0; i < argument.count; i += step) some += base.substr(i * size, size);
              return some;
            }};
  }

  FormulaCase words(uint64_t bytes, uint64_t seed) const {
    return {fmt::format("{} random bytes", bytes), words_recipe(bytes, seed), {}, {}, [=] {
              std::string words((bytes + 7) / 8 * 8, '\0');
              for (uint64_t i = 0; i < words.size(); i += sizeof(uint64_t)) {
                const uint64_t word = random_bits(seed, i);
                std::memcpy(words.data() + i, &word, sizeof word);
              }
              return words.substr(0, bytes);
            }};
  }

  uint64_t seed_, next_ = 0;
  std::vector<uint64_t> shape_;
};

}  // namespace whet::test
