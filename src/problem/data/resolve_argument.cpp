#include "problem/data/resolve_argument.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "problem/data/structured_data.h"
#include "problem/file/section.h"
#include "problem/signature/struct_layout.h"
#include "util/text.h"

namespace whet {

namespace {

// A number rounded to its type; errors begin with `what`, "scalar `n`".
struct Encoded {
  double value = 0;
  std::string bytes;
};
Result<Encoded> encode_number(ElementType type, double value, const std::string& what, const std::string& where) {
  if (!is_floating(type) && value != std::floor(value))
    return bad_input(fmt::format("{} of type {} is {}", what, name_of(type), value), where,
                     "use floor(...), or a floating type");
  if (value < lowest(type) || value > largest(type))
    return bad_input(fmt::format("{} is {}, which {} does not hold", what, value, name_of(type)), where,
                     "use a wider type, also in the kernel");
  Encoded encoded;
  encoded.bytes.resize(bytes_of(type));
  encode_element(type, value, encoded.bytes.data());
  encoded.value = decode_element(type, encoded.bytes.data());
  return encoded;
}

Result<void> set_scalar(const ProblemArgument& argument, const Problem& problem, const Numbers& numbers,
                        ResolvedArgument& resolved) {
  const std::string what = "scalar " + in_quotes(argument.name);
  double value = numbers.find(argument.name).value_or(0);
  if (argument.value) {
    TRY(given, numbers.real(*argument.value, what));
    value = given;
  }
  const std::string where = problem.place(argument.value ? argument.value->line : argument.line);
  TRY(encoded, encode_number(argument.type, value, what, where));
  resolved.bytes = bytes_of(argument.type);
  resolved.encoded = std::move(encoded.bytes);
  resolved.value = encoded.value;
  return {};
}

Result<void> set_struct(const ProblemArgument& argument, const Problem& problem, const Numbers& numbers,
                        ResolvedArgument& resolved) {
  const StructLayout layout = struct_layout(argument);
  resolved.bytes = layout.bytes;
  resolved.encoded.assign(layout.bytes, '\0');
  for (size_t i = 0; i < argument.fields.size(); ++i) {
    const StructField& field = argument.fields[i];
    ResolvedField member{field.name, field.type, layout.offsets[i], field.count, 0, field.array};
    if (field.array.empty()) {
      const std::string what = fmt::format("field `{}` of {}", field.name, in_quotes(argument.name));
      double value = numbers.find(field.name).value_or(0);
      if (field.value) {
        TRY(given, numbers.real(*field.value, what));
        value = given;
      }
      TRY(encoded, encode_number(field.type, value, what, problem.place(field.line)));
      for (uint64_t k = 0; k < field.count; ++k)
        resolved.encoded.replace(member.offset + k * encoded.bytes.size(), encoded.bytes.size(), encoded.bytes);
      member.value = encoded.value;
    }
    resolved.fields.push_back(std::move(member));
  }
  return {};
}

Result<void> set_shape(const ProblemArgument& argument, const Problem& problem, const Numbers& numbers,
                       ResolvedArgument& resolved) {
  double wanted = static_cast<double>(bytes_of(argument.type));
  bool overflow = false;
  for (size_t i = 0; i < argument.shape.size(); ++i) {
    const std::string what = fmt::format("extent {} of {}", i + 1, in_quotes(argument.name));
    TRY(extent, numbers.whole(argument.shape[i], what, 1));
    resolved.shape.push_back(extent);
    wanted *= static_cast<double>(extent);
    overflow |= __builtin_mul_overflow(resolved.count, extent, &resolved.count);
  }
  overflow |= __builtin_mul_overflow(resolved.count, bytes_of(argument.type), &resolved.bytes);
  if (!overflow) return {};
  return bad_input(
      fmt::format("{} wants {}, more than any memory holds", in_quotes(argument.name), human_bytes(wanted)),
      problem.place(argument.line), "choose smaller sizes");
}

Result<void> check_fill(const ProblemArgument& argument, const Problem& problem, const FillPlan& fill) {
  const std::string where = problem.place(argument.line);
  const bool ranged = fill.kind == FillKind::uniform || fill.kind == FillKind::sorted;
  if (ranged && fill.first > fill.second)
    return bad_input(
        fmt::format("`low` of {} is {}, above `high`, {}", in_quotes(argument.name), fill.first, fill.second), where,
        "swap them");
  if (fill.kind == FillKind::normal && fill.second < 0)
    return bad_input(fmt::format("`std` of {} is {}", in_quotes(argument.name), fill.second), where, "give 0 or more");
  const bool bounded = ranged || fill.kind == FillKind::constant;
  for (const double bound : {fill.first, ranged ? fill.second : fill.first}) {
    if (bounded && (bound < lowest(argument.type) || bound > largest(argument.type)))
      return bad_input(fmt::format("the fill of {} reaches {}, which {} does not hold", in_quotes(argument.name), bound,
                                   name_of(argument.type)),
                       where, "choose a value of the type");
  }
  return {};
}

Result<void> set_fill(const ProblemArgument& argument, const Problem& problem, const Numbers& numbers,
                      ResolvedArgument& resolved) {
  const FillRule& rule = argument.fill;
  resolved.fill = default_plan(rule.kind, argument.type);
  const FillRow& row = row_of(rule.kind);
  if (rule.first) {
    TRY(first, numbers.real(*rule.first, fmt::format("`{}` of {}", row.first, in_quotes(argument.name))));
    resolved.fill.first = first;
  }
  if (rule.second) {
    TRY(second, numbers.real(*rule.second, fmt::format("`{}` of {}", row.second, in_quotes(argument.name))));
    resolved.fill.second = second;
  }
  if (!rule.file.empty()) resolved.fill.file = join_path(problem.directory, rule.file);
  resolved.fill.seed = rule.seed;
  resolved.fill.is_assumed = rule.kind == FillKind::uniform && !rule.first && !rule.second;
  TRY_VOID(check_fill(argument, problem, resolved.fill));
  return check_structure(resolved, problem.place(argument.line));
}

}  // namespace

std::string human_bytes(double bytes) {
  constexpr std::array k_units = {"TiB", "PiB", "EiB", "ZiB", "YiB"};
  double value = bytes / std::pow(1024.0, 4);
  if (value < 1) return format_bytes(bytes);
  size_t unit = 0;
  for (; value >= 1024 && unit + 1 < k_units.size(); ++unit) value /= 1024;
  return value < 1e6 ? fmt::format("{:.1f} {}", value, k_units[unit]) : fmt::format("{:.1e} {}", value, k_units[unit]);
}

Result<ResolvedArgument> resolve_argument(const ProblemArgument& argument, const Problem& problem,
                                          const Numbers& numbers) {
  ResolvedArgument resolved;
  resolved.name = argument.name;
  resolved.type = argument.type;
  resolved.role = argument.role;
  resolved.is_scalar = argument.is_scalar();
  resolved.is_variable = argument.is_variable;
  if (argument.is_struct()) {
    TRY_VOID(set_struct(argument, problem, numbers, resolved));
  } else if (resolved.is_scalar) {
    TRY_VOID(set_scalar(argument, problem, numbers, resolved));
  } else {
    TRY_VOID(set_shape(argument, problem, numbers, resolved));
    TRY_VOID(set_fill(argument, problem, numbers, resolved));
  }
  return resolved;
}

}  // namespace whet
