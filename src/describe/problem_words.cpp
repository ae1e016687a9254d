#include "describe/problem_words.h"

#include <algorithm>
#include <cctype>

#include "problem/signature/struct_layout.h"

namespace whet {

namespace {

using lift::Special;

constexpr Special k_grid[] = {Special::nctaid_x, Special::nctaid_y, Special::nctaid_z};
constexpr Special k_block[] = {Special::ntid_x, Special::ntid_y, Special::ntid_z};

std::string in_brackets(const std::string& text) {
  const bool is_plain =
      std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
  return is_plain ? text : "(" + text + ")";
}

std::optional<std::string> number_word(const ProblemArgument& argument, int offset) {
  if (!argument.is_struct())
    return argument.is_scalar()
               ? std::optional(argument.value ? in_brackets(argument.value->expression.text()) : argument.name)
               : std::nullopt;
  const StructLayout layout = struct_layout(argument);
  for (size_t i = 0; i < argument.fields.size(); ++i) {
    const StructField& field = argument.fields[i];
    if (layout.offsets[i] != static_cast<uint64_t>(offset) || !field.array.empty() || field.count != 1) continue;
    return field.value ? in_brackets(field.value->expression.text()) : field.name;
  }
  return std::nullopt;
}

// The first and the last of the offsets of parts are known, others are data.
std::optional<std::string> element_word(const ProblemArgument& argument, const std::string& index) {
  if (argument.fill.kind != FillKind::offsets || argument.shape.size() != 1 || !argument.fill.first)
    return std::nullopt;
  if (index == "0") return "0";
  const bool is_last = argument.shape[0].expression.text() == index + " + 1";
  return is_last ? std::optional(in_brackets(argument.fill.first->expression.text())) : std::nullopt;
}

std::map<Special, std::string> launch_words(const ProblemLaunch& launch) {
  std::map<Special, std::string> words;
  for (size_t axis = 0; axis < 3 && !launch.grid.empty(); ++axis) {
    words[k_grid[axis]] = axis < launch.grid.size() ? launch.grid[axis].expression.text() : "1";
    words[k_block[axis]] = axis < launch.block.size() ? launch.block[axis].expression.text() : "1";
  }
  return words;
}

// Whether the formula means the same in C++: sums and products of whole numbers and ceil_div, which the file defines.
bool is_cpp(const Problem& problem, const Expression& expression) {
  const std::string& text = expression.text();
  if (text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789+-*(), ") !=
      std::string::npos)
    return false;
  std::string rest = text;
  for (size_t at = rest.find("ceil_div("); at != std::string::npos; at = rest.find("ceil_div(")) rest.erase(at, 8);
  const bool calls_others = std::adjacent_find(rest.begin(), rest.end(), [](char a, char b) {
                              return b == '(' && (std::isalnum(static_cast<unsigned char>(a)) != 0 || a == '_');
                            }) != rest.end();
  const auto& names = expression.identifiers();
  return !calls_others && std::all_of(names.begin(), names.end(), [&](const std::string& name) {
    return std::any_of(problem.dims.begin(), problem.dims.end(), [&](const Dimension& d) { return d.name == name; });
  });
}

}  // namespace

std::optional<std::vector<const ProblemArgument*>> passed_arguments(const Problem& problem) {
  if (problem.is_host_function || problem.launches.size() != 1 || problem.launches[0].arguments) return std::nullopt;
  std::vector<const ProblemArgument*> passed;
  for (const ProblemArgument& argument : problem.arguments) {
    if (problem.is_passed(argument)) passed.push_back(&argument);
  }
  return passed;
}

lift::SizeWords size_words(const Problem& problem, const std::vector<const ProblemArgument*>& passed) {
  lift::SizeWords words;
  const auto argument = [passed](int number) {
    return static_cast<size_t>(number) < passed.size() ? passed[static_cast<size_t>(number)] : nullptr;
  };
  words.number = [argument](int number, int offset) -> std::optional<std::string> {
    const ProblemArgument* const found = argument(number);
    return found ? number_word(*found, offset) : std::nullopt;
  };
  words.element = [argument](int number, const std::string& index) -> std::optional<std::string> {
    const ProblemArgument* const found = argument(number);
    return found ? element_word(*found, index) : std::nullopt;
  };
  words.launch = launch_words(problem.launches[0]);
  return words;
}

std::optional<lift::ReferenceForm> reference_form(const Problem& problem,
                                                  const std::vector<const ProblemArgument*>& passed) {
  const bool is_plain =
      passed.size() == problem.arguments.size() &&
      std::none_of(passed.begin(), passed.end(), [](const ProblemArgument* each) { return each->is_struct(); });
  if (!is_plain) return std::nullopt;
  lift::ReferenceForm form;
  for (const Dimension& dimension : problem.dims) {
    const bool is_passed = std::any_of(passed.begin(), passed.end(),
                                       [&](const ProblemArgument* each) { return each->name == dimension.name; });
    if (!is_passed) form.further_dims.push_back(dimension.name);
  }
  for (const auto& [which, text] : launch_words(problem.launches[0])) {
    const auto parsed = Expression::parse(text);
    if (parsed && is_cpp(problem, *parsed)) form.launch[which] = text;
  }
  return form;
}

}  // namespace whet
