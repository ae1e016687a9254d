#include "describe/several_launches.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "problem/data/resolve.h"
#include "problem/file/section.h"
#include "util/text.h"

namespace whet {

namespace {

bool is_name(const std::string& text) {
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) == 0 &&
         std::all_of(text.begin(), text.end(),
                     [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '.'; });
}

// "d_x" is x, "buffers.x" is buffers_x.
std::string name_in_problem(std::string text) {
  for (const char* prefix : {"d_", "dev_", "device_"}) {
    if (text.starts_with(prefix) && text.size() > std::string_view(prefix).size())
      text = text.substr(std::string_view(prefix).size());
  }
  std::replace(text.begin(), text.end(), '.', '_');
  return text;
}

std::string with_names(const std::string& text, const std::map<std::string, std::string>& names) {
  std::string made;
  for (size_t at = 0; at < text.size();) {
    size_t end = at;
    while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) != 0 || text[end] == '_')) ++end;
    if (end == at) {
      made += text[at++];
      continue;
    }
    const auto found = names.find(text.substr(at, end - at));
    made += found == names.end() ? text.substr(at, end - at) : found->second;
    at = end;
  }
  return made;
}

// All uses of one array.
struct JoinedArray {
  ProblemArgument argument;  // as its first use has it
  bool is_read_first = false, is_written = false, is_read_later = false, is_written_last = false;
  bool flows = false;  // a launch reads what an earlier one wrote
  std::string open;    // why its shape is not known
};

class Joiner {
 public:
  Joiner(const LaunchList& list, std::vector<Description> kernels, const std::vector<std::string>& kept)
      : list_(list), kernels_(std::move(kernels)), kept_(kept) {}

  Result<Description> run() {
    Description& first = kernels_.front();
    result_.problem = first.problem;
    Problem& problem = result_.problem;
    problem.entry.clear();
    problem.arguments.clear();
    problem.dims.clear();
    problem.launches.clear();
    problem.tunables.clear();
    problem.constraints.clear();
    problem.work_bytes.reset();
    problem.work_flops.reset();
    problem.is_flops_derived = problem.is_bytes_derived = false;
    problem.cases.resize(1);
    for (size_t i = 0; i < kernels_.size(); ++i) TRY_VOID(add(i));
    const bool has_flow =
        std::any_of(arrays_.begin(), arrays_.end(), [](const JoinedArray& each) { return each.flows; });
    if (!has_flow) return bad_input("no launch reads what another one wrote", first.problem.kernel);
    add_formulas();
    place_arrays();
    for (ProblemArgument& scalar : scalars_) problem.arguments.push_back(std::move(scalar));
    add_cases();
    add_bytes();
    note();
    return std::move(result_);
  }

 private:
  // What the host passes for a parameter; its own name where there is no host code.
  std::string passed(size_t launch, size_t parameter, const std::string& own) const {
    const auto& site = list_.launches[launch].site;
    if (!site || parameter >= site->arguments.size()) return own;
    std::string text = site->arguments[parameter];
    std::erase_if(text, [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; });
    return text;
  }

  Result<Formula> renamed(const Formula& formula) const {
    TRY(parsed, Expression::parse(with_names(formula.expression.text(), names_)));
    return Formula{std::move(parsed), formula.line};
  }
  Result<std::vector<Formula>> renamed(const std::vector<Formula>& list) const {
    std::vector<Formula> made;
    for (const Formula& each : list) {
      TRY(one, renamed(each));
      made.push_back(std::move(one));
    }
    return made;
  }

  Result<void> add(size_t launch) {
    const Problem& own = kernels_[launch].problem;
    if (own.launches.size() != 1 || own.is_host_function) return bad_input("a host function is no launch", own.kernel);
    names_.clear();
    TRY_VOID(add_sizes(launch, own));
    ProblemLaunch made = own.launches.front();
    made.entry = own.entry;
    made.arguments.emplace();
    for (size_t i = 0; i < own.arguments.size(); ++i) {
      if (!own.is_passed(own.arguments[i])) return bad_input("module variables between launches", own.kernel);
      TRY(argument, add_argument(launch, i, own.arguments[i]));
      made.arguments->push_back(std::move(argument));
    }
    TRY(grid, renamed(made.grid));
    TRY(block, renamed(made.block));
    made.grid = std::move(grid);
    made.block = std::move(block);
    if (made.shared) {
      TRY(shared, renamed(*made.shared));
      made.shared = std::move(shared);
    }
    result_.problem.launches.push_back(std::move(made));
    TRY_VOID(add_tunables(own));
    return {};
  }

