#include "describe/array_probe.h"

#include <algorithm>
#include <cctype>
#include <numeric>

namespace whet {

namespace {

constexpr int k_runs = 4;
constexpr int64_t k_probe_value = 5;
constexpr double k_costly_run = 4000;     // instructions of warps at tiny sizes: the same on every machine
constexpr int64_t k_middling = 127;       // of a lone size: where this takes long, the usual sizes take too long
constexpr int64_t k_most_of_product = 4;  // sizes
constexpr int64_t k_beyond_rows = 8192;
// Of all runs of a probe, in instructions of warps, so that it ends at the same place on every machine.
constexpr double k_most_work = 60e6, k_most_before_places = 22e6;
constexpr int64_t k_most_elements = 1 << 19;  // that a search for the last place goes to

void set_fill(ProblemArgument& argument, FillKind kind, const char* first, const char* second) {
  argument.fill = {};
  argument.fill.kind = kind;
  if (auto parsed = Expression::parse(first)) argument.fill.first = Formula{std::move(*parsed), argument.line};
  if (auto parsed = Expression::parse(second)) argument.fill.second = Formula{std::move(*parsed), argument.line};
  if (kind == FillKind::constant) argument.fill.second.reset();
}

bool may_hold_places(const ProblemArgument& argument) {
  const bool is_number = !is_floating(argument.type) && argument.type != ElementType::boolean;
  return !argument.is_scalar() && !argument.is_struct() && !argument.is_variable && is_number;
}

int64_t end_of(const ArrayUse& use) {
  return std::max(use.read_end, use.write_end);
}

class Probe {
 public:
  Probe(const Problem& problem, const SizePlan& plan, TouchedRuns& runs, const FileSystem& files)
      : problem_(problem), plan_(plan), runs_(runs), files_(files) {}

  ArrayFindings run(const std::vector<int64_t>& steps, bool is_near = false, SizeOrder order = SizeOrder::as_named) {
    for (const int64_t step : steps) {
      found_ = {};
      found_.is_near = is_near;
      found_.step = step;
      found_.order = order;
      found_.is_costly = is_costly(step);
      if (run_all() || is_over()) break;
    }
    if (!found_.stopped.empty()) return std::move(found_);
    look_for_indices();
    if (!found_.stopped.empty()) return std::move(found_);
    fit_all();
    return std::move(found_);
  }

 private:
  // A kernel that takes long even at these sizes is left: what it computes with them is not known then.
  double work() const { return runs_.work() - begin_; }
  bool is_over() {
    if (work() < k_most_work) return false;
    found_.stopped = "runs of it at small sizes take too long";
    return true;
  }

  // The work of some kernels is a high power of their sizes: a run at tiny ones tells.
  bool is_costly(int64_t step) {
    const std::vector<std::string> names = plan_.varied();
    if (names.empty() || found_.is_near) return false;
    const auto sizes = names.size() > 1 ? plan_.trial(0, step, true, found_.order)
                                        : std::map<std::string, int64_t>{{names[0], step == 1 ? k_middling : step}};
    const auto count = runs_.instructions(problem_, sizes, files_);
    return count && *count > k_costly_run;
  }

  std::map<std::string, int64_t> sizes_of_run(int number) const {
    return found_.is_near ? plan_.near_given(number) : plan_.trial(number, found_.step, found_.is_costly, found_.order);
  }

  // Whether the kernel ran at all sizes.
  bool run_all() {
    const int varied = static_cast<int>(plan_.varied().size());
    const int count = varied == 0 ? 1 : found_.is_near ? varied + 1 : k_runs;
    for (int i = 0; i < count; ++i) {
      if (is_over()) return false;
      const auto sizes = sizes_of_run(i);
      auto done = runs_.run(problem_, sizes, files_);
      if (!done) {
        found_.stopped = done.error().what;
        return false;
      }
      look_behind_masks(sizes, *done);
      found_.sizes.push_back(sizes);
      found_.dims.push_back(done->dims);
      all_.push_back(*done);
    }
    all_.erase(all_.begin(), all_.end() - count);
    return true;
  }

  // What a kernel does only where a mask is set: arrays that were not touched are tried with ones in all others.
  void look_behind_masks(const std::map<std::string, int64_t>& sizes, TouchedRun& run) {
    const bool is_whole =
        std::all_of(run.arrays.begin(), run.arrays.end(), [](const auto& each) { return end_of(each.second) > 0; });
    if (is_whole) return;
    Problem ones = problem_;
    for (ProblemArgument& argument : ones.arguments) {
      if (!argument.is_scalar() && !argument.is_struct() && !argument.is_variable && !is_floating(argument.type))
        set_fill(argument, FillKind::constant, "1", "0");
    }
    const auto other = runs_.run(ones, sizes, files_);
    for (auto& [name, use] : run.arrays) {
      if (other && end_of(use) == 0) use = other->arrays.at(name);
    }
  }

