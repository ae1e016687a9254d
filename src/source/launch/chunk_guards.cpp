#include "source/launch/chunk_guards.h"

#include <algorithm>
#include <optional>

#include "source/launch/kernel_values.h"
#include "source/text/word_list.h"

namespace whet {

namespace chunks {  // short names, used only in this file

namespace {

constexpr WordList k_ends_of_bound(") ; && || , ? : }");
constexpr WordList k_before_condition("( ; && || ! return , { ? =");
constexpr std::string_view k_axis_letters = "xyz";
constexpr int k_most_steps = 6;  // from one variable to the next

struct Tokens {
  size_t first, last;
};

class ChunkFinder {
 public:
  ChunkFinder(const Code& code, const Declaration& kernel, const std::array<int64_t, 3>& block,
              const LaunchNames& names)
      : code_(code),
        first_(kernel.head_end),
        last_(kernel.last),
        block_(block),
        names_(names),
        values_(code, kernel, names) {}

  std::vector<ThreadGuard> run() {
    std::vector<ThreadGuard> found;
    for (size_t i = first_ + 1; i + 1 < last_; ++i) {
      const bool is_below = code_.is(i, "<") && !code_.is(i + 1, "<") && !code_.is(i - 1, "<");
      if (!is_below && !code_.is(i, ">=")) continue;
      auto guard = guard_at(i);
      const bool is_new = guard && std::none_of(found.begin(), found.end(),
                                                [&](const ThreadGuard& other) { return other.axis == guard->axis; });
      if (is_new) found.push_back(std::move(*guard));
    }
    return found;
  }

 private:
  std::optional<ThreadGuard> guard_at(size_t comparison) const {
    const Tokens item = before(comparison);
    const auto axis = axis_of(item, k_most_steps);
    if (!axis) return std::nullopt;
    const auto here = in_block(item, *axis, 0, k_most_steps), next = in_block(item, *axis, 1, k_most_steps);
    const auto step = here && next ? LaunchExpression::sum(*next, *here, -1).value() : std::nullopt;
    if (!step || *step < 1) return std::nullopt;
    size_t end = comparison + 1;
    while (end < last_ && !k_ends_of_bound.holds(code_.tokens[end].text)) end = std::max(code_.partner[end], end) + 1;
    auto bound = bound_in({comparison + 1, end}, k_most_steps);
    if (!bound) return std::nullopt;
    return ThreadGuard{*axis, *step, std::move(*bound), text_of(item), code_.tokens[item.first].line};
  }

  // "blockIdx.x * 512 + j"
  std::string text_of(const Tokens& item) const {
    std::string text;
    for (size_t i = item.first; i < item.last; ++i) {
      const bool joins =
          i > item.first && (code_.is(i, "+") || code_.is(i, "*") || code_.is(i - 1, "+") || code_.is(i - 1, "*"));
      text += (joins ? " " : "") + std::string(code_.tokens[i].text);
    }
    return text;
  }

  // What is compared: back to where the condition begins, over whole brackets.
  Tokens before(size_t comparison) const {
    size_t first = comparison;
    while (first > first_ + 1 && !k_before_condition.holds(code_.tokens[first - 1].text)) {
      --first;
      if (code_.is(first, ")") || code_.is(first, "]")) first = std::min(code_.partner[first], first);
    }
    return {first, comparison};
  }

  // The value that a variable of the kernel begins with, if it is set nowhere else.
  std::optional<Tokens> beginning_of(std::string_view name) const {
    std::optional<Tokens> found;
    for (size_t i = first_; i + 1 < last_ && !names_(name); ++i) {
      if (!code_.is_word(i) || !code_.is(i, name) || !code_.is(i + 1, "=") || code_.is(i - 1, ".")) continue;
      if (found) return std::nullopt;
      found = Tokens{i + 2, values_.end_of_value(i + 2)};
    }
    return found;
  }

  std::optional<int> axis_of(const Tokens& item, int steps) const {
    if (auto own = values_.axis_of(item.first, item.last)) return own;
    for (size_t i = item.first; steps > 0 && i < item.last; ++i) {
      if (!code_.is_word(i) || code_.is(i - 1, ".")) continue;
      const auto value = beginning_of(code_.tokens[i].text);
      if (const auto axis = value ? axis_of(*value, steps - 1) : std::nullopt) return axis;
    }
    return std::nullopt;
  }

  // In the first thread of a block; variables that do not depend on the block stay names.
  std::optional<LaunchExpression> in_block(const Tokens& item, int axis, int64_t block, int steps) const {
    const auto value_of = [&](std::string_view name) -> std::optional<LaunchExpression> {
      const std::string full = values_.builtin_of(name);
      if (!full.empty()) return builtin(full, axis, block);
      const auto value = steps > 0 ? beginning_of(name) : std::nullopt;
      const bool is_of_block = value && axis_of(*value, steps - 1) == axis;
      return is_of_block ? in_block(*value, axis, block, steps - 1) : values_.meaning(name);
    };
    return read_launch_expression(code_, item.first, item.last, value_of);
  }

  std::optional<LaunchExpression> builtin(std::string_view name, int axis, int64_t block) const {
    const size_t dot = name.find('.');
    if (name.starts_with("threadIdx")) return LaunchExpression::number(0);
    const size_t letter = dot == std::string_view::npos ? dot : k_axis_letters.find(name.substr(dot + 1));
    if (letter == std::string_view::npos || name.starts_with("gridDim")) return std::nullopt;
    if (name.starts_with("blockDim")) return LaunchExpression::number(block_[letter]);
    return LaunchExpression::number(static_cast<int>(letter) == axis ? block : 0);
  }

  // Of a lesser one of two, and of a variable that holds it, what sizes alone make.
  std::optional<LaunchExpression> bound_in(const Tokens& bound, int steps) const {
    const bool is_word = bound.last == bound.first + 1 && code_.is_word(bound.first);
    const auto value = is_word && steps > 0 ? beginning_of(code_.tokens[bound.first].text) : std::nullopt;
    if (value) return bound_in(*value, steps - 1);
    const bool is_least = code_.is(bound.first, "min") && code_.is(bound.first + 1, "(");
    if (is_least && code_.partner[bound.first + 1] + 1 == bound.last) return least_in(bound, steps);
    auto read = read_launch_expression(code_, bound.first, bound.last,
                                       [&](std::string_view name) { return values_.meaning(name); });
    if (!read || read->value()) return std::nullopt;
    const auto& all = read->names();
    const bool is_known = std::all_of(all.begin(), all.end(), [&](const std::string& name) {
      return name == "ceil_div" || name == "floor" || names_(name).has_value();
    });
    return is_known ? read : std::nullopt;
  }

  std::optional<LaunchExpression> least_in(const Tokens& call, int steps) const {
    for (size_t first = call.first + 2; first < call.last;) {
      size_t end = first;
      while (end + 1 < call.last && !code_.is(end, ",")) end = std::max(code_.partner[end], end) + 1;
      if (auto bound = bound_in({first, end}, steps - 1)) return bound;
      first = end + 1;
    }
    return std::nullopt;
  }

  const Code& code_;
  size_t first_, last_;
  std::array<int64_t, 3> block_;
  const LaunchNames& names_;
  KernelValues values_;
};

}  // namespace

}  // namespace chunks

std::vector<ThreadGuard> find_chunk_guards(const Code& code, const Declaration& kernel,
                                           const std::array<int64_t, 3>& block, const LaunchNames& names) {
  return chunks::ChunkFinder(code, kernel, block, names).run();
}

}  // namespace whet