  // A size that the host names has this name; one that it computes stands for its formula.
  Result<void> add_sizes(size_t launch, const Problem& own) {
    for (const Dimension& dimension : own.dims) {
      std::string name = dimension.name;
      for (size_t i = 0; i < own.arguments.size(); ++i) {
        if (!own.arguments[i].is_scalar() || own.arguments[i].name != dimension.name) continue;
        const std::string host = passed(launch, i, dimension.name);
        if (is_name(host)) name = name_in_problem(host);
        const bool is_formula = !is_name(host) && !dimension.value.expression.identifiers().empty();
        if (is_formula) name = "(" + with_names(dimension.value.expression.text(), names_) + ")";
      }
      names_[dimension.name] = name;
      if (name.starts_with("(")) continue;
      auto& dims = result_.problem.dims;
      const bool is_known = std::any_of(dims.begin(), dims.end(), [&](const Dimension& d) { return d.name == name; });
      if (is_known) continue;
      TRY(value, renamed(dimension.value));
      dims.push_back({name, std::move(value)});
    }
    return {};
  }

  Result<LaunchArgument> add_argument(size_t launch, size_t number, const ProblemArgument& own) {
    const std::string host = passed(launch, number, own.name);
    if (own.is_struct())
      return bad_input("a struct is passed to one of several launches", kernels_[launch].problem.kernel);
    if (own.is_scalar()) return add_scalar(own, host);
    if (!is_name(host))
      return bad_input(fmt::format("a launch passes {}, of which it is not clear which array it is", in_quotes(host)),
                       kernels_[launch].problem.kernel, "write the problem by hand: docs/problem.md, [[launch]]");
    const std::string name = name_in_problem(host);
    TRY(shape, renamed(own.shape));
    const auto open = kernels_[launch].open.find(own.name);
    auto at = std::find_if(arrays_.begin(), arrays_.end(),
                           [&](const JoinedArray& each) { return each.argument.name == name; });
    const bool reads = own.role != ArgumentRole::out, writes = own.role != ArgumentRole::in;
    if (at == arrays_.end()) {
      JoinedArray made{own};
      made.argument.name = name;
      made.argument.shape = std::move(shape);
      made.is_read_first = reads;
      if (open != kernels_[launch].open.end()) made.open = open->second;
      at = arrays_.insert(arrays_.end(), std::move(made));
    } else {
      if (at->argument.type != own.type)
        return bad_input(fmt::format("{} has elements of two types", in_quotes(name)), kernels_[launch].problem.kernel);
      const bool is_better =
          open == kernels_[launch].open.end() && (!at->open.empty() || elements(shape) > elements(at->argument.shape));
      if (is_better) at->argument.shape = std::move(shape), at->open.clear();
      at->is_read_later |= reads;
      at->flows |= reads && at->is_written;
    }
    at->is_written |= writes;
    at->is_written_last = writes && launch + 1 == kernels_.size() ? true : at->is_written_last;
    return LaunchArgument{name, {}, own.line};
  }

  // At the sizes of the problem.
  double elements(const std::vector<Formula>& shape) const {
    double product = 1;
    for (const Formula& extent : shape) {
      const auto value = extent.expression.evaluate([&](std::string_view name) -> std::optional<double> {
        for (const Dimension& dimension : result_.problem.dims) {
          if (dimension.name == name) return dimension.value.expression.evaluate({}).value;
        }
        return std::nullopt;
      });
      product *= value.value.value_or(0);
    }
    return product;
  }

