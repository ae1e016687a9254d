#include "lift/thread/chosen_bits.h"

#include <bit>
#include <map>

#include "lift/expression/condition.h"
#include "lift/expression/polynomial.h"

namespace whet::lift {
namespace {

constexpr size_t k_most_doubled = 64;  // parts: a choice between two forms of a word holds it twice

// The bits that may be set in what is made of choices of constants; nothing: any. Parts are shared, so each is looked
// at once.
class PossibleBits {
 public:
  explicit PossibleBits(const Arena& arena) : arena_(arena) {}

  std::optional<uint32_t> of(Expr e) {
    if (const auto at = known_.find(e.id); at != known_.end()) return at->second;
    const auto found = find(e);
    known_.emplace(e.id, found);
    return found;
  }

 private:
  std::optional<uint32_t> find(Expr e) {
    const Node& node = arena_[e];
    if (const auto number = constant(arena_, e)) return static_cast<uint32_t>(*number);
    if (node.kind == Kind::select) {
      const auto a = of(node.args[1]), b = of(node.args[2]);
      return a && b ? std::optional(*a | *b) : std::nullopt;
    }
    return node.kind == Kind::polynomial ? of_terms(node.terms) : std::nullopt;
  }

  std::optional<uint32_t> of_terms(const std::vector<Term>& terms) {
    uint32_t all = 0;
    for (const Term& term : terms) {
      if (term.atoms.size() > 1) return {};
      const auto atom = term.atoms.empty() ? std::optional<uint32_t>(1) : of(term.atoms[0]);
      if (!atom || (*atom > 1 && term.coefficient != 1)) return {};
      const uint32_t bits = *atom > 1 ? *atom : *atom * static_cast<uint32_t>(term.coefficient);
      if ((all & bits) != 0 || (*atom <= 1 && !std::has_single_bit(bits) && !term.atoms.empty())) return {};
      all |= bits;
    }
    return all;
  }

  const Arena& arena_;
  std::map<uint32_t, std::optional<uint32_t>> known_;
};

}  // namespace

std::optional<Expr> chosen_bits(Arena& arena, const std::string& opcode, const std::vector<Expr>& words) {
  if (words.size() != 2 || opcode != "or") return {};
  for (size_t i = 0; i < 2; ++i) {
    const Node node = arena[words[i]];
    if (node.kind != Kind::select) continue;
    const Expr other = words[1 - i];
    const auto a = constant(arena, node.args[1]), b = constant(arena, node.args[2]);
    if (!a || !b || (*a != 0 && *b != 0)) continue;
    const auto set = PossibleBits(arena).of(other);
    if (set && (*set & static_cast<uint32_t>(*a | *b)) == 0) return add(arena, other, words[i]);
    if (arena.all_parts(other).size() > k_most_doubled) return {};
    const auto with = [&](int64_t bits) {
      if (bits == 0) return other;
      if (const auto number = constant(arena, other)) return integer(arena, *number | bits);
      return arena.call("or", {integer(arena, bits), other});
    };
    return select(arena, node.args[0], with(*a), with(*b));
  }
  return {};
}

}  // namespace whet::lift
