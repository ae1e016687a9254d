#include "describe/describe.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "describe/array_probe.h"
#include "describe/data_plan.h"
#include "describe/derived_work.h"
#include "describe/kernel_choice.h"
#include "describe/launch_list.h"
#include "describe/several_launches.h"
#include "describe/shape_choice.h"
#include "describe/size_plan.h"
#include "describe/usual_numbers.h"
#include "problem/signature/assumed_launch.h"
#include "problem/signature/c_type.h"
#include "problem/signature/taken_by_source.h"
#include "source/kernel/constants.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr const char* k_extent_of_probe = "1048576";
constexpr const char* k_usual_shared = "16384";  // bytes
constexpr const char* k_open_extent = "1";
constexpr double k_most_drawn = 1 << 27, k_most_drawn_of_costly = 1 << 18;  // of sizes that nobody gave
constexpr const char* k_blocks = "blocks";                                  // their number, where nothing else names it
constexpr int64_t k_usual_blocks = 1024;
constexpr int64_t k_least_block = 4, k_most_block = 1024;  // threads

class Describer {
 public:
  Describer(const SignatureRequest& request, const DescribeServices& services)
      : request_(request), services_(services) {}

  Result<Description> run() {
    TRY(chosen, choose_kernel(request_, services_.files, notes_));
    kernel_ = std::move(chosen);
    request_.entry = kernel_.problem.entry;
    facts_ = read_host_facts(kernel_.problem, kernel_.function);
    TRY(given, GivenSizes::parse(request_.dims));
    given_ = std::move(given);
    use_launch();
    SizePlan plan(facts_, given_, notes_);
    add_given(plan);
    add_numbers();
    TRY(wide, make(plan, k_extent_of_probe, {}));
    if (use_blocks_as_items(wide, plan)) {
      TRY(again, make(plan, k_extent_of_probe, {}));
      wide = std::move(again);
    }
    const ArrayFindings findings = probe(wide, plan);
    plan.put_in_order(findings.order, notes_);
    ChosenShapes shapes = choose_shapes(wide, facts_, findings, plan, notes_);
    TRY(made, make_small_enough(plan, shapes, findings));
    if (leaves_arrays(made, findings)) {
      forget_inexact(findings, shapes);
      TRY(again, make(plan, k_open_extent, shapes.shapes));
      made = std::move(again);
    }
    result_.problem = std::move(made);
    keep_launch_notes();
    plan_data(facts_, findings, shapes, result_.problem, notes_);
    result_.unseen = findings.stopped;
    result_.open = shapes.open;
    for (const auto& shape : request_.shapes) result_.open.erase(shape.substr(0, shape.find('=')));
    if (result_.open.empty()) add_cases(plan, findings);
    if (result_.open.empty()) add_meaning();
    result_.large = plan.large();
    result_.assumed = std::move(notes_);
    return std::move(result_);
  }

 private:
  void add_meaning() {
    result_.meaning = find_kernel_meaning(result_.problem, services_.compiler);
    // What asks for NaNs is there for their sake.
    result_.problem.special_values = result_.meaning.reference.find("std::isnan(") != std::string::npos;
    const lift::WorkFormulas& work = result_.meaning.work;
    if (!result_.meaning.is_confirmed || work.is_flops_bound || work.is_bytes_bound) return;
    result_.problem.work_bytes.reset();  // what runs showed stands for what the formula does not say
    add_work(result_.meaning, bytes_, "", result_.problem);
    result_.problem.is_flops_derived = result_.problem.is_bytes_derived = false;  // the file will declare them
  }

  // The launch of the host code, unless the user gives one. Constants that its block shares with the kernel are
  // tunables, so that both change together.
  void use_launch() {
    const HostLaunch& host = facts_.launch;
    if (!request_.grid.empty() || !request_.block.empty() || host.grid.empty()) return;
    request_.grid = join(host.grid, ",");
    request_.block = join(host.block, ",");
    if (request_.shared.empty()) request_.shared = host.shared;
    for (const auto& [name, value] : host.constants) {
      Tunable tunable{name, {value}, kernel_.function.line};
      for (const int64_t other : {value / 4, value / 2, value * 2, value * 4}) {
        if (other >= k_least_block && other <= k_most_block) tunable.values.push_back(other);
      }
      request_.tunables.push_back(std::move(tunable));
    }
    if (!host.constants.empty()) request_.constraint = fmt::format("{} <= {}", join(host.block, " * "), k_most_block);
    notes_.push_back(fmt::format("launched as at line {}: grid {}, block {}{} (--grid, --block)", facts_.site->line,
                                 join(host.grid, " x "), join(host.block, " x "),
                                 host.shared.empty() ? "" : ", " + host.shared + " bytes shared"));
  }