  Result<LaunchArgument> add_scalar(const ProblemArgument& own, const std::string& host) {
    const auto size = names_.find(own.name);
    const bool is_named = is_name(host);
    ProblemArgument number = own;
    if (number.value) {
      TRY(value, renamed(*number.value));
      number.value = std::move(value);
    }
    if (!is_named || (size != names_.end() && size->second.starts_with("("))) {
      if (!number.value) {
        TRY(value, Expression::parse(size != names_.end() ? size->second : own.name));
        number.value = Formula{std::move(value), own.line};
      }
      return LaunchArgument{"", std::move(number), own.line};
    }
    number.name = name_in_problem(host);
    const auto same = std::find_if(scalars_.begin(), scalars_.end(),
                                   [&](const ProblemArgument& each) { return each.name == number.name; });
    if (same != scalars_.end() && same->type != number.type) {
      if (!number.value) {
        TRY(value, Expression::parse(number.name));
        number.value = Formula{std::move(value), own.line};
      }
      return LaunchArgument{"", std::move(number), own.line};
    }
    const std::string name = number.name;
    if (same == scalars_.end()) scalars_.push_back(std::move(number));
    return LaunchArgument{name, {}, own.line};
  }

  Result<void> add_tunables(const Problem& own) {
    Problem& problem = result_.problem;
    for (const Tunable& tunable : own.tunables) {
      const bool is_known = std::any_of(problem.tunables.begin(), problem.tunables.end(),
                                        [&](const Tunable& each) { return each.name == tunable.name; });
      if (!is_known) problem.tunables.push_back(tunable);
    }
    for (const Formula& constraint : own.constraints) {
      const bool is_known =
          std::any_of(problem.constraints.begin(), problem.constraints.end(),
                      [&](const Formula& each) { return each.expression.text() == constraint.expression.text(); });
      if (!is_known) problem.constraints.push_back(constraint);
    }
    return {};
  }

  // Sizes that the host computes from others. A formula uses sizes before it.
  void add_formulas() {
    auto& dims = result_.problem.dims;
    std::vector<Dimension> computed;
    for (const ListedLaunch& launch : list_.launches) {
      for (const auto& [host, text] : launch.formulas) {
        const auto at = std::find_if(dims.begin(), dims.end(),
                                     [&](const Dimension& each) { return each.name == name_in_problem(host); });
        auto formula = Expression::parse(text);
        if (at == dims.end() || !formula) continue;
        const auto& used = formula->identifiers();
        const bool all = std::all_of(used.begin(), used.end(), [&](const std::string& name) {
          return name != at->name && std::any_of(dims.begin(), dims.end(), [&](const Dimension& each) {
                   return each.name == name && each.value.expression.identifiers().empty();
                 });
        });
        if (!all) continue;
        computed.push_back({at->name, Formula{std::move(*formula), at->value.line}});
        dims.erase(at);
      }
    }
    for (Dimension& each : computed) dims.push_back(std::move(each));
  }

  bool is_kept(const std::string& name) const {
    const auto same = [&](const std::string& each) { return name_in_problem(each) == name; };
    return std::any_of(list_.copied.begin(), list_.copied.end(), same) || std::any_of(kept_.begin(), kept_.end(), same);
  }

  // Written before it is read, read by a later launch, and by nobody else as far as the file tells.
  bool is_scratch(const JoinedArray& array) const {
    if (array.is_read_first || !array.is_written || is_kept(array.argument.name)) return false;
    return array.is_read_later && (list_.knows_copies || !array.is_written_last);
  }

  void place_arrays() {
    const bool has_output = std::any_of(arrays_.begin(), arrays_.end(),
                                        [&](const JoinedArray& each) { return each.is_written && !is_scratch(each); });
    for (JoinedArray& array : arrays_) {
      ProblemArgument& argument = array.argument;
      if (!array.open.empty()) result_.open[argument.name] = array.open;
      if (has_output && is_scratch(array)) {
        result_.assumed.push_back(fmt::format("{} is scratch between the launches: nothing else reads it (--inout {})",
                                              argument.name, argument.name));
        argument.role = ArgumentRole::scratch;
        result_.problem.scratch.push_back(std::move(argument));
        continue;
      }
      argument.role = !array.is_written     ? ArgumentRole::in
                      : array.is_read_first ? ArgumentRole::inout
                                            : ArgumentRole::out;
      result_.problem.arguments.push_back(std::move(argument));
    }
  }

