#include "describe/shape_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "util/text.h"

namespace whet {

namespace {

constexpr int64_t k_entries_of_a_part = 4;

bool has_word(const std::string& text, const std::string& word) {
  const auto parsed = Expression::parse(text);
  if (!parsed) return false;
  const auto& words = parsed->identifiers();
  return std::find(words.begin(), words.end(), word) != words.end();
}

// "rows * cols" -> {"rows", "cols"}; a sum stays whole.
std::vector<std::string> factors_of(const std::string& text) {
  std::vector<std::string> parts;
  int depth = 0;
  size_t start = 0;
  for (size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : '*';
    depth += (c == '(') - (c == ')');
    if (depth == 0 && i < text.size() && (c == '+' || c == '-' || c == '/' || c == '%')) return {text};
    if (depth > 0 || c != '*') continue;
    parts.emplace_back(trim(text.substr(start, i - start)));
    start = i + 1;
  }
  return parts;
}

class ShapeChooser {
 public:
  ShapeChooser(const Problem& problem, const HostFacts& facts, const ArrayFindings& findings, SizePlan& plan,
               std::vector<std::string>& notes)
      : problem_(problem), facts_(facts), findings_(findings), plan_(plan), notes_(notes) {}

  ChosenShapes run() {
    for (const ProblemArgument& argument : problem_.arguments) {
      if (is_array(argument) && !is_target(argument.name)) choose(argument);
    }
    for (const bool offsets : {true, false}) {
      for (const IndexFinding& index : findings_.indices) {
        if (index.is_offsets == offsets) choose_target(index);
      }
    }
    return std::move(chosen_);
  }

 private:
  static bool is_array(const ProblemArgument& argument) {
    return !argument.is_scalar() && !argument.is_struct() && !argument.is_variable;
  }
  bool is_target(const std::string& array) const {
    return std::any_of(findings_.indices.begin(), findings_.indices.end(),
                       [&](const IndexFinding& index) { return index.into == array; });
  }

  // Whether the formula gives at least as many elements as each run used.
  bool is_enough(const std::string& elements, const std::vector<int64_t>& seen) const {
    const auto parsed = Expression::parse(elements);
    if (!parsed) return false;
    for (size_t run = 0; run < seen.size() && run < findings_.dims.size(); ++run) {
      const Evaluation found = parsed->evaluate([&](std::string_view name) -> std::optional<double> {
        for (const NamedNumber& size : findings_.dims[run]) {
          if (size.name == name) return static_cast<double>(size.value);
        }
        return std::nullopt;
      });
      if (!found.value || *found.value + 0.5 < static_cast<double>(seen[run])) return false;
    }
    return true;
  }

  // In numbers of the array's type: a pointer to vectors has several per element of the host's.
  std::string in_numbers(const ProblemArgument& argument, const std::string& elements) const {
    const int64_t lanes = lanes_of(argument);
    return lanes == 1
               ? elements
               : fmt::format("{} * {}", elements.find_first_of("+-") == elements.npos ? elements : "(" + elements + ")",
                             lanes);
  }
  static int64_t lanes_of(const ProblemArgument& argument) {
    if (argument.shape.size() < 2) return 1;
    const auto found = argument.shape.back().expression.evaluate([](std::string_view) { return std::nullopt; });
    return found.value ? static_cast<int64_t>(*found.value) : 1;
  }

  void choose(const ProblemArgument& argument) {
    const std::string& name = argument.name;
    const HostShape* const host = host_shape(facts_, problem_, name);
    const auto probed = findings_.arrays.find(name);
    const bool was_run = findings_.stopped.empty() && probed != findings_.arrays.end();
    const std::string allocated = host && !host->elements.empty() ? in_numbers(argument, host->elements) : "";
    if (!allocated.empty() && (!was_run || is_enough(allocated, probed->second.seen))) {
      set(name, factors_of(allocated), fmt::format("as allocated at line {}", host->line));
    } else if (was_run && probed->second.size) {
      set(name, probed->second.size->extents,
          probed->second.size->is_exact ? "what the kernel uses of it" : "more than the kernel uses of it");
    } else {
      const bool untouched = was_run && std::all_of(probed->second.seen.begin(), probed->second.seen.end(),
                                                    [](int64_t seen) { return seen == 0; });
      chosen_.open[name] = untouched ? "the kernel did not touch it when it was tried"
                           : was_run ? "no formula of the sizes gives what the kernel uses of it"
                                     : "neither the host code nor a run of the kernel tells";
    }
  }

  void set(const std::string& array, std::vector<std::string> extents, const std::string& why) {
    chosen_.shapes[array] = std::move(extents);
    notes_.push_back(
        fmt::format("`{}` has {} elements: {} (--shape {}=...)", array, chosen_.elements(array), why, array));
  }

