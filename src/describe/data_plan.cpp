#include "describe/data_plan.h"

#include <fmt/format.h>

#include <algorithm>

#include "problem/file/size_flags.h"

namespace whet {

namespace {

constexpr double k_nearly_whole = 0.9;  // of an array: all but a rim

class DataPlanner {
 public:
  DataPlanner(const HostFacts& facts, const ArrayFindings& findings, const ChosenShapes& shapes, Problem& problem,
              std::vector<std::string>& notes)
      : facts_(facts), findings_(findings), shapes_(shapes), problem_(problem), notes_(notes) {}

  void run() {
    for (ProblemArgument& argument : problem_.arguments) set_plain(argument);
    for (const RowPlace& place : findings_.row_places) set_row_place(place);
    for (const bool offsets : {true, false}) {
      for (const IndexFinding& index : findings_.indices) {
        if (index.is_offsets != offsets) continue;
        offsets ? set_offsets(index) : set_places(index);
      }
    }
  }

 private:
  void set_plain(ProblemArgument& argument) {
    if (argument.is_scalar() || argument.is_struct() || argument.is_variable) return;
    argument.fill = {};
    argument.fill.kind = default_fill(argument.type);
    const HostShape* const host = host_shape(facts_, problem_, argument.name);
    if (!host || !host->is_zeroed) return;
    argument.fill.kind = FillKind::constant;
    set_number(argument.fill.first, "0");
    notes_.push_back(fmt::format("`{}` holds zeros before the kernel: the host clears it", argument.name));
  }

  ProblemArgument* argument(const std::string& name) {
    for (ProblemArgument& each : problem_.arguments) {
      if (each.name == name) return &each;
    }
    return nullptr;
  }

  void set_number(std::optional<Formula>& number, const std::string& text) const {
    if (auto parsed = Expression::parse(text)) number = Formula{std::move(*parsed), problem_.entry_line};
  }

  void set_offsets(const IndexFinding& index) {
    ProblemArgument* const array = argument(index.array);
    const std::string total = shapes_.elements(index.into);
    if (!array || total.empty() || array->fill.kind == FillKind::offsets) return;
    array->fill.kind = FillKind::offsets;
    set_number(array->fill.first, total);
    notes_.push_back(
        fmt::format("`{}` ascends from 0 to {}: neighbours delimit parts of `{}`", index.array, total, index.into));
  }

  void set_row_place(const RowPlace& place) {
    ProblemArgument* const array = argument(place.array);
    if (!array || array->fill.kind != FillKind::uniform) return;
    set_number(array->fill.first, "0");
    set_number(array->fill.second, place.places + " - 1");
    notes_.push_back(fmt::format("`{}` holds numbers below {}: places in a row", place.array, place.places));
  }

  void set_places(const IndexFinding& index) {
    ProblemArgument* const array = argument(index.array);
    const auto places = shapes_.places.find(index.into);
    if (!array || places == shapes_.places.end() || array->fill.kind != FillKind::uniform) return;
    for (const IndexFinding& parts : findings_.indices) {
      if (!parts.is_offsets || parts.into != index.array) continue;
      array->fill.kind = FillKind::csr;
      array->fill.offsets = parts.array;
      set_number(array->fill.first, places->second);
      notes_.push_back(fmt::format("`{}` holds numbers below {}, ascending in each part of `{}`", index.array,
                                   places->second, parts.array));
      return;
    }
    if (index.is_written && shapes_.elements(index.array) == places->second) {
      array->fill.kind = FillKind::permutation;
      notes_.push_back(fmt::format("`{}` holds each number below {} once: the kernel writes `{}` there", index.array,
                                   places->second, index.into));
      return;
    }
    set_number(array->fill.first, "0");
    if (index.places == places->second) {
      set_number(array->fill.second, beyond(places->second));
      notes_.push_back(fmt::format("`{}` holds places in `{}`, and some numbers beyond them, which the kernel allows",
                                   index.array, index.into));
      return;
    }
    set_number(array->fill.second, places->second + " - 1");
    notes_.push_back(
        fmt::format("`{}` holds numbers below {}: places in `{}`", index.array, places->second, index.into));
  }