  // Cases that the first kernel stands, with the same sizes for the others.
  void add_cases() {
    for (const ProblemCase& each : kernels_.front().problem.cases) {
      if (&each == &kernels_.front().problem.cases.front()) continue;
      ProblemCase made = each;
      made.dims.clear();
      std::set<std::string> taken;
      for (size_t i = 0; i < kernels_.size(); ++i) add_case_sizes(i, each.name, taken, made);
      const auto resolved = resolve_case(result_.problem, made);
      if (resolved) result_.problem.cases.push_back(std::move(made));
    }
  }

  void add_case_sizes(size_t launch, const std::string& name, std::set<std::string>& taken, ProblemCase& made) const {
    const Problem& own = kernels_[launch].problem;
    for (const ProblemCase& each : own.cases) {
      if (each.name != name) continue;
      for (const auto& [size, value] : each.dims) {
        std::string renamed = size;
        for (size_t i = 0; i < own.arguments.size(); ++i) {
          const std::string host = passed(launch, i, size);
          if (own.arguments[i].name == size && is_name(host)) renamed = name_in_problem(host);
        }
        const auto& dims = result_.problem.dims;
        const bool is_size = std::any_of(dims.begin(), dims.end(), [&](const Dimension& dimension) {
          return dimension.name == renamed && dimension.value.expression.identifiers().empty();
        });
        if (is_size && taken.insert(renamed).second) made.dims.emplace_back(renamed, value);
      }
    }
  }

  // What the task needs, whatever is between its launches.
  void add_bytes() {
    std::vector<std::string> parts;
    for (const ProblemArgument& argument : result_.problem.arguments) {
      if (argument.is_scalar()) continue;
      std::string part = std::to_string(bytes_of(argument.type) * (argument.role == ArgumentRole::inout ? 2 : 1));
      for (const Formula& extent : argument.shape) part += " * (" + extent.expression.text() + ")";
      parts.push_back(std::move(part));
    }
    auto bytes = Expression::parse(join(parts, " + "));
    if (bytes && result_.open.empty()) result_.problem.work_bytes = Formula{std::move(*bytes), 0};
  }

  void note() {
    std::vector<std::string> entries;
    for (const ProblemLaunch& launch : result_.problem.launches) entries.push_back(launch.entry);
    result_.assumed.insert(result_.assumed.begin(),
                           fmt::format("{} launches: {} (--kernel)", entries.size(), join(entries, ", ")));
    for (Description& each : kernels_) {
      if (result_.unseen.empty()) result_.unseen = each.unseen;
      for (std::string& text : each.assumed) {
        if (is_new(text)) result_.assumed.push_back(std::move(text));
      }
    }
  }

  // The first kernel that names a size says how large it is; what an array is for one kernel, it need not be for all.
  bool is_new(const std::string& text) {
    const auto& dims = result_.problem.dims;
    for (const Dimension& each : dims) {
      const std::string head = each.name + " = ";
      if (text.starts_with(head) && (!each.value.expression.identifiers().empty() || !told_.insert(head).second))
        return false;
    }
    if (text.starts_with("`") && !told_.insert(text.substr(0, text.find(' '))).second) return false;
    const auto& known = result_.assumed;
    return text.find("` is inout") == std::string::npos && std::find(known.begin(), known.end(), text) == known.end();
  }

  const LaunchList& list_;
  std::set<std::string> told_;
  std::vector<Description> kernels_;
  const std::vector<std::string>& kept_;
  std::map<std::string, std::string> names_;  // of the sizes of one kernel in the problem
  std::vector<JoinedArray> arrays_;
  std::vector<ProblemArgument> scalars_;
  Description result_;
};

}  // namespace

Result<Description> joined_description(const LaunchList& list, std::vector<Description> kernels,
                                       const std::vector<std::string>& kept) {
  return Joiner(list, std::move(kernels), kept).run();
}

}  // namespace whet