  // An array into which values of another lead is as large as these values may be.
  void choose_target(const IndexFinding& index) {
    const std::string& name = index.into;
    if (chosen_.shapes.contains(name)) return;
    const ProblemArgument* const argument = problem_.argument(name);
    const HostShape* const host = host_shape(facts_, problem_, name);
    if (host && !host->elements.empty() && argument) {
      const std::string all = in_numbers(*argument, host->elements);
      set(name, factors_of(all), fmt::format("as allocated at line {}", host->line));
      chosen_.places[name] = index.stride == 1 ? all : places_in(all, index);
      return;
    }
    const std::string places = !index.places.empty() ? index.places
                               : index.is_offsets    ? entries_of(index.array)
                                                     : places_for(index.array);
    if (places.empty()) {
      chosen_.open[name] = fmt::format("`{}` says what is used of it", index.array);
      return;
    }
    chosen_.places[name] = places;
    std::vector<std::string> extents = factors_of(places);
    if (index.stride > 1) extents.push_back(index.stride_text);
    set(name, std::move(extents), fmt::format("`{}` holds places in it", index.array));
  }

  // "vocab" of "vocab * dim" for a stride of dim.
  static std::string places_in(const std::string& all, const IndexFinding& index) {
    std::vector<std::string> left;
    bool is_taken = false;
    for (const std::string& factor : factors_of(all)) {
      const bool is_stride = !is_taken && factor == index.stride_text;
      is_taken |= is_stride;
      if (!is_stride) left.push_back(factor);
    }
    return is_taken && !left.empty() ? join(left, " * ") : fmt::format("floor(({}) / {})", all, index.stride_text);
  }

  // The number of entries that offsets delimit: a size that nothing else uses, else a new one.
  std::string entries_of(const std::string& offsets) {
    const std::string rows = rows_of(offsets);
    if (rows.empty()) return {};
    for (const PlannedSize& size : plan_.sizes()) {
      if (size.name == "nnz" || size.name == "entries") return size.name;
    }
    plan_.add({"nnz", fmt::format("{} * ({})", k_entries_of_a_part, rows), 0, false, false});
    notes_.push_back(
        fmt::format("nnz = {} * ({}): the entries that `{}` delimits", k_entries_of_a_part, rows, offsets));
    return "nnz";
  }

  // "rows" for offsets of rows + 1.
  std::string rows_of(const std::string& offsets) const {
    std::string all = chosen_.elements(offsets);
    if (all.ends_with(" + 1")) all.resize(all.size() - 4);
    return all;
  }

  std::string places_for(const std::string& array) {
    const ProblemArgument* const argument = problem_.argument(array);
    if (argument && bytes_of(argument->type) == 1) return argument->type == ElementType::u8 ? "256" : "128";
    if (const std::string size = unused_size(); !size.empty()) return size;
    for (const IndexFinding& index : findings_.indices) {
      if (index.is_offsets && index.into == array) return rows_of(index.array);
    }
    return chosen_.elements(array);
  }

  // A size of the kernel that no shape and no launch names.
  std::string unused_size() const {
    for (const std::string& name : plan_.free()) {
      bool is_used = false;
      for (const auto& [array, extents] : chosen_.shapes) is_used |= has_word(chosen_.elements(array), name);
      for (const Formula& extent : problem_.launches.front().grid) is_used |= has_word(extent.expression.text(), name);
      for (const PlannedSize& size : plan_.sizes()) is_used |= !size.formula.empty() && has_word(size.formula, name);
      if (!is_used) return name;
    }
    return {};
  }

  const Problem& problem_;
  const HostFacts& facts_;
  const ArrayFindings& findings_;
  SizePlan& plan_;
  std::vector<std::string>& notes_;
  ChosenShapes chosen_;
};

}  // namespace

std::string ChosenShapes::elements(const std::string& array) const {
  const auto found = shapes.find(array);
  if (found == shapes.end()) return {};
  std::vector<std::string> parts;
  for (const std::string& extent : found->second) {
    const bool is_sum = found->second.size() > 1 && extent.find_first_of("+-/") != std::string::npos;
    parts.push_back(is_sum ? "(" + extent + ")" : extent);
  }
  return join(parts, " * ");
}

const HostShape* host_shape(const HostFacts& facts, const Problem& problem, const std::string& array) {
  const auto own = facts.arrays.find(array);
  if (own != facts.arrays.end()) return &own->second;
  for (const ProblemArgument& argument : problem.arguments) {
    for (const StructField& field : argument.fields) {
      const auto member =
          field.array == array ? facts.arrays.find(argument.name + "_" + field.name) : facts.arrays.end();
      if (member != facts.arrays.end()) return &member->second;
    }
  }
  return nullptr;
}

ChosenShapes choose_shapes(const Problem& problem, const HostFacts& facts, const ArrayFindings& findings,
                           SizePlan& plan, std::vector<std::string>& notes) {
  return ShapeChooser(problem, facts, findings, plan, notes).run();
}

}  // namespace whet