  // What the launch divides sizes by and rounds down: it covers only sizes that are multiples of it.
  int64_t launch_step() const {
    int64_t step = 1;
    for (const std::string& extent : facts_.launch.grid) {
      for (size_t at = extent.find("floor("); at != std::string::npos; at = extent.find("floor(", at + 1)) {
        const size_t slash = extent.find(" / ", at), end = extent.find(')', slash);
        if (slash == std::string::npos || end == std::string::npos) continue;
        const std::string divisor = extent.substr(slash + 3, end - slash - 3);
        const auto constant = facts_.launch.constants.find(divisor);
        const auto number = constant == facts_.launch.constants.end() ? whole_number(divisor) : constant->second;
        if (number && *number > 1 && *number <= k_most_block) step = std::lcm(step, *number);
      }
    }
    return step <= k_most_block ? step : 1;
  }

  // Sizes that only the user names.
  void add_given(SizePlan& plan) const {
    for (const auto& each : given_.all()) {
      const bool known = std::any_of(plan.sizes().begin(), plan.sizes().end(),
                                     [&](const PlannedSize& size) { return size.name == each.first; });
      const auto number = parse_assignments("x=" + each.second, "--dims");
      if (!known && number) plan.add({each.first, "", number->begin()->second, false, true});
    }
  }

  // Where blocks are items and nothing bounds them, their number is a size: one that the kernel does not use, one that
  // only the user names, or a new one.
  bool use_blocks_as_items(const Problem& assumed, SizePlan& plan) {
    const bool is_assumed = std::any_of(launch_notes_.begin(), launch_notes_.end(), [](const std::string& note) {
      return note.find("a thread for each element") != std::string::npos;
    });
    const auto unused = is_assumed ? blocks_as_items(assumed, kernel_.function) : std::nullopt;
    if (!unused) return false;
    std::string name = unused->empty() ? given_alone(plan) : *unused;
    if (name.empty()) {
      name = k_blocks;
      plan.add({name, "", k_usual_blocks, false, false});
      notes_.push_back(fmt::format("{} = {}: nothing says how many blocks there are (--dims {}=..., --grid)", name,
                                   k_usual_blocks, name));
    } else {
      notes_.push_back(fmt::format("a grid of {}: nothing else uses this size (--grid)", name));
    }
    request_.grid = name;
    return true;
  }

  // A size that the user names and the kernel does not.
  std::string given_alone(const SizePlan& plan) const {
    for (const PlannedSize& size : plan.sizes()) {
      const auto& parameters = kernel_.function.parameters;
      const bool is_parameter = std::any_of(parameters.begin(), parameters.end(),
                                            [&](const Parameter& each) { return each.name == size.name; });
      if (size.is_given && !is_parameter) return size.name;
    }
    return {};
  }

  void add_number(const std::string& name) {
    const auto host = facts_.numbers.find(name);
    std::string value = host != facts_.numbers.end() ? host->second : usual_real(name);
    if (const std::string* const given = given_.find(name))
      value = *given;
    else if (host == facts_.numbers.end())
      notes_.push_back(fmt::format("{} = {}: no value is in the file (--dims {}=...)", name, value, name));
    numbers_.push_back(name + "=" + value);
  }

  // Floating-point parameters and members.
  void add_numbers() {
    for (const Parameter& parameter : kernel_.function.parameters) {
      const auto type = c_type(parameter.base);
      if (parameter.is_pointer()) continue;
      if (type && is_floating(type->element)) add_number(parameter.name);
      const auto taken = type ? std::nullopt : struct_taken(kernel_.problem, parameter);
      for (size_t i = 0; taken && i < taken->fields.size(); ++i) {
        const StructField& field = taken->fields[i];
        if (field.array.empty() && is_floating(field.type)) add_number(parameter.name + "_" + field.name);
      }
    }
  }

