#include "problem/data/structured_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "problem/data/data.h"
#include "problem/file/section.h"

namespace whet {

namespace {

using Values = std::vector<double>;

constexpr double k_steepest = 8;
constexpr uint64_t k_empty_part = 16;  // one in this many parts is empty, if sizes may differ

double fraction(uint64_t bits) {
  return static_cast<double>(bits >> 11) * 0x1p-53;
}

Values permutation(uint64_t count, uint64_t seed) {
  Values values(count);
  std::iota(values.begin(), values.end(), 0.0);
  for (uint64_t i = count; i > 1; --i) std::swap(values[i - 1], values[random_bits(seed, i) % i]);
  return values;
}

// The limit of each part is respected; what is left over goes to parts with room, beginning with a secret one.
Values part_sizes(uint64_t parts, const FillPlan& fill, uint64_t seed) {
  const double total = fill.first, most = fill.most > 0 ? fill.most : total;
  Values weights(parts, 1.0);
  for (uint64_t i = 0; i < parts && fill.second > 0; ++i) {
    const uint64_t bits = random_bits(seed, i);
    const double drawn = fraction(bits);
    for (int power = 0; power < static_cast<int>(fill.second); ++power) weights[i] *= drawn;
    if (bits % k_empty_part == 0 && parts > 1) weights[i] = 0;
  }
  const double sum = std::max(std::accumulate(weights.begin(), weights.end(), 0.0), 1e-300);
  double left = total;
  for (double& weight : weights) {
    weight = std::min({std::floor(total * (weight / sum)), most, left});
    left -= weight;
  }
  const uint64_t first = random_bits(seed, parts) % parts;
  for (uint64_t round = 0; left > 0 && round < 2 * parts; ++round) {
    double& size = weights[(first + round) % parts];
    const double added = std::min(left, round < parts ? std::min(1.0, most - size) : most - size);
    size += added;
    left -= added;
  }
  return weights;
}

Values offsets(const ResolvedArgument& argument, uint64_t seed) {
  const Values sizes = part_sizes(argument.count - 1, argument.fill, seed);
  Values values(argument.count, 0.0);
  for (uint64_t i = 0; i < sizes.size(); ++i) values[i + 1] = values[i] + sizes[i];
  return values;
}

// Chooses `count` different numbers below `among`, in ascending order: one from each of `count` equal slices.
void choose_ascending(uint64_t count, uint64_t among, uint64_t seed, double* into) {
  for (uint64_t j = 0; j < count; ++j) {
    const uint64_t low = j * among / count, high = std::max((j + 1) * among / count, low + 1);
    into[j] = static_cast<double>(low + random_bits(seed, j) % (high - low));
  }
}

Values columns(const ResolvedArgument& argument, uint64_t seed, uint64_t run_seed) {
  const Values begins = offsets(*argument.fill.offsets, seed_of(*argument.fill.offsets, run_seed));
  Values values(argument.count, 0.0);
  for (uint64_t row = 0; row + 1 < begins.size(); ++row) {
    const auto first = static_cast<uint64_t>(begins[row]), last = static_cast<uint64_t>(begins[row + 1]);
    choose_ascending(last - first, static_cast<uint64_t>(argument.fill.first), random_bits(seed, row), &values[first]);
  }
  return values;
}

uint64_t among(const ResolvedArgument& argument) {
  return argument.fill.first > 0 ? static_cast<uint64_t>(argument.fill.first) : argument.shape.front();
}

Values neighbours(const ResolvedArgument& argument, uint64_t seed) {
  const uint64_t rows = argument.shape.front(), count = argument.count / rows, all = among(argument);
  Values values(argument.count);
  for (uint64_t row = 0; row < rows; ++row) {
    double* const mine = &values[row * count];
    choose_ascending(count, row < all ? all - 1 : all, random_bits(seed, row), mine);
    for (uint64_t j = 0; j < count; ++j) mine[j] += row < all && mine[j] >= static_cast<double>(row) ? 1 : 0;
  }
  return values;
}

Values sorted_values(const ResolvedArgument& argument, uint64_t seed) {
  Values values(argument.count);
  const bool whole = !is_floating(argument.type);
  const double low = argument.fill.first, width = argument.fill.second - low + (whole ? 1 : 0);
  for (uint64_t i = 0; i < argument.count; ++i) {
    const double drawn = low + width * fraction(random_bits(seed, i));
    values[i] = whole ? std::min(std::floor(drawn), argument.fill.second) : drawn;
  }
  std::sort(values.begin(), values.end());
  return values;
}

// The largest number that the fill puts into the array.
double largest_value(const ResolvedArgument& argument) {
  switch (argument.fill.kind) {
    case FillKind::permutation:
      return static_cast<double>(argument.count - 1);
    case FillKind::offsets:
      return argument.fill.first;
    case FillKind::csr:
      return argument.fill.first - 1;
    default:
      return static_cast<double>(among(argument) - 1);
  }
}

}  // namespace

Result<void> check_structure(const ResolvedArgument& argument, const std::string& where) {
  const FillPlan& fill = argument.fill;
  const bool holds_numbers = fill.kind == FillKind::permutation || fill.kind == FillKind::offsets ||
                             fill.kind == FillKind::csr || fill.kind == FillKind::neighbours;
  if (!holds_numbers) return {};
  const std::string who = fmt::format("{} with fill = \"{}\"", in_quotes(argument.name), row_of(fill.kind).name);
  const auto refuse = [&](const std::string& what, std::string mend) -> Error {
    return bad_input(who + " " + what, where, std::move(mend));
  };
  if (is_floating(argument.type) || argument.type == ElementType::boolean)
    return refuse(fmt::format("is of type {}", name_of(argument.type)), "use an integer type, as i32");
  if (fill.first != std::floor(fill.first) || fill.first < 0)
    return refuse(fmt::format("has {} = {}", row_of(fill.kind).first, fill.first), "give a whole number, 0 or more");
  if (fill.kind == FillKind::offsets && argument.count < 2)
    return refuse("has one element", "give it one more than there are parts: shape = [\"rows + 1\"]");
  if (fill.kind == FillKind::offsets && !(fill.second >= 0 && fill.second <= k_steepest))
    return refuse(fmt::format("has skew = {}", fill.second), "give 0 (all alike) to 8 (a few have nearly all)");
  if (fill.kind == FillKind::csr && fill.first < 1)
    return refuse("has no `columns`", "say how many there are: columns = \"cols\"");
  if (fill.kind == FillKind::neighbours && argument.shape.size() < 2)
    return refuse("has one extent", "give two: shape = [\"n\", \"k\"], k neighbours of each of n");
  if (fill.kind == FillKind::neighbours && argument.count / argument.shape.front() >= among(argument))
    return refuse(fmt::format("wants {} others of {}", argument.count / argument.shape.front(), among(argument)),
                  "ask for fewer neighbours, or choose them `among` more");
  if (largest_value(argument) > largest(argument.type))
    return refuse(fmt::format("reaches {}, which {} does not hold", largest_value(argument), name_of(argument.type)),
                  "use a wider type, also in the kernel");
  return {};
}

Result<void> check_columns(const ResolvedArgument& argument, const std::string& where) {
  const ResolvedArgument* const begins = argument.fill.offsets.get();
  if (!begins || begins->fill.kind != FillKind::offsets)
    return bad_input(fmt::format("{} with fill = \"csr\" has no array of offsets", in_quotes(argument.name)), where,
                     "write offsets = \"...\", the name of an array with fill = \"offsets\"");
  const double total = begins->fill.first;
  if (total != static_cast<double>(argument.count))
    return bad_input(fmt::format("{} has {} elements, and the rows of {} hold {}", in_quotes(argument.name),
                                 argument.count, in_quotes(begins->name), total),
                     where, "give both the same number: total = \"nnz\" and shape = [\"nnz\"]");
  if (total > static_cast<double>(begins->count - 1) * argument.fill.first)
    return bad_input(fmt::format("{} elements are more than {} rows of {} columns hold", total, begins->count - 1,
                                 argument.fill.first),
                     where, "choose more columns, or fewer elements");
  return {};
}

std::string structured_data(const ResolvedArgument& argument, uint64_t run_seed) {
  const uint64_t seed = seed_of(argument, run_seed);
  Values values;
  if (argument.fill.kind == FillKind::permutation) values = permutation(argument.count, seed);
  if (argument.fill.kind == FillKind::sorted) values = sorted_values(argument, seed);
  if (argument.fill.kind == FillKind::offsets) values = offsets(argument, seed);
  if (argument.fill.kind == FillKind::csr) values = columns(argument, seed, run_seed);
  if (argument.fill.kind == FillKind::neighbours) values = neighbours(argument, seed);
  return encode_elements(argument.type, values);
}

}  // namespace whet