  // Arrays are given other values; other arrays that are then used further are those into which they lead. Parts that
  // offsets delimit are empty before, so offsets come first and stay ascending.
  void look_for_indices() {
    Problem filled = problem_;
    TouchedRun base = all_.front();
    for (const ProblemArgument& argument : problem_.arguments) {
      if (is_over()) return;
      if (!may_hold_places(argument) || !moved(filled, base, argument.name, "5", "0", k_probe_value).empty()) continue;
      if (const std::string places = places_in_row(filled, base, argument.name); !places.empty()) {
        found_.row_places.push_back({argument.name, places});
        continue;
      }
      Problem ascending = filled;
      set_values(ascending, argument.name, "0", "1");
      const auto now = runs_.run(ascending, found_.sizes.front(), files_);
      if (!now) continue;
      // An array that is read once there are entries at all does not grow with their number.
      const auto by_order = moved(filled, *now, argument.name, "0", "2", 1);
      if (by_order.empty()) continue;
      filled = std::move(ascending);
      base = *now;
      for (IndexFinding each : by_order) {
        each.is_offsets = true;
        each.stride = 1;
        each.stride_text = "1";
        found_.indices.push_back(std::move(each));
      }
    }
    for (const ProblemArgument& argument : problem_.arguments) {
      const bool is_offsets = std::any_of(found_.indices.begin(), found_.indices.end(), [&](const IndexFinding& index) {
        return index.is_offsets && index.array == argument.name;
      });
      if (is_over()) return;
      const bool is_in_row = std::any_of(found_.row_places.begin(), found_.row_places.end(),
                                         [&](const RowPlace& place) { return place.array == argument.name; });
      if (!may_hold_places(argument) || is_offsets || is_in_row) continue;
      for (IndexFinding& each : moved(filled, base, argument.name, "5", "0", k_probe_value)) {
        each.places = places_text(filled, each);
        found_.indices.push_back(std::move(each));
      }
    }
  }

  // The size below which all values are places in rows that are used whatever the values are; empty: there is none.
  // Equal offsets delimit nothing, however large they are.
  std::string places_in_row(const Problem& before, const TouchedRun& base, const std::string& name) {
    for (const IndexFinding& index :
         moved(before, base, name, std::to_string(k_beyond_rows).c_str(), "0", k_beyond_rows)) {
      const int64_t used = end_of(base.arrays.at(index.into));
      int64_t low = k_probe_value, high = k_beyond_rows;
      while (high - low > 1) {
        const int64_t middle = low + (high - low) / 2;
        const auto end = end_with(before, index, 0, middle);
        (end && *end == used ? low : high) = middle;
      }
      for (const NamedNumber& size : found_.dims.front()) {
        if (size.value == high) return size.name;
      }
    }
    return {};
  }

  // A number of places is the same at other sizes, or is a size.
  std::string places_text(const Problem& before, const IndexFinding& index) {
    const ProblemArgument* const array = before.argument(index.array);
    if (!array || bytes_of(array->type) == 1 || work() > k_most_before_places) return {};
    const auto first = places(before, index, 0);
    if (!first) return {};
    for (const NamedNumber& size : found_.dims.front()) {
      if (size.value == *first) return size.name;
    }
    return found_.sizes.size() > 1 && places(before, index, 1) == first ? std::to_string(*first) : "";
  }

  // The smallest value that does not lead on from those before it.
  std::optional<int64_t> places(const Problem& before, const IndexFinding& index, size_t sizes) {
    const auto start = end_with(before, index, sizes, 0), next = end_with(before, index, sizes, 1);
    if (!start || !next || *next <= *start) return std::nullopt;
    const int64_t stride = *next - *start;
    int64_t low = 1, high = 0;
    for (int64_t value = 8; high == 0 && value * stride < k_most_elements; value *= 2) {
      const auto end = end_with(before, index, sizes, value);
      if (!end) return std::nullopt;
      (*end == *start + value * stride ? low : high) = value;
    }
    while (high - low > 1) {
      const int64_t middle = low + (high - low) / 2;
      const auto end = end_with(before, index, sizes, middle);
      (end && *end == *start + middle * stride ? low : high) = middle;
    }
    return high > 0 ? std::optional(high) : std::nullopt;
  }