  Result<Problem> make(const SizePlan& plan, const char* extent,
                       const std::map<std::string, std::vector<std::string>>& shapes) {
    SignatureRequest request = request_;
    std::vector<std::string> dims = numbers_;
    if (!plan.sizes().empty()) dims.insert(dims.begin(), plan.assignments());
    request.dims = join(dims, ",");
    request.extent_otherwise = extent;
    for (const auto& each : shapes) {
      const bool is_given = std::any_of(request_.shapes.begin(), request_.shapes.end(),
                                        [&](const std::string& given) { return given.starts_with(each.first + "="); });
      if (!is_given) request.shapes.push_back(each.first + "=" + join(each.second, ","));
    }
    auto made = problem_from_signature(request, services_.files);
    if (!made && made.error().what.find("dynamic shared memory") != std::string::npos) {
      request_.shared = request.shared = k_usual_shared;
      notes_.push_back(
          fmt::format("{} bytes of dynamic shared memory: the file does not tell how much (--shared)", k_usual_shared));
      made = problem_from_signature(request, services_.files);
    }
    if (!made) return made.error();
    launch_notes_ = made->assumed;
    return std::move(made->problem);
  }

  // A lone size may be the side of a square, and its kernel take the third power of it.
  Result<Problem> make_small_enough(SizePlan& plan, const ChosenShapes& shapes, const ArrayFindings& findings) {
    const double most = findings.is_costly ? k_most_drawn_of_costly : k_most_drawn;
    while (true) {
      TRY(made, make(plan, k_open_extent, shapes.shapes));
      const auto resolved = resolve_case(made, made.cases.front());
      double elements = 0;
      for (size_t i = 0; resolved && i < resolved->arguments.size(); ++i)
        elements += static_cast<double>(resolved->arguments[i].count);
      if (elements <= most || !plan.halve(notes_)) return made;
    }
  }

  // Of what is assumed about signature and launch, only the launch and the variables are not found out better here.
  void keep_launch_notes() {
    for (const std::string& note : launch_notes_) {
      const bool is_kept = note.find("--grid") != std::string::npos || note.find("variable") != std::string::npos;
      if (is_kept) notes_.push_back(note);
    }
  }

  ArrayFindings probe(const Problem& wide, const SizePlan& plan) {
    const Problem plain = with_plain_data(wide);
    ArrayFindings none;
    auto runs = TouchedRuns::open(plain, services_.compiler, services_.knowledge);
    if (!runs) {
      none.stopped = runs.error().what;
      return none;
    }
    runs_ = std::make_unique<TouchedRuns>(std::move(*runs));
    return probe_arrays(plain, plan, launch_step(), *runs_, services_.files);
  }

  // A shape that was a little larger than what few runs used may be too small at other sizes: those of the problem
  // tell.
  bool leaves_arrays(const Problem& made, const ArrayFindings& findings) {
    const bool has_inexact = std::any_of(findings.arrays.begin(), findings.arrays.end(), is_inexact);
    if (!runs_ || !has_inexact || !findings.stopped.empty()) return false;
    const auto run = runs_->run(with_plain_data(made), {}, services_.files);
    return !run && run.error().what.find("out of bounds") != std::string::npos;
  }

  static bool is_inexact(const std::pair<const std::string, ProbedArray>& array) {
    return array.second.size && !array.second.size->is_exact;
  }

  void forget_inexact(const ArrayFindings& findings, ChosenShapes& shapes) {
    for (const auto& array : findings.arrays) {
      if (!is_inexact(array) || shapes.shapes.erase(array.first) == 0) continue;
      shapes.open[array.first] = "no formula of the sizes gives what the kernel uses of it";
      std::erase_if(notes_, [&](const std::string& note) { return note.starts_with("`" + array.first + "` has "); });
    }
  }

  // Runs the finished problem at small sizes: they show the roles, and which cases it stands.
  void add_cases(const SizePlan& plan, const ArrayFindings& findings) {
    if (!runs_ || !findings.stopped.empty()) return;
    if (findings.step > 1)
      notes_.push_back(fmt::format(
          "sizes are multiples of {}: at others the {}", findings.step,
          findings.step == launch_step() ? "file's launch leaves out some elements" : "kernel leaves its arrays"));
    RoleFinder roles;
    try_sizes(findings.is_near ? plan.near_given(0) : plan.trial(0, findings.step, findings.is_costly, findings.order),
              roles);
    if (findings.is_near) return finish_roles(roles);
    const auto odd = with_rows_apart(plan.odd(findings.step), findings);
    const auto small = with_rows_apart(plan.small(findings.step), findings);
    const bool is_quick = !findings.is_costly &&
                          std::all_of(odd.begin(), odd.end(), [](const auto& size) { return size.second <= 1024; });
    if (!odd.empty() && (!is_quick || try_sizes(odd, roles))) add_case("odd", odd);
    if (!small.empty() && try_sizes(small, roles)) add_case("small", small);
    finish_roles(roles);
  }

