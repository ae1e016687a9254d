#include "write/launcher/launcher_function.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "source/kernel/constants.h"
#include "util/text.h"
#include "write/launcher/host_arrays.h"
#include "write/launcher/kernel_call.h"

namespace whet::write {

namespace {

constexpr std::array<const char*, 3> k_most_blocks = {"2147483647", "65535", "65535"};

// Names that the text uses itself.
const std::set<std::string> k_names_of_launcher = {"allocated",    "attributes", "config",    "error",   "freed",
                                                   "is_launched",  "larger",     "magnitude", "overlap", "scratch",
                                                   "rounded_down", "rounded_up", "shifted",   "smaller", "stream"};

struct HeaderOf {
  std::string_view word, header;
};
constexpr std::array k_headers = {HeaderOf{"bfloat16", "cuda_bf16.h"}, HeaderOf{"half", "cuda_fp16.h"},
                                  HeaderOf{"fp8", "cuda_fp8.h"}, HeaderOf{"_t", "cstdint"}};

std::string indented(std::string_view text) {
  std::string result;
  for (const auto line : split(trim(text), '\n')) result += line.empty() ? "\n" : "  " + std::string(line) + "\n";
  return result;
}

class FunctionWriter {
 public:
  FunctionWriter(const Problem& original, const Problem& candidate, const LauncherTerms& terms,
                 const ResolvedCase& at_first, FreshNames& names, std::vector<HostParameter> parameters)
      : is_original_(terms.is_original),
        original_(original),
        candidate_(candidate),
        names_(names),
        parameters_(std::move(parameters)),
        sizes_(candidate, at_first, parameters_, names),
        arrays_(original, terms, values_, sizes_, names) {}

  Result<LauncherFunction> write() {
    TRY_VOID(find_sizes());
    note_values();
    write_conditions(sizes_.relations(original_.launches.size() > 1), lines_);
    arrays_.write(lines_);
    TRY_VOID(write_scratch_sizes());
    TRY_VOID(write_grids());
    write_calls();
    return LauncherFunction{parameters_, sizes_.further(), beginning(), lines_.text(), launches_.text()};
  }

 private:
  // Further parameters must be known before anything else is asked.
  Result<void> find_sizes() {
    std::vector<Expression> formulas;
    for (const ProblemLaunch& launch : candidate_.launches) {
      const auto of_launch = formulas_of(candidate_, launch);
      formulas.insert(formulas.end(), of_launch.begin(), of_launch.end());
    }
    for (const ProblemArgument* each : allocated()) {
      for (const Formula& extent : each->shape) formulas.push_back(extent.expression);
    }
    for (const Expression& each : formulas) {
      TRY(text, sizes_.number(each));
    }
    sizes_.numbers().forget_conditions();
    return {};
  }

  // Scratch that the caller does not give.
  std::vector<const ProblemArgument*> allocated() const {
    std::vector<const ProblemArgument*> list;
    for (const ProblemArgument& each : candidate_.scratch) {
      const bool is_given = std::any_of(parameters_.begin(), parameters_.end(),
                                        [&](const HostParameter& known) { return known.argument == each.name; });
      if (!is_given) list.push_back(&each);
    }
    return list;
  }

  void note_values() {
    for (const HostParameter& each : parameters_) {
      const HostValue value{each.name, each.is_array ? each.type : ""};
      if (values_.try_emplace(each.argument, value).second) continue;
      const std::string& first = values_[each.argument].text;
      write_conditions({{fmt::format("{} != {}", each.name, first), fmt::format("{} is {}", each.name, first)}},
                       lines_);
    }
  }

  // All scratch is one allocation; each array begins at a multiple of 256 bytes.
  Result<void> write_scratch_sizes() {
    for (const ProblemArgument* each : allocated()) {
      if (scratch_bytes_.empty())
        lines_.add("// Scratch memory: one allocation, of which each array begins at a multiple of 256 bytes.");
      TRY(formula, bytes_formula(*each));
      TRY(text, sizes_.number(formula));
      write_conditions(sizes_.numbers().take_conditions(), lines_);
      sizes_.numbers().use("rounded_up");
      const std::string name = names_.fresh("after_" + each->name);
      lines_.add(fmt::format("const long long {} = {}rounded_up({}, 256) * 256;", name,
                             scratch_bytes_.empty() ? "" : scratch_bytes_ + " + ", text));
      values_[each->name] = {scratch_bytes_.empty() ? "scratch" : "scratch + " + scratch_bytes_, "char*"};
      scratch_bytes_ = name;
    }
    return {};
  }

  Result<void> write_grids() {
    for (size_t i = 0; i < candidate_.launches.size(); ++i) {
      TRY(call, kernel_call(candidate_, i, values_, sizes_));
      write_conditions(sizes_.numbers().take_conditions(), lines_);
      name_blocks(call, i);
      calls_.push_back(std::move(call));
    }
    return {};
  }

