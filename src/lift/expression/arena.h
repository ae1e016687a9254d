// Interned expressions: two expressions are equal exactly when they have the same id.
//
// Nodes are immutable and made through the functions of this folder, which keep them in a normal form: integers are
// polynomials (polynomial.h), floating-point values sums and products without order (real.h), comparisons of integers
// one form each (condition.h). Values are those of mathematics: integers do not wrap, sums have no order, and there is
// no NaN. Whoever needs more must run the kernel.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace whet::lift {

struct Expr {
  uint32_t id = 0;
  bool operator==(const Expr&) const = default;
};

enum class Kind : uint8_t {
  polynomial,  // integer; `terms`. One term with coefficient 1 and one atom is written as the atom itself
  real,        // constant; bits of a double in `value`
  truth,       // constant; `value` is 0 or 1
  parameter,   // number `value` of the kernel, from byte `bytes` on
  special,     // %tid.x and the like; `value` is a Special
  symbol,      // address of the local array number `value`
  variable,    // number `value`: a loop's counter, an index of the iteration space, a value carried by a loop; where
               // `bytes` is 1, it may be negative
  bound,       // the variable of a reduction; `value` counts the reductions nested inside it
  unknown,     // reason number `value`: nothing may be made of it
  load,        // args: parameter, offset in bytes; `bytes` wide. Integer or floating-point, as it is used
  quotient,    // args: integers a, b; rounded towards zero
  remainder,   // args: integers a, b; with the sign of a
  sum,         // floating-point; args sorted
  product,     // floating-point; args sorted
  inverse,     // 1/x
  maximum,     // integer or floating-point; args sorted
  minimum,
  call,       // function number `value`, of `args`
  select,     // args: condition, value if true, value if false
  nonneg,     // 0 <= integer
  zero,       // 0 == integer
  less,       // floating-point a < b
  equal,      // floating-point a == b
  both,       // conjunction; args sorted
  either,     // disjunction; args sorted
  negation,   // of zero, less and equal only
  reduction,  // args: count, body; over the bound variable `value` = 0 .. count-1; `bytes` is a Fold
};

enum class Special : uint8_t {
  tid_x,
  tid_y,
  tid_z,
  ctaid_x,
  ctaid_y,
  ctaid_z,
  ntid_x,
  ntid_y,
  ntid_z,
  nctaid_x,
  nctaid_y,
  nctaid_z
};
// An argument is the first pass with the greatest or smallest body.
enum class Fold : uint8_t {
  sum,
  product,
  maximum,
  minimum,
  argmaximum,
  argminimum,
  squares,  // of the differences from the mean; the reductions of kernels that are written, not of any that is lifted
};

// coefficient * atom * atom ...; the atoms are sorted and may repeat.
struct Term {
  int64_t coefficient = 0;
  std::vector<Expr> atoms;
  bool operator==(const Term&) const = default;
};

struct Node {
  Kind kind = Kind::truth;
  uint8_t bytes = 0;
  int64_t value = 0;
  std::vector<Expr> args = {};
  std::vector<Term> terms = {};
  bool operator==(const Node&) const = default;
};

// A parameter of the kernel, and the byte of it at which the number is: not 0 in structs alone.
using PassedNumber = std::pair<int, int>;

class Arena {
 public:
  explicit Arena(size_t budget = 200'000);

  const Node& operator[](Expr e) const { return nodes_[e.id]; }
  // The node that equals this one. Past the budget it is the first node, and `exhausted` says so from then on.
  Expr intern(Node node);
  size_t size() const { return nodes_.size(); }
  // Why no result may be used: too many nodes or steps, too deep, or a coefficient beyond 64 bits. Empty as long as all
  // is well.
  const std::string& exhausted() const { return exhausted_; }
  void exhaust(const std::string& why);
  // A new piece of work begins: time and steps are counted anew.
  void begin_work();

  // Which of the numbers that are passed may be negative; the others are taken to be sizes. Call it before a kernel is
  // read: what was made stays as it was made.
  void let_be_negative(std::set<PassedNumber> numbers);
  bool may_be_negative(const Node& parameter) const {
    return !negative_.empty() && negative_.contains({static_cast<int>(parameter.value), parameter.bytes});
  }

  Expr parameter(int number, int offset = 0);
  Expr special(Special which);
  Expr symbol(int number);
  Expr truth(bool value);
  Expr fresh_variable(bool may_be_negative = false);
  Expr unknown(const std::string& why);
  Expr load(Expr array, Expr offset, int bytes);
  Expr call(const std::string& function, std::vector<Expr> args);

  const std::string& text(Expr unknown_or_call) const { return texts_[(*this)[unknown_or_call].value]; }
  // How many reductions are nested in it.
  uint32_t reductions(Expr e) const { return reductions_[e.id]; }

  // A total order by structure: it does not depend on the order in which the nodes were made.
  int compare(Expr a, Expr b) const;
  bool before(Expr a, Expr b) const { return compare(a, b) < 0; }
  // Whether `e` contains `part`, itself included.
  bool contains(Expr e, Expr part) const;
  std::vector<Expr> all_parts(Expr e) const;  // each once, `e` last

  // What is known of a node by those who have looked; nodes are shared, and whoever asks each time asks for ever.
  struct Known {
    std::optional<bool> is_integer, is_real, is_nonneg, is_exact;
  };
  Known& known(Expr e) const {
    if (known_.size() < nodes_.size()) known_.resize(nodes_.size());
    return known_[e.id];
  }

 private:
  int64_t text_number(const std::string& text);
  int compare_terms(const Node& a, const Node& b) const;
  int compare_lists(const std::vector<Expr>& a, const std::vector<Expr>& b) const;

  size_t budget_;
  std::vector<Node> nodes_;
  std::vector<uint32_t> reductions_, depth_;
  mutable std::vector<Known> known_;
  std::set<PassedNumber> negative_;
  std::unordered_multimap<size_t, uint32_t> by_hash_;
  std::vector<std::string> texts_;
  std::unordered_map<std::string, int64_t> text_numbers_;
  int64_t variables_ = 0;
  // Searches that make no new nodes end as well.
  static constexpr uint64_t k_most_steps = 3'000'000;
  static constexpr double k_most_seconds = 4;
  uint64_t asked_ = 0;
  double started_ = 0;  // in seconds of the processor
  std::string exhausted_;
};

}  // namespace whet::lift
