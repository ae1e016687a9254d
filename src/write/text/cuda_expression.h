// Expressions of a meaning as CUDA C++, for one element of whatever a schedule runs over.
//
// A schedule binds what it holds: variables to indices, loads to registers, reductions to results. What is not bound is
// written in place: a load as an access to memory, a reduction as a loop of the thread. Indices are 64 bits wide.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "write/subject/subject.h"
#include "write/text/lines.h"

namespace whet::write {

class CudaExpression {
 public:
  CudaExpression(const Subject& subject, Lines& lines);

  // The text stands for the expression until `release` goes back to a mark before it. A load is bound to an element in
  // the type of its array.
  void bind(Expr e, std::string text);
  size_t mark() const { return order_.size(); }
  void release(size_t mark);
  const std::string* bound(Expr e) const;

  // What occurs twice in these gets a variable when it is first written.
  void count_uses(const std::vector<Expr>& roots);

  // Whether quotients may be wrong by two units of float's last place, for one branch and a call less.
  void set_rough(bool is_rough) { is_rough_ = is_rough; }
  // Whether an exponential of a rounded argument may be wrong by what another unit of the argument's last place makes.
  // It is then a power of two whose factor goes into the argument, and a denormal result is zero.
  void set_rough_powers(bool is_rough) { has_rough_powers_ = is_rough && !subject_.is_double(); }

  // Whether the text of it is a sum that is not held.
  bool is_sum(Expr e) const { return arena_[e].kind == lift::Kind::sum && !bound(e); }
  std::string real(Expr e);
  std::string integer(Expr e);
  std::string condition(Expr e);
  // "x + i * cols": the address of an element.
  std::string address(Expr array, Expr offset, int bytes);
  // The block that loads packs of elements of so many bytes, of which nobody reads any again if it is the only pass.
  static std::string_view pack_load(int bytes, bool is_only_pass = false) {
    return bytes < 4 ? "load_small_pack" : is_only_pass ? "stream_pack" : "load_pack";
  }
  // The value of a statement, in the type of the element that it is stored to.
  std::string stored(const lift::Statement& statement);
  // A number as `real` or `integer` would give it, in the type of the array's elements.
  std::string as_element(ElementType type, const std::string& text) const;
  std::string real_of_element(ElementType type, const std::string& element) const;

  std::string_view real_type() const { return subject_.is_double() ? "double" : "float"; }
  std::string number(double value) const;
  // The result of combining two values, and what changes no value. Not for arguments of extremes.
  std::string combined(lift::Fold how, bool is_real, const std::string& a, const std::string& b) const;
  std::string identity(lift::Fold how, bool is_real) const;
  // A name that is not in use: the stem, or the stem with a number.
  std::string fresh(const std::string& stem);

  std::string fail(const std::string& why);
  const std::string& failure() const { return failure_; }

 private:
  struct Signed {
    bool is_negative = false;
    std::string text;
  };
  enum class Reading : uint8_t { real, integer };

  std::string kept(Expr e, Reading reading);
  bool is_worth_a_variable(Expr e) const;
  bool reads_memory(Expr e) const;
  std::string computed(Expr e, Reading reading);
  std::string computed_real(Expr e);
  std::string computed_integer(Expr e);
  std::string sum(const lift::Node& node);
  std::string logistic_sum(const lift::Node& node);
  Signed signed_part(Expr e);
  Signed product(const lift::Node& node);
  std::string factor(Expr e);
  std::string inverse_root(Expr e);
  std::string quotient(const std::string& above, const std::vector<Expr>& below);
  std::string polynomial(const std::vector<lift::Term>& terms);
  std::string term(const lift::Term& term);
  std::string select(Expr e, Reading reading);
  std::string extreme(Expr e, Reading reading);
  std::string call(Expr e);
  std::string integer_call(Expr e);
  std::string serial_reduction(Expr e, Reading reading);
  std::string parameter(const lift::Node& node, Reading reading);
  std::string load(Expr e, Reading reading);

  const Subject& subject_;
  lift::Arena& arena_;
  Lines& lines_;
  std::map<uint32_t, std::vector<std::string>> bound_;
  std::vector<uint32_t> order_;
  std::map<uint32_t, int> uses_;
  std::map<std::string, int> stems_;
  std::vector<std::string> path_;  // conditions under which the current part is computed
  std::string failure_;
  bool is_rough_ = false, has_rough_powers_ = false;
};

}  // namespace whet::write
