#include "lift/meaning/word_kinds.h"

#include <set>
#include <utility>

#include "lift/expression/real.h"
#include "lift/thread/bit_readings.h"

namespace whet::lift {
namespace {

enum class ReadAs : uint8_t { any, real, whole };

// Walks an expression with what each part of it is read as.
class KindWalk {
 public:
  KindWalk(const Arena& arena, const std::vector<Parameter>& parameters) : arena_(arena), parameters_(parameters) {}

  void walk(Expr e, ReadAs reading) {
    if (!wrong_.empty() || !seen_.insert({e.id, reading}).second) return;
    const Node& node = arena_[e];
    switch (node.kind) {
      case Kind::parameter:
        return check(sign_of(e, false), reading);
      case Kind::load:
        check(sign_of(node.args[0], true), reading);
        return walk(node.args[1], ReadAs::whole);
      case Kind::call:
        return all(node.args, operands_of(e, reading));
      case Kind::select:
        walk(node.args[0], ReadAs::any);
        return all({node.args[1], node.args[2]}, as_made(e, reading));
      case Kind::reduction:
        walk(node.args[0], ReadAs::whole);
        return walk(node.args[1], gives_argument(static_cast<Fold>(node.bytes)) ? as_made(node.args[1], ReadAs::any)
                                                                                : as_made(e, reading));
      case Kind::polynomial:
        for (const Term& term : node.terms) all(term.atoms, ReadAs::whole);
        return;
      case Kind::sum:
      case Kind::product:
      case Kind::inverse:
      case Kind::less:
      case Kind::equal:
        return all(node.args, ReadAs::real);
      case Kind::quotient:
      case Kind::remainder:
      case Kind::nonneg:
      case Kind::zero:
        return all(node.args, ReadAs::whole);
      default:
        return all(node.args, as_made(e, reading));
    }
  }

  // What is only moved must be what the array holds to which it is stored.
  ReadAs reading_of(Expr array) const {
    const Sign sign = sign_of(array, true);
    return sign == Sign::of_real ? ReadAs::real : is_whole(sign) ? ReadAs::whole : ReadAs::any;
  }

  const std::string& wrong() const { return wrong_; }

 private:
  ReadAs as_made(Expr e, ReadAs reading) const {
    if (is_real(arena_, e)) return ReadAs::real;
    return is_integer(arena_, e) ? ReadAs::whole : reading;
  }

  // Exchanges between lanes move words.
  ReadAs operands_of(Expr call, ReadAs reading) const {
    const std::string& name = arena_.text(call);
    if (name.starts_with('@')) return as_made(call, reading);
    return takes_integers(arena_, call) ? ReadAs::whole : ReadAs::real;
  }

  // Of the numbers that a pointer leads to, or of the number that is passed itself.
  Sign sign_of(Expr parameter, bool is_pointer) const {
    const Node& node = arena_[parameter];
    const auto number = static_cast<size_t>(node.value);
    if (node.kind != Kind::parameter || node.bytes != 0 || number >= parameters_.size()) return Sign::unknown;
    const Parameter& declared = parameters_[number];
    return declared.is_pointer() == is_pointer ? declared_sign(declared.base) : Sign::unknown;
  }

  void all(const std::vector<Expr>& list, ReadAs reading) {
    for (const Expr e : list) walk(e, reading);
  }

  void check(Sign sign, ReadAs reading) {
    if (sign == Sign::of_real && reading == ReadAs::whole) wrong_ = k_real_bits;
    if (is_whole(sign) && reading == ReadAs::real) wrong_ = k_whole_bits;
  }

  const Arena& arena_;
  const std::vector<Parameter>& parameters_;
  std::set<std::pair<uint32_t, ReadAs>> seen_;
  std::string wrong_;
};

}  // namespace

std::optional<std::string> misread_words(const Arena& arena, const Statement& statement,
                                         const std::vector<Parameter>& parameters) {
  KindWalk kinds(arena, parameters);
  const Expr value = statement.value;
  const ReadAs made = is_real(arena, value)      ? ReadAs::real
                      : is_integer(arena, value) ? ReadAs::whole
                                                 : kinds.reading_of(statement.array);
  kinds.walk(value, made);
  kinds.walk(statement.offset, ReadAs::whole);
  for (const Expr condition : statement.guard) kinds.walk(condition, ReadAs::any);
  for (const SpaceIndex& index : statement.space) kinds.walk(index.count, ReadAs::whole);
  return kinds.wrong().empty() ? std::nullopt : std::optional(kinds.wrong());
}

}  // namespace whet::lift
