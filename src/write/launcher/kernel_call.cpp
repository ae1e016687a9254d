#include "write/launcher/kernel_call.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "source/kernel/constants.h"
#include "util/text.h"
#include "write/subject/subject.h"

namespace whet::write {

namespace {

constexpr size_t k_longest_line = 98;  // characters, without the indentation
constexpr uint64_t k_default_block = 256;
constexpr int64_t k_portable_cluster = 8;  // blocks: more must be allowed

// One thread for each element of the first output.
Result<Expression> default_grid(const Problem& problem) {
  for (const ProblemArgument& argument : problem.arguments) {
    if (argument.is_scalar() || argument.role == ArgumentRole::in) continue;
    std::vector<std::string> extents;
    for (const Formula& extent : argument.shape) extents.push_back("(" + extent.expression.text() + ")");
    return Expression::parse(fmt::format("ceil_div({}, {})", join(extents, " * "), k_default_block));
  }
  return bad_input("no array is written");
}

std::string cast(const std::string& type, const std::string& text) {
  const bool is_word =
      std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isalnum(c) || c == '_'; });
  return is_word ? fmt::format("({}){}", type, text) : fmt::format("({})({})", type, text);
}

// Numbers that are not whole are constants: 0.5 of a float.
Result<std::string> number_text(const ProblemArgument& number, HostSizes& sizes) {
  const Expression& formula = number.value->expression;
  if (is_floating(number.type) && formula.identifiers().empty()) {
    const auto value = formula.evaluate([](std::string_view) { return std::nullopt; }).value;
    if (value) return fmt::format("({}){}", cuda_name(number.type), *value);
  }
  TRY(text, sizes.number(formula));
  return number.type == ElementType::i64 ? text : cast(std::string(cuda_name(number.type)), text);
}

// "Body" of "const Body* __restrict__ bodies": the type as the source has it.
std::string pointed_at(const Parameter& parameter) {
  std::vector<std::string> words;
  for (const auto word : split(parameter.text.substr(0, parameter.text.find('*')), ' ')) {
    if (!trim(word).empty() && word != "const") words.emplace_back(word);
  }
  return join(words, " ");
}

// A pointer of another type is cast; numbers are converted as a call converts them.
std::string argument_text(const Problem& candidate, const Parameter& parameter, const HostValue& value,
                          ElementType element) {
  if (value.type.empty() || !parameter.is_pointer()) return value.text;
  const std::string type = type_text(candidate, parameter, element, pointed_at(parameter));
  if (type == value.type || type == "const " + value.type) return value.text;
  return cast(type, value.text);
}

Result<std::string> passed_text(const Problem& candidate, const LaunchArgument& passed, const Parameter& parameter,
                                const HostValues& values, HostSizes& sizes) {
  if (passed.number) return number_text(*passed.number, sizes);
  const auto found = values.find(passed.name);
  if (found == values.end())
    return bad_input(fmt::format("no launcher is written: the original does not get `{}`", passed.name),
                     candidate.kernel);
  return argument_text(candidate, parameter, found->second, candidate.argument(passed.name)->type);
}

Result<std::vector<std::string>> extents_of(const std::vector<Formula>& formulas, HostSizes& sizes) {
  std::vector<std::string> extents;
  for (const Formula& each : formulas) {
    TRY(extent, sizes.number(each.expression));
    extents.push_back(std::move(extent));
  }
  return extents;
}

std::string dim3_text(const std::vector<std::string>& extents) {
  std::vector<std::string> parts;
  for (const std::string& each : extents) {
    const bool is_number = each.find_first_not_of("0123456789") == std::string::npos;
    parts.push_back(is_number ? each : cast("unsigned", each));
  }
  return "dim3(" + join(parts, ", ") + ")";
}

void write_attributes(const KernelCall& call, Lines& lines) {
  const size_t count = (call.cluster.empty() ? 0 : 1) + (call.is_cooperative ? 1 : 0);
  lines.add(fmt::format("cudaLaunchAttribute attributes[{}] = {{}};", count));
  if (!call.cluster.empty()) {
    lines.add("attributes[0].id = cudaLaunchAttributeClusterDimension;");
    for (size_t i = 0; i < 3; ++i)
      lines.add(fmt::format("attributes[0].val.clusterDim.{} = {};", "xyz"[i],
                            i < call.cluster.size() ? call.cluster[i] : "1"));
  }
  if (call.is_cooperative) {
    lines.add(fmt::format("attributes[{}].id = cudaLaunchAttributeCooperative;", count - 1));
    lines.add(fmt::format("attributes[{}].val.cooperative = 1;", count - 1));
  }
  lines.add("config.attrs = attributes;");
  lines.add(fmt::format("config.numAttrs = {};", count));
}