  // Rows that lie apart do not overlap.
  static std::map<std::string, int64_t> with_rows_apart(std::map<std::string, int64_t> sizes,
                                                        const ArrayFindings& findings) {
    for (const auto& [name, array] : findings.arrays) {
      if (!array.size || !sizes.contains(array.size->stride) || !sizes.contains(array.size->row)) continue;
      int64_t& stride = sizes[array.size->stride];
      stride = std::max(stride, sizes[array.size->row]);
    }
    return sizes;
  }

  void finish_roles(RoleFinder& roles) {
    roles.apply(result_.problem, comma_parts(request_.inout), notes_);
    bytes_ = roles.bytes(result_.problem);
    auto bytes = Expression::parse(bytes_);
    if (bytes) result_.problem.work_bytes = Formula{std::move(*bytes), result_.problem.entry_line};
  }

  // These sizes are chosen to show mistakes. Speed is wanted at the user's own.
  void add_case(const std::string& name, const std::map<std::string, int64_t>& sizes) {
    constexpr double k_weight = 0.1;
    result_.problem.cases.push_back({name, {sizes.begin(), sizes.end()}, k_weight, false, result_.problem.entry_line});
  }

  bool try_sizes(const std::map<std::string, int64_t>& sizes, RoleFinder& roles) {
    Problem tried = result_.problem;
    for (ProblemArgument& argument : tried.arguments) {
      if (!argument.is_scalar() && !argument.is_struct() && !argument.is_variable) argument.role = ArgumentRole::inout;
    }
    const auto resolved = resolve_case(tried, tried.cases.front(), {sizes, {}, {}, "the device"});
    const auto run = runs_->run(tried, sizes, services_.files);
    if (!run || !resolved) {
      const std::string why = run ? resolved.error().what : run.error().what;
      if (result_.unseen.empty()) result_.unseen = why;
      return false;
    }
    std::map<std::string, int64_t> counts;
    for (const ResolvedArgument& argument : resolved->arguments)
      counts[argument.name] = static_cast<int64_t>(argument.count);
    roles.add(*run, tried, counts);
    return true;
  }

  SignatureRequest request_;
  const DescribeServices& services_;
  ChosenKernel kernel_;
  HostFacts facts_;
  GivenSizes given_;
  std::vector<std::string> notes_, launch_notes_, numbers_;
  std::string bytes_;  // of all arrays, from runs; empty: not known
  std::unique_ptr<TouchedRuns> runs_;
  Description result_;
};

}  // namespace

namespace {

// Each kernel alone, then all of them together. What the user says of launches and inouts is for the whole.
Result<Description> describe_launches(const SignatureRequest& request, const LaunchList& list,
                                      const DescribeServices& services) {
  if (!request.grid.empty() || !request.block.empty())
    return bad_input("--grid and --block are for one launch", "--kernel", "choose one kernel, or write [[launch]]");
  std::map<std::string, Description> known;
  std::vector<Description> kernels;
  for (const ListedLaunch& launch : list.launches) {
    if (!known.contains(launch.entry)) {
      SignatureRequest own = request;
      own.entry = launch.entry;
      own.inout.clear();
      TRY(described, Describer(own, services).run());
      known.emplace(launch.entry, std::move(described));
    }
    kernels.push_back(known.at(launch.entry));
  }
  TRY(joined, joined_description(list, std::move(kernels), comma_parts(request.inout)));
  if (joined.open.empty()) joined.meaning = find_kernel_meaning(joined.problem, services.compiler);
  return joined;
}

}  // namespace

Result<Description> describe_kernel(const SignatureRequest& request, const DescribeServices& services) {
  const auto source = read_text(services.files, request.kernel);
  LaunchList list = source ? list_launches(request.entry, *source, {}) : LaunchList{};
  if (list.launches.size() > 1) {
    auto joined = describe_launches(request, list, services);
    if (joined || !request.entry.empty()) return joined;
    list.refused = joined.error().what;
  }
  auto found = Describer(request, services).run();
  if (found || list.refused.empty()) return found;
  Error error = found.error();
  error.details += "the launches of the file are not taken together: " + list.refused + "\n";
  return error;
}

}  // namespace whet