  // A number that is an eighth larger.
  static std::string beyond(const std::string& places) {
    const auto parsed = Expression::parse(places);
    const auto number = parsed ? parsed->evaluate([](std::string_view) { return std::nullopt; }).value : std::nullopt;
    return number ? fmt::format("{:.0f}", *number * 9 / 8) : fmt::format("floor({} * 9 / 8)", places);
  }

  const HostFacts& facts_;
  const ArrayFindings& findings_;
  const ChosenShapes& shapes_;
  Problem& problem_;
  std::vector<std::string>& notes_;
};

}  // namespace

void plan_data(const HostFacts& facts, const ArrayFindings& findings, const ChosenShapes& shapes, Problem& problem,
               std::vector<std::string>& notes) {
  DataPlanner(facts, findings, shapes, problem, notes).run();
}

void RoleFinder::add(const TouchedRun& run, const Problem& problem, const std::map<std::string, int64_t>& counts) {
  for (const ProblemArgument& argument : problem.arguments) {
    const auto touched = run.arrays.find(argument.name);
    if (touched == run.arrays.end()) continue;
    const auto count = counts.find(argument.name);
    Use& use = uses_[argument.name];
    use.reads |= touched->second.read > 0;
    use.writes |= touched->second.written > 0;
    const bool is_known = count != counts.end() && count->second > 0;
    use.writes_all &= is_known && touched->second.written == count->second;
    const double elements = is_known ? static_cast<double>(count->second) : 0;
    const double read = is_known ? static_cast<double>(touched->second.read) / elements : 0;
    const double written = is_known ? static_cast<double>(touched->second.written) / elements : 0;
    use.read_share = use.is_first ? read : std::max(use.read_share, read);
    use.written_share = use.is_first ? written : std::max(use.written_share, written);
    use.is_first = false;
  }
}

std::string RoleFinder::bytes(const Problem& problem) const {
  std::vector<std::pair<std::string, uint64_t>> terms;  // elements, bytes of each
  for (const ProblemArgument& argument : problem.arguments) {
    const auto known = uses_.find(argument.name);
    if (known == uses_.end()) continue;
    const Use& use = known->second;
    if ((use.reads && use.read_share < k_nearly_whole) || (use.writes && use.written_share < k_nearly_whole)) return {};
    const uint64_t bytes = bytes_of(argument.type) * ((use.reads ? 1 : 0) + (use.writes ? 1 : 0));
    if (bytes == 0) continue;
    const std::string elements = product_text(argument.shape);
    const auto same =
        std::find_if(terms.begin(), terms.end(), [&](const auto& term) { return term.first == elements; });
    if (same != terms.end())
      same->second += bytes;
    else
      terms.emplace_back(elements, bytes);
  }
  std::string text;
  for (const auto& [elements, bytes] : terms) {
    const bool is_sum = elements.find_first_of("+-/") != std::string::npos;
    text += fmt::format("{}{} * {}", text.empty() ? "" : " + ", bytes, is_sum ? "(" + elements + ")" : elements);
  }
  return text;
}

void RoleFinder::apply(Problem& problem, const std::vector<std::string>& given_inout,
                       std::vector<std::string>& notes) const {
  for (ProblemArgument& argument : problem.arguments) {
    const auto known = uses_.find(argument.name);
    if (known == uses_.end()) continue;
    const Use& use = known->second;
    const bool is_given = std::find(given_inout.begin(), given_inout.end(), argument.name) != given_inout.end();
    if (!use.writes && !is_given) {
      argument.role = ArgumentRole::in;
    } else if (use.reads || !use.writes_all || is_given) {
      argument.role = ArgumentRole::inout;
      notes.push_back(fmt::format("`{}` is inout: the kernel {}", argument.name,
                                  use.reads ? "reads what it holds before" : "leaves some elements as they are"));
    } else {
      argument.role = ArgumentRole::out;
    }
  }
}

}  // namespace whet