// What a kernel must be allowed before it is launched: more than 48 KiB of shared memory, large clusters.
std::vector<std::string> leaves_of(const KernelCall& call) {
  std::vector<std::string> leaves;
  if (call.shared != "0")
    leaves.emplace_back("cudaFuncAttributeMaxDynamicSharedMemorySize, (int)config.dynamicSmemBytes");
  int64_t blocks = 1;
  for (const std::string& each : call.cluster) blocks *= whole_number(each).value_or(k_portable_cluster + 1);
  if (blocks > k_portable_cluster) leaves.emplace_back("cudaFuncAttributeNonPortableClusterSizeAllowed, 1");
  return leaves;
}

}  // namespace

std::vector<Expression> formulas_of(const Problem& candidate, const ProblemLaunch& launch) {
  std::vector<Expression> list;
  for (const auto* extents : {&launch.grid, &launch.block, &launch.cluster}) {
    for (const Formula& each : *extents) list.push_back(each.expression);
  }
  if (launch.grid.empty()) {
    if (auto grid = default_grid(candidate)) list.push_back(*grid);
  }
  if (launch.shared) list.push_back(launch.shared->expression);
  for (const LaunchArgument& each : launch_arguments_of(candidate, launch)) {
    if (each.number && !is_floating(each.number->type)) list.push_back(each.number->value->expression);
  }
  return list;
}

Result<KernelCall> kernel_call(const Problem& candidate, size_t launch, const HostValues& values, HostSizes& sizes) {
  const ProblemLaunch& wanted = candidate.launches[launch];
  TRY(kernel, kernel_of(candidate, launch));
  KernelCall call;
  call.kernel = kernel.name + parse_entry(wanted.entry).instance;
  call.is_cooperative = wanted.cooperative;
  TRY(grid, extents_of(wanted.grid, sizes));
  TRY(block, extents_of(wanted.block, sizes));
  TRY(cluster, extents_of(wanted.cluster, sizes));
  call.grid = std::move(grid);
  call.block = std::move(block);
  call.cluster = std::move(cluster);
  if (wanted.grid.empty()) {
    TRY(formula, default_grid(candidate));
    TRY(blocks, sizes.number(formula));
    call.grid = {std::move(blocks)};
    call.block = {std::to_string(k_default_block)};
  }
  if (wanted.shared) {
    TRY(shared, sizes.number(wanted.shared->expression));
    call.shared = std::move(shared);
  }
  const auto arguments = launch_arguments_of(candidate, wanted);
  for (size_t i = 0; i < arguments.size(); ++i) {
    TRY(text, passed_text(candidate, arguments[i], kernel.parameters[i], values, sizes));
    call.arguments.push_back(std::move(text));
  }
  return call;
}

// "head(a, b)", with further lines below the bracket where it is long.
std::string wrapped(const std::string& head, const std::vector<std::string>& items, const std::string& tail) {
  std::string text = head, line = head;
  const std::string indent(head.size(), ' ');
  for (size_t i = 0; i < items.size(); ++i) {
    const std::string item = items[i] + (i + 1 < items.size() ? "," : tail);
    const bool breaks = i > 0 && line.size() + 1 + item.size() > k_longest_line;
    if (i > 0) text += breaks ? "\n" + indent : " ";
    line = breaks ? indent : line + (i > 0 ? " " : "");
    text += item;
    line += item;
  }
  return text;
}

void write_call(const KernelCall& call, bool sets_shared, Lines& lines) {
  const bool has_attributes = !call.cluster.empty() || call.is_cooperative;
  lines.add(fmt::format("config.gridDim = {};", dim3_text(call.grid)));
  lines.add(fmt::format("config.blockDim = {};", dim3_text(call.block)));
  if (sets_shared) lines.add(fmt::format("config.dynamicSmemBytes = {};", call.shared));
  if (has_attributes) write_attributes(call, lines);
  for (const std::string& each : leaves_of(call)) {
    lines.add("if (error == cudaSuccess)");
    lines.add(wrapped("  error = cudaFuncSetAttribute(", {call.kernel, each}, ");"));
  }
  std::vector<std::string> passed = {"&config", call.kernel};
  passed.insert(passed.end(), call.arguments.begin(), call.arguments.end());
  lines.add(fmt::format("if (error == cudaSuccess{})", call.condition.empty() ? "" : " && " + call.condition));
  lines.add(wrapped("  error = cudaLaunchKernelEx(", passed, ");"));
  if (has_attributes) lines.add("config.numAttrs = 0;");
}

}  // namespace whet::write
