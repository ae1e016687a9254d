#include "describe/array_probe.h"

#include <algorithm>

namespace whet {

namespace {

constexpr int k_runs = 4;
constexpr int64_t k_probe_value = 5;

void set_fill(ProblemArgument& argument, FillKind kind, const char* first, const char* second) {
  argument.fill = {};
  argument.fill.kind = kind;
  if (auto parsed = Expression::parse(first)) argument.fill.first = Formula{std::move(*parsed), argument.line};
  if (auto parsed = Expression::parse(second)) argument.fill.second = Formula{std::move(*parsed), argument.line};
  if (kind == FillKind::constant) argument.fill.second.reset();
}

bool may_hold_places(const ProblemArgument& argument) {
  const bool wide = bytes_of(argument.type) >= 2;
  return !argument.is_scalar() && !argument.is_struct() && !argument.is_variable && !is_floating(argument.type) && wide;
}

int64_t end_of(const ArrayUse& use) {
  return std::max(use.read_end, use.write_end);
}

class Probe {
 public:
  Probe(const Problem& problem, const SizePlan& plan, TouchedRuns& runs, const FileSystem& files)
      : problem_(problem), plan_(plan), runs_(runs), files_(files) {}

  ArrayFindings run() {
    for (const int64_t step : {1, 32, 64, 16}) {
      found_ = {};
      found_.step = step;
      if (run_all()) break;
    }
    if (!found_.stopped.empty()) return std::move(found_);
    look_for_indices();
    fit_all();
    return std::move(found_);
  }

 private:
  // Whether the kernel ran at all sizes.
  bool run_all() {
    const int count = plan_.varied().empty() ? 1 : k_runs;
    for (int i = 0; i < count; ++i) {
      const auto sizes = plan_.trial(i, found_.step);
      const auto done = runs_.run(problem_, sizes, files_);
      if (!done) {
        found_.stopped = done.error().what;
        return false;
      }
      found_.sizes.push_back(sizes);
      found_.dims.push_back(done->dims);
      all_.push_back(*done);
    }
    all_.erase(all_.begin(), all_.end() - count);
    return true;
  }

  // Arrays are given other values; other arrays that are then used further are those into which they lead. Parts that
  // offsets delimit are empty before, so offsets come first and stay ascending.
  void look_for_indices() {
    Problem filled = problem_;
    TouchedRun base = all_.front();
    for (ProblemArgument& argument : filled.arguments) {
      if (!may_hold_places(argument) || !moved(filled, base, argument.name, FillKind::constant, k_probe_value).empty())
        continue;
      const auto by_order = moved(filled, base, argument.name, FillKind::sequence, 1);
      if (by_order.empty()) continue;
      set_fill(argument, FillKind::sequence, "0", "1");
      if (auto now = runs_.run(filled, found_.sizes.front(), files_)) base = *now;
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
      if (!may_hold_places(argument) || is_offsets) continue;
      for (IndexFinding& each : moved(filled, base, argument.name, FillKind::constant, k_probe_value))
        found_.indices.push_back(std::move(each));
    }
  }

  // The arrays that are used further than before when `name` holds these values.
  std::vector<IndexFinding> moved(const Problem& before, const TouchedRun& base, const std::string& name, FillKind kind,
                                  int64_t value) {
    std::vector<IndexFinding> list;
    Problem changed = before;
    for (ProblemArgument& argument : changed.arguments) {
      if (argument.name == name) set_fill(argument, kind, kind == FillKind::constant ? "5" : "0", "1");
    }
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
    }
    return list;
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
};

}  // namespace

Problem with_plain_data(Problem problem) {
  for (ProblemArgument& argument : problem.arguments) {
    if (argument.is_scalar() || argument.is_struct() || argument.is_variable) continue;
    argument.role = ArgumentRole::inout;
    set_fill(argument, FillKind::constant, is_floating(argument.type) ? "1" : "0", "0");
  }
  return problem;
}

ArrayFindings probe_arrays(const Problem& problem, const SizePlan& plan, TouchedRuns& runs, const FileSystem& files) {
  return Probe(problem, plan, runs, files).run();
}

}  // namespace whet
