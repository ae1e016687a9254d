#include "write/launcher/table_launcher.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "util/text.h"
#include "write/launcher/enclosed_source.h"
#include "write/launcher/kernel_call.h"
#include "write/launcher/launcher_function.h"
#include "write/launcher/table_choice.h"

namespace whet::write {

namespace {

// Names that the choosing function uses itself.
const std::set<std::string> k_names_of_choice = {"apart",  "device", "distance", "error",       "factor",
                                                 "kernel", "least",  "major",    "is_launched", "minor",
                                                 "stream", "size",   "other"};

struct EnclosedKernel {
  std::string space;  // "kernel_1", "original"
  EnclosedSource source;
  LauncherFunction function;
};

// The file's flags are one for all kernels.
Result<void> check_flags(const std::vector<TableKernel>& kernels) {
  const auto flags_of = [](const TableKernel& each) {
    return std::set<std::string>(each.candidate.compiler_flags.begin(), each.candidate.compiler_flags.end());
  };
  for (const TableKernel& each : kernels) {
    if (flags_of(each) == flags_of(kernels.front())) continue;
    const auto text = [](const TableKernel& one) {
      return fmt::format("{} with `{}`", one.name, join(one.candidate.compiler_flags, " "));
    };
    return bad_input("the kernels of the table are compiled with different flags, which one file cannot have",
                     fmt::format("{}, {}", text(kernels.front()), text(each)),
                     "compile each with its own launcher (whet write PROBLEM --candidate FILE), and choose yourself");
  }
  return {};
}

class TableWriter {
 public:
  TableWriter(const Problem& original, const SizeTable& table, const std::vector<TableKernel>& kernels)
      : original_(original), table_(table), kernels_(kernels), name_(plain_name(original)) {}

  Result<std::string> write() {
    TRY_VOID(check_flags(kernels_));
    for (const TableKernel& each : kernels_) {
      TRY(enclosed, enclose(each));
      enclosed_.push_back(std::move(enclosed));
    }
    TRY(choice, choosing_function());
    TRY(includes, prelude());
    std::string text = title() + includes;
    for (size_t i = 0; i < kernels_.size(); ++i) text += kernel_text(i);
    return text + "\n" + choice;
  }

 private:
  std::string full(const std::string& space) const { return fmt::format("{}_by_size::{}", name_, space); }

  Result<EnclosedKernel> enclose(const TableKernel& kernel) const {
    std::vector<std::string> entries;
    for (const ProblemLaunch& each : kernel.candidate.launches) entries.push_back(each.entry);
    const std::string space = kernel.name == k_original ? k_original : fmt::format("kernel_{}", enclosed_.size() + 1);
    TRY(source, enclosed_source(kernel.candidate.source, entries, full(space), kernel.name));
    TRY(function, launcher_function(original_, kernel.candidate, kernel.terms));
    return EnclosedKernel{space, std::move(source), std::move(function)};
  }

  // The block in front says to whoever reads candidates that this is none.
  std::string title() const {
    std::string text = fmt::format("/* whet\nby_size = \"{}\"\n*/\n", name_);
    text += fmt::format("// `{}` by size: kernels of a table{}, and host code that takes the one of its row.\n", name_,
                        table_.times.empty() ? "" : fmt::format(" ({} times)", table_.times));
    for (const std::string& each : choice_in_words(table_)) text += fmt::format("//   {}\n", each);
    const auto& flags = kernels_.front().candidate.compiler_flags;
    if (!flags.empty()) text += fmt::format("// Compile it with {}.\n", join(flags, " "));
    return text;
  }

  // Each line once. Two kernels that want different macros for the same headers cannot be together.
  Result<std::string> prelude() const {
    std::vector<std::string> lines;
    const auto add = [&](const std::string& line) {
      if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
    };
    std::set<std::string> macros;
    for (const EnclosedKernel& kernel : enclosed_) {
      for (const std::string& line : kernel.source.prelude) {
        const bool is_known = std::find(lines.begin(), lines.end(), line) != lines.end();
        const std::string_view defined = std::string_view(line).substr(0, line.find_first_of(" \t(", 8));
        if (line.starts_with("#define") && !is_known && !macros.emplace(defined).second)
          return bad_input(fmt::format("the kernels of the table need different macros for their headers: `{}`", line),
                           kernel.space, "compile each with its own launcher, and choose yourself");
        add(line);
      }
    }
    for (const std::string& each : enclosed_.front().function.headers()) add(fmt::format("#include <{}>", each));
    if (uses_logarithms(table_)) add("#include <cmath>");
    return join(lines, "\n") + "\n";
  }