  // How much of the other array is used when all elements have that value.
  std::optional<int64_t> end_with(const Problem& before, const IndexFinding& index, size_t sizes, int64_t value) {
    Problem changed = before;
    set_values(changed, index.array, std::to_string(value).c_str(), "0");
    const auto done = runs_.run(changed, found_.sizes[sizes], files_);
    if (!done) return std::nullopt;
    const auto use = done->arrays.find(index.into);
    return use == done->arrays.end() ? std::nullopt : std::optional(end_of(use->second));
  }

  static void set_values(Problem& problem, const std::string& name, const char* start, const char* step) {
    for (ProblemArgument& argument : problem.arguments) {
      if (argument.name == name) set_fill(argument, FillKind::sequence, start, step);
    }
  }

  // The arrays that are used further than before when `name` holds start, start + step, ...
  std::vector<IndexFinding> moved(const Problem& before, const TouchedRun& base, const std::string& name,
                                  const char* start, const char* step, int64_t value) {
    std::vector<IndexFinding> list;
    Problem changed = before;
    set_values(changed, name, start, step);
    const auto after = runs_.run(changed, found_.sizes.front(), files_);
    for (const auto& [array, use] : base.arrays) {
      if (after && array != name) add_if_moved(name, array, use, *after, value, list);
    }
    return list;
  }

  void add_if_moved(const std::string& name, const std::string& array, const ArrayUse& before, const TouchedRun& after,
                    int64_t value, std::vector<IndexFinding>& list) const {
    const auto now = after.arrays.find(array);
    if (now == after.arrays.end() || end_of(now->second) <= end_of(before)) return;
    IndexFinding found{name, array, false, now->second.write_end > before.write_end, 1, "1"};
    found.stride = std::max<int64_t>(1, (end_of(now->second) - end_of(before)) / value);
    found.stride_text = std::to_string(found.stride);
    for (const NamedNumber& size : found_.dims.front()) {
      if (size.value == found.stride) found.stride_text = size.name;
    }
    list.push_back(std::move(found));
  }

  std::vector<FitAtom> atoms() const {
    std::vector<FitAtom> list;
    for (size_t i = 0; i < found_.dims.front().size(); ++i) {
      FitAtom atom{found_.dims.front()[i].name, {}};
      for (const auto& dims : found_.dims) atom.values.push_back(dims[i].value);
      const bool varies = std::any_of(atom.values.begin(), atom.values.end(),
                                      [&](int64_t value) { return value != atom.values.front(); });
      if (varies) list.push_back(std::move(atom));
    }
    const ProblemLaunch& launch = problem_.launches.front();
    for (size_t axis = 0; axis < launch.grid.size(); ++axis) {
      FitAtom atom{launch.grid[axis].expression.text(), {}};
      for (const TouchedRun& each : all_) atom.values.push_back(each.grid[axis]);
      const bool is_size =
          std::any_of(list.begin(), list.end(), [&](const FitAtom& other) { return other.values == atom.values; });
      const bool varies = std::any_of(atom.values.begin(), atom.values.end(),
                                      [&](int64_t value) { return value != atom.values.front(); });
      if (varies && !is_size) list.push_back(std::move(atom));
      if (auto bound = bound_of(launch.grid[axis].expression.text())) list.push_back(std::move(*bound));
    }
    return list;
  }

  // What blocks share: n - k of ceil_div(n - k, 256). Nothing if it is a product of few sizes, which are there.
  std::optional<FitAtom> bound_of(const std::string& grid) const {
    constexpr std::string_view k_division = "ceil_div(";
    const size_t comma = grid.rfind(", ");
    const bool is_plain = grid.find_first_of("+-/", k_division.size()) == std::string::npos &&
                          grid.find("ceil_div", k_division.size()) == std::string::npos &&
                          std::count(grid.begin(), grid.end(), '*') < k_most_of_product;
    if (!grid.starts_with(k_division) || comma == std::string::npos || is_plain) return std::nullopt;
    FitAtom atom{grid.substr(k_division.size(), comma - k_division.size()), {}};
    // width - 1 is a size whose border a kernel leaves out.
    const auto is_name = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    const size_t name_end = std::min(atom.text.find(' '), atom.text.size());
    const bool has_more =
        std::any_of(atom.text.begin() + static_cast<std::ptrdiff_t>(name_end), atom.text.end(), is_name);
    if (!has_more && atom.text.find_first_of("*/(") == std::string::npos) return std::nullopt;
    const auto parsed = Expression::parse(atom.text);
    for (size_t run = 0; parsed && run < found_.dims.size(); ++run) {
      const Evaluation value = parsed->evaluate([&](std::string_view name) { return size_in(run, name); });
      if (!value.value) return std::nullopt;
      atom.values.push_back(static_cast<int64_t>(*value.value));
    }
    const bool varies = std::any_of(atom.values.begin(), atom.values.end(),
                                    [&](int64_t value) { return value != atom.values.front(); });
    return parsed && varies ? std::optional(std::move(atom)) : std::nullopt;
  }

