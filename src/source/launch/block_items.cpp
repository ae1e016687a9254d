#include "source/launch/block_items.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "source/launch/kernel_values.h"
#include "source/text/word_list.h"

namespace whet {

namespace {

constexpr WordList k_ends_of_index(") ] ; ,");
constexpr WordList k_starts_of_index("( [ =");

// Tokens [first, last) that are the item.
struct Use {
  size_t first, last;
};

class ItemFinder {
 public:
  ItemFinder(const Code& code, const Declaration& kernel, const LaunchNames& names, const std::string& unused)
      : code_(code), first_(kernel.head_end), last_(kernel.last), unused_(unused), values_(code, kernel, names) {}

  std::optional<LaunchExpression> run(int axis) const {
    const std::vector<Use> uses = uses_of_block(fmt::format("blockIdx.{}", "xyz"[axis]));
    if (uses.empty() || counts_threads(uses)) return std::nullopt;
    if (auto found = from_index(uses)) return found;
    const auto by = divisor(uses);
    const auto rest = by ? quotient(uses) : std::nullopt;
    if (by && rest) return LaunchExpression::product(*rest, *by);
    return by ? std::nullopt : from_unused();
  }

 private:
  std::vector<Use> uses_of_block(const std::string& builtin) const {
    std::vector<Use> uses;
    for (size_t i = first_; i + 2 < last_; ++i) {
      if (!code_.is_word(i) || code_.is(i - 1, ".")) continue;
      if (fmt::format("{}.{}", code_.tokens[i].text, code_.tokens[i + 2].text) == builtin)
        uses.push_back({i, i + 3});
      else if (values_.builtin_of(code_.tokens[i].text) == builtin)
        uses.push_back({i, i + 1});
    }
    return uses;
  }

  // blockIdx.y * blockDim.y, blockIdx.y * 16: blocks are not the items.
  bool counts_threads(const std::vector<Use>& uses) const {
    return std::any_of(uses.begin(), uses.end(), [&](const Use& use) {
      if (code_.is(use.first - 1, "*") && code_.is(use.first - 4, "blockDim")) return true;
      if (!code_.is(use.last, "*") || use.last + 1 >= last_) return false;
      const Token& factor = code_.tokens[use.last + 1];
      const auto value = code_.is_word(use.last + 1) ? values_.meaning(factor.text) : std::nullopt;
      return factor.kind == TokenKind::number || values_.builtin_of(factor.text).starts_with("blockDim") ||
             (value && value->value());
    });
  }

  std::vector<Use> uses_of(std::string_view name) const {
    std::vector<Use> uses;
    for (size_t i = first_; i < last_; ++i) {
      if (code_.is_word(i) && code_.is(i, name) && !code_.is(i - 1, ".")) uses.push_back({i, i + 1});
    }
    return uses;
  }

  std::optional<LaunchExpression> size_at(size_t token) const {
    if (!code_.is_word(token)) return std::nullopt;
    auto size = values_.meaning(code_.tokens[token].text);
    return size && !size->value() ? size : std::nullopt;
  }

  // (outer * S + item), item + S * outer: the item is below S.
  std::optional<LaunchExpression> from_index(const std::vector<Use>& uses) const {
    for (const Use& use : uses) {
      const bool is_last = code_.is(use.first - 1, "+") && k_ends_of_index.holds(code_.tokens[use.last].text);
      const bool is_first = k_starts_of_index.holds(code_.tokens[use.first - 1].text) && code_.is(use.last, "+");
      if (is_last && code_.is(use.first - 3, "*")) {
        if (auto size = size_at(use.first - 2)) return size;
      }
      if (is_first && code_.is(use.last + 2, "*")) {
        if (auto size = size_at(use.last + 1)) return size;
      }
    }
    return std::nullopt;
  }

  // S of item / S and item % S.
  std::optional<LaunchExpression> divisor(const std::vector<Use>& uses) const {
    for (const Use& use : uses) {
      if (!code_.is(use.last, "/") && !code_.is(use.last, "%")) continue;
      if (auto size = size_at(use.last + 1)) return size;
    }
    return std::nullopt;
  }

  // How many the variable has that is item / S.
  std::optional<LaunchExpression> quotient(const std::vector<Use>& uses) const {
    for (const Use& use : uses) {
      const bool is_all = code_.is(use.last, "/") && code_.is(use.first - 1, "=") &&
                          k_ends_of_index.holds(code_.tokens[use.last + 2].text);
      if (!is_all || !code_.is_word(use.first - 2)) continue;
      if (auto found = from_index(uses_of(code_.tokens[use.first - 2].text))) return found;
    }
    return from_unused();
  }

  std::optional<LaunchExpression> from_unused() const {
    return unused_.empty() ? std::nullopt : std::optional(LaunchExpression::name(unused_));
  }

  const Code& code_;
  size_t first_, last_;
  const std::string& unused_;
  KernelValues values_;
};

}  // namespace

std::optional<LaunchExpression> find_block_items(const Code& code, const Declaration& kernel, int axis,
                                                 const LaunchNames& names, const std::string& unused) {
  return ItemFinder(code, kernel, names, unused).run(axis);
}

}  // namespace whet