  std::string kernel_text(size_t at) const {
    const EnclosedKernel& kernel = enclosed_[at];
    std::string text =
        fmt::format("\n// {} {}\n", kernels_[at].name == k_original ? "The" : "Kernel", kernels_[at].name);
    for (const std::string& macro : kernel.source.macros) text += fmt::format("#pragma push_macro(\"{}\")\n", macro);
    text += fmt::format("namespace {} {{\n", full(kernel.space));
    for (const std::string& name : kernel.source.shared) text += fmt::format("using ::{};\n", name);
    text += kernel.source.text + "\n";
    std::vector<std::string> parameters = kernel.function.declarations();
    parameters.emplace_back("bool* is_launched");
    text += wrapped(fmt::format("cudaError_t launch_{}(", name_), parameters, ")") + " {\n";
    text += kernel.function.body("*is_launched = true;\n") + "}\n";
    text += fmt::format("}}  // namespace {}\n", full(kernel.space));
    for (const std::string& macro : kernel.source.macros) text += fmt::format("#pragma pop_macro(\"{}\")\n", macro);
    return text;
  }

  // The sizes of the choice are asked before further ones, which only a kernel needs.
  Result<std::string> choosing_function() {
    FreshNames names(k_names_of_choice);
    TRY(parameters, host_parameters(original_, names));
    TRY(at_first, resolve_case(original_, original_.cases.front()));
    HostSizes sizes(original_, at_first, parameters, names);
    Lines lines;
    TRY_VOID(write_choice(table_, sizes, lines));
    for (const EnclosedKernel& kernel : enclosed_) {
      for (const FurtherSize& each : kernel.function.further) {
        TRY(formula, Expression::parse(each.dimension));
        TRY_VOID(known(sizes.number(formula)));
      }
    }
    write_calls(parameters, sizes.further(), lines);
    const LauncherFunction whole{parameters, sizes.further(), "", "", lines.text()};
    return comment(whole) + wrapped(fmt::format("cudaError_t launch_{}(", name_), whole.declarations(), ")") + " {\n" +
           whole.body() + "}\n";
  }

  static Result<void> known(Result<std::string> text) {
    if (!text) return text.error();
    return {};
  }

  std::string comment(const LauncherFunction& whole) const {
    std::vector<std::string> entries;
    for (const ProblemLaunch& each : original_.launches) entries.push_back("`" + each.entry + "`");
    std::string text = wrapped("// Takes the place of ", entries, ".\n");
    text += keeps_original() ? "// A call that the kernel of its row is not for is the original's.\n"
                             : "// A call that the kernel of its row is not for launches nothing and returns "
                               "cudaErrorInvalidValue.\n";
    for (const FurtherSize& each : whole.further)
      text += fmt::format("// `{}` is a size that no argument tells.\n", each.parameter);
    return text;
  }

  bool keeps_original() const { return kernels_.back().name == k_original; }

  void write_calls(const std::vector<HostParameter>& parameters, const std::vector<FurtherSize>& further,
                   Lines& lines) const {
    lines.add("bool is_launched = false;");
    lines.add(table_.architecture > 0 ? "error = cudaErrorInvalidValue;"
                                      : "cudaError_t error = cudaErrorInvalidValue;");
    const size_t chosen = kernels_.size() - (keeps_original() ? 1 : 0);
    for (size_t i = 0; i < chosen; ++i) {
      lines.add(fmt::format("if (kernel == {})", i));
      lines.add(call("  error = ", enclosed_[i], parameters, further));
    }
    if (keeps_original()) {
      lines.add("if (error != cudaSuccess && !is_launched)");
      lines.add(call("  error = ", enclosed_.back(), parameters, further));
    }
    lines.add("return error;");
  }

  std::string call(const std::string& head, const EnclosedKernel& kernel, const std::vector<HostParameter>& parameters,
                   const std::vector<FurtherSize>& further) const {
    std::vector<std::string> passed;
    for (const HostParameter& each : parameters) passed.push_back(each.name);
    for (const FurtherSize& wanted : kernel.function.further) {
      for (const FurtherSize& each : further) {
        if (each.dimension == wanted.dimension) passed.push_back(each.parameter);
      }
    }
    passed.insert(passed.end(), {"stream", "&is_launched"});
    return wrapped(fmt::format("{}{}::launch_{}(", head, full(kernel.space), name_), passed, ");");
  }

  const Problem& original_;
  const SizeTable& table_;
  const std::vector<TableKernel>& kernels_;
  const std::string name_;
  std::vector<EnclosedKernel> enclosed_;
};

}  // namespace

Result<std::string> table_launcher_text(const Problem& original, const SizeTable& table,
                                        const std::vector<TableKernel>& kernels) {
  return TableWriter(original, table, kernels).write();
}

}  // namespace whet::write