  std::optional<double> size_in(size_t run, std::string_view name) const {
    for (const NamedNumber& size : found_.dims[run]) {
      if (size.name == name) return static_cast<double>(size.value);
    }
    return std::nullopt;
  }

  void fit_all() {
    const std::vector<FitAtom> known = atoms();
    for (const auto& [name, use] : all_.front().arrays) {
      ProbedArray array;
      for (const TouchedRun& each : all_) array.seen.push_back(end_of(each.arrays.at(name)));
      const bool is_target = std::any_of(found_.indices.begin(), found_.indices.end(),
                                         [&](const IndexFinding& index) { return index.into == name; });
      if (!is_target) array.size = fit_size(known, array.seen);
      found_.arrays[name] = std::move(array);
    }
  }

  const Problem& problem_;
  const SizePlan& plan_;
  TouchedRuns& runs_;
  const FileSystem& files_;
  ArrayFindings found_;
  std::vector<TouchedRun> all_;
  double begin_ = runs_.work();
};

// Whether no formula was found for an array that is used and that no values lead into.
bool has_open_arrays(const ArrayFindings& found) {
  return std::any_of(found.arrays.begin(), found.arrays.end(), [&](const auto& each) {
    const bool is_target = std::any_of(found.indices.begin(), found.indices.end(),
                                       [&](const IndexFinding& index) { return index.into == each.first; });
    const auto& seen = each.second.seen;
    return !each.second.size && !is_target && std::any_of(seen.begin(), seen.end(), [](int64_t n) { return n > 0; });
  });
}

}  // namespace

Problem with_plain_data(Problem problem) {
  for (ProblemArgument& argument : problem.arguments) {
    if (argument.is_scalar() || argument.is_struct() || argument.is_variable) continue;
    argument.role = ArgumentRole::inout;
    set_fill(argument, FillKind::constant, is_floating(argument.type) ? "1" : "0", "0");
  }
  return problem;
}

namespace {

// Whether the kernel did nothing at some of the sizes.
bool is_idle(const ArrayFindings& found) {
  const auto uses = [&](size_t run) {
    return std::any_of(found.arrays.begin(), found.arrays.end(),
                       [&](const auto& each) { return run < each.second.seen.size() && each.second.seen[run] > 0; });
  };
  for (size_t run = 0; run < found.sizes.size(); ++run) {
    if (!uses(run)) return true;
  }
  return false;
}

// Nothing is left of a line that is shorter than its window: sizes may have to fall, or to rise.
ArrayFindings probe_in_orders(const Problem& problem, const SizePlan& plan, const std::vector<int64_t>& steps,
                              TouchedRuns& runs, const FileSystem& files) {
  ArrayFindings found = Probe(problem, plan, runs, files).run(steps);
  if (plan.varied().size() < 2 || (found.stopped.empty() && !is_idle(found))) return found;
  for (const SizeOrder order : {SizeOrder::falling, SizeOrder::rising}) {
    ArrayFindings other = Probe(problem, plan, runs, files).run({steps[0]}, false, order);
    if (other.stopped.empty() && !is_idle(other)) return other;
  }
  return found;
}

}  // namespace

ArrayFindings probe_arrays(const Problem& problem, const SizePlan& plan, int64_t step, TouchedRuns& runs,
                           const FileSystem& files) {
  std::vector<int64_t> steps;
  for (const int64_t each : {1, 32, 64, 16}) steps.push_back(std::lcm(each, step));
  ArrayFindings found = probe_in_orders(problem, plan, steps, runs, files);
  if (!found.stopped.empty() && !plan.near_given(0).empty()) {
    ArrayFindings near = Probe(problem, plan, runs, files).run({steps[0]}, true);
    if (near.stopped.empty()) return near;
  }
  if (!found.stopped.empty() || found.step > step || !has_open_arrays(found)) return found;
  // What vectors touch beyond the end of a row follows no formula, unless rows are whole vectors.
  ArrayFindings coarse = Probe(problem, plan, runs, files).run({steps[1]});
  if (coarse.stopped.empty() && !has_open_arrays(coarse)) return coarse;
  if (plan.near_given(0).empty()) return found;
  ArrayFindings near = Probe(problem, plan, runs, files).run({steps[0]}, true);
  return near.stopped.empty() && !has_open_arrays(near) ? near : found;
}

}  // namespace whet