  // Extents of a grid that are not plain numbers, as variables within what a GPU accepts.
  void name_blocks(KernelCall& call, size_t launch) {
    std::vector<std::string> some;
    for (size_t axis = 0; axis < call.grid.size(); ++axis) {
      std::string& extent = call.grid[axis];
      if (whole_number(extent)) continue;
      const std::string number = candidate_.launches.size() > 1 ? fmt::format("_{}", launch + 1) : "";
      const std::string name =
          names_.fresh("blocks" + number + (call.grid.size() > 1 ? fmt::format("_{}", "xyz"[axis]) : ""));
      lines_.add(fmt::format("const long long {} = {};", name, extent));
      const bool is_some = extent.starts_with("larger(1, ");
      if (!is_some) some.push_back(name + " > 0");
      const std::string below = is_some ? "" : fmt::format("{} < {} || ", name, is_original_ ? 0 : 1);
      lines_.add(fmt::format("if ({}{} > {}) return cudaErrorInvalidConfiguration;", below, name, k_most_blocks[axis]));
      extent = name;
    }
    if (is_original_) call.condition = join(some, " && ");
  }

  void write_calls() {
    const bool has_shared =
        std::any_of(calls_.begin(), calls_.end(), [](const KernelCall& c) { return c.shared != "0"; });
    launches_.add("cudaLaunchConfig_t config = {};");
    launches_.add("config.stream = stream;");
    write_allocation();
    for (const KernelCall& call : calls_) write_call(call, has_shared, launches_);
    if (scratch_bytes_.empty()) return launches_.add("return error;");
    launches_.add("const cudaError_t freed = cudaFreeAsync(scratch, stream);");
    launches_.add("return error != cudaSuccess ? error : freed;");
  }

  void write_allocation() {
    if (scratch_bytes_.empty()) return launches_.add("cudaError_t error = cudaSuccess;");
    sizes_.numbers().use("larger");
    launches_.add("void* allocated = nullptr;");
    launches_.add(
        fmt::format("cudaError_t error = cudaMallocAsync(&allocated, larger(1, {}), stream);", scratch_bytes_));
    launches_.add("if (error != cudaSuccess) return error;");
    launches_.add("char* const scratch = (char*)allocated;");
  }

  std::string beginning() const {
    Lines lines;
    for (const std::string& each : sizes_.numbers().functions()) lines.add(each);
    arrays_.write_functions(lines);
    write_sizes(lines);
    return lines.text();
  }

  void write_sizes(Lines& lines) const {
    for (const HostSize& each : sizes_.sizes())
      lines.add(fmt::format("const long long {} = {};", each.variable, each.parameter));
    if (!sizes_.sizes().empty()) lines.add("// No size is negative.");
    for (const HostSize& each : sizes_.sizes())
      lines.add(fmt::format("if ({} < 0) return cudaErrorInvalidValue;", each.variable));
  }

  const bool is_original_;
  const Problem& original_;
  const Problem& candidate_;
  FreshNames& names_;
  const std::vector<HostParameter> parameters_;
  HostValues values_;  // by the problem's names
  HostSizes sizes_;
  HostArrays arrays_;
  std::vector<KernelCall> calls_;
  std::string scratch_bytes_;  // the variable with the bytes of all of it; empty: there is none
  Lines lines_;                // conditions, scratch and grids
  Lines launches_;
};

}  // namespace

std::vector<std::string> LauncherFunction::declarations() const {
  std::vector<std::string> list;
  for (const HostParameter& each : parameters) list.push_back(each.type + " " + each.name);
  for (const FurtherSize& each : further) list.push_back("long long " + each.parameter);
  list.emplace_back("cudaStream_t stream");
  return list;
}

std::vector<std::string> LauncherFunction::headers() const {
  std::string types;
  for (const HostParameter& each : parameters) types += each.type + "\n";
  std::vector<std::string> list = {"cuda_runtime.h"};
  for (const HeaderOf& each : k_headers) {
    if (types.find(each.word) != std::string::npos) list.emplace_back(each.header);
  }
  return list;
}

std::string LauncherFunction::body(const std::string& before_launches) const {
  std::string text = beginning.empty() ? "" : indented(beginning);
  if (!conditions.empty()) text += indented(conditions) + "\n";
  return text + indented(before_launches + launches);
}

std::string plain_name(const Problem& problem) {
  const auto plain = [](const std::string& entry) {
    const std::string name = parse_entry(entry).name;
    const size_t scope = name.rfind("::");
    return scope == std::string::npos ? name : name.substr(scope + 2);
  };
  const std::string first = plain(problem.launches.front().entry), last = plain(problem.launches.back().entry);
  return first == last ? first : first + "_to_" + last;
}

Result<LauncherFunction> launcher_function(const Problem& original, const Problem& candidate,
                                           const LauncherTerms& terms) {
  if (candidate.is_host_function || candidate.launches.empty())
    return bad_input("no launcher is written: the kernel comes with host code of its own", candidate.kernel,
                     "call that");
  std::set<std::string> taken = k_names_of_launcher;
  for (const ProblemLaunch& each : candidate.launches) taken.insert(parse_entry(each.entry).name);
  FreshNames names(std::move(taken));
  TRY(parameters, host_parameters(original, names));
  TRY(at_first, resolve_case(candidate, candidate.cases.front()));
  return FunctionWriter(original, candidate, terms, at_first, names, std::move(parameters)).write();
}

}  // namespace whet::write
