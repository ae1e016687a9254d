#include "source/launch/thread_guards.h"

#include <algorithm>
#include <optional>

#include "source/launch/chunk_guards.h"
#include "source/launch/kernel_values.h"
#include "source/text/word_list.h"

namespace whet {

namespace {

constexpr WordList k_ends_of_bound(") ; && || , ? : }");
constexpr WordList k_before_condition("( ; && || ! return , {");
constexpr std::string_view k_axis_letters = "xyz";

class GuardFinder {
 public:
  GuardFinder(const Code& code, const Declaration& kernel, const std::array<int64_t, 3>& block,
              const LaunchNames& names)
      : code_(code), first_(kernel.head_end), last_(kernel.last), block_(block), values_(code, kernel, names) {}

  std::vector<ThreadGuard> run() {
    std::vector<ThreadGuard> found;
    for (size_t i = first_; i + 1 < last_; ++i) {
      auto guard = guard_of(i);
      const bool is_new = guard && std::none_of(found.begin(), found.end(),
                                                [&](const ThreadGuard& other) { return other.axis == guard->axis; });
      if (is_new) found.push_back(std::move(*guard));
    }
    return found;
  }

 private:
  // The variable that is set at token `i`, and by how much it grows from block to block.
  std::optional<ThreadGuard> guard_of(size_t i) {
    if (!code_.is_word(i) || !code_.is(i + 1, "=")) return std::nullopt;
    const size_t end = values_.end_of_value(i + 2);
    const auto axis = values_.axis_of(i + 2, end);
    if (!axis) return std::nullopt;
    const auto here = in_block(i + 2, end, *axis, 0), next = in_block(i + 2, end, *axis, 1);
    if (!here || !next) return std::nullopt;
    const auto step = LaunchExpression::sum(*next, *here, -1).value();
    if (!step || *step < 1) return std::nullopt;
    const std::string variable(code_.tokens[i].text);
    auto bound = bound_of(variable, end);
    if (!bound) return std::nullopt;
    return ThreadGuard{*axis, *step, std::move(*bound), variable, code_.tokens[i].line};
  }

  // The value in the first thread of a block.
  std::optional<LaunchExpression> in_block(size_t first, size_t last, int axis, int64_t block) {
    return read_launch_expression(code_, first, last, [&](std::string_view name) -> std::optional<LaunchExpression> {
      const std::string full = values_.builtin_of(name);
      const size_t dot = full.find('.');
      const std::string_view builtin = std::string_view(full).substr(0, dot);
      if (builtin == "threadIdx") return LaunchExpression::number(0);
      if (builtin == "gridDim") return std::nullopt;
      if (builtin == "blockIdx" || builtin == "blockDim") {
        const size_t letter = dot == std::string_view::npos ? dot : k_axis_letters.find(full.substr(dot + 1));
        if (letter == std::string_view::npos) return std::nullopt;
        if (builtin == "blockDim") return LaunchExpression::number(block_[letter]);
        return LaunchExpression::number(static_cast<int>(letter) == axis ? block : 0);
      }
      return values_.meaning(name);
    });
  }

  // `variable < bound` or `variable >= bound`, possibly with a number added. Of several the first with a size: in `if
  // (i < 1 || i >= n - 1) return;` the first number is the other end of the range.
  std::optional<LaunchExpression> bound_of(std::string_view variable, size_t from) {
    std::optional<LaunchExpression> number;
    for (size_t i = from; i + 2 < last_; ++i) {
      if (!code_.is_word(i) || !code_.is(i, variable) || !k_before_condition.holds(code_.tokens[i - 1].text)) continue;
      size_t at = i + 1;
      while (code_.is(at, "+") && at + 1 < last_ && code_.tokens[at + 1].kind == TokenKind::number) at += 2;
      const bool below = code_.is(at, "<") && !code_.is(at + 1, "<") && !code_.is(at + 1, "<=");
      if (!below && !code_.is(at, ">=")) continue;
      size_t end = at + 1;
      while (end < last_ && !k_ends_of_bound.holds(code_.tokens[end].text)) end = std::max(code_.partner[end], end) + 1;
      auto bound =
          read_launch_expression(code_, at + 1, end, [&](std::string_view name) { return values_.meaning(name); });
      if (bound && !bound->value()) return bound;
      if (bound && (!number || *bound->value() > *number->value())) number = std::move(bound);
    }
    return number;
  }

  const Code& code_;
  size_t first_, last_;
  std::array<int64_t, 3> block_;
  KernelValues values_;
};

}  // namespace

std::vector<ThreadGuard> find_thread_guards(const Code& code, const Declaration& kernel,
                                            const std::array<int64_t, 3>& block, const LaunchNames& names) {
  std::vector<ThreadGuard> found = GuardFinder(code, kernel, block, names).run();
  for (ThreadGuard& chunk : find_chunk_guards(code, kernel, block, names)) {
    const bool is_new =
        std::none_of(found.begin(), found.end(), [&](const ThreadGuard& other) { return other.axis == chunk.axis; });
    if (is_new) found.push_back(std::move(chunk));
  }
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.axis < b.axis; });
  return found;
}

}  // namespace whet
