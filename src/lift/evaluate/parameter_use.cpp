#include "lift/evaluate/parameter_use.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <tuple>

#include "lift/expression/real.h"
#include "lift/thread/declared_sign.h"
#include "util/text.h"

namespace whet::lift {

bool is_index(const Arena& arena, Expr e) {
  const Node& node = arena[e];
  if (node.kind == Kind::variable || node.kind == Kind::bound) return true;
  if (node.kind == Kind::select) return is_index(arena, node.args[1]) || is_index(arena, node.args[2]);
  if (node.kind != Kind::maximum && node.kind != Kind::minimum) return false;
  return std::any_of(node.args.begin(), node.args.end(), [&](Expr arg) { return is_index(arena, arg); });
}

namespace {

enum class Reading : uint8_t { any, real, integer };
enum class Purpose : uint8_t { value, load_index, store_index, range };

// Walks expressions with what each is read as and what it is for.
class UseWalk {
 public:
  UseWalk(const Arena& arena, std::vector<ParameterUse>& uses) : arena_(arena), uses_(uses) {}

  void walk(Expr e, Reading reading, Purpose purpose) {
    if (!seen_.insert({e.id, reading, purpose}).second) return;
    const Node& node = arena_[e];
    switch (node.kind) {
      case Kind::parameter:
        return number(node, reading);
      case Kind::load:
        return load(node, reading, purpose);
      case Kind::call:
        if (is_number_of_byte(arena_, e)) note_numbers(node.args[0]);
        return all(node.args, takes_integers(arena_, e) ? Reading::integer : Reading::real, purpose);
      case Kind::select:
        walk(node.args[0], Reading::any, purpose);
        return all({node.args[1], node.args[2]}, as_made(e, reading), purpose);
      case Kind::reduction:
        walk(node.args[0], Reading::integer, Purpose::range);
        if (gives_argument(static_cast<Fold>(node.bytes)))
          return walk(node.args[1], as_made(node.args[1], Reading::any), Purpose::value);
        return walk(node.args[1], as_made(e, reading), purpose);
      case Kind::polynomial:
        for (const Term& term : node.terms) all(term.atoms, Reading::integer, purpose);
        return;
      case Kind::sum:
      case Kind::product:
      case Kind::inverse:
      case Kind::less:
      case Kind::equal:
        return all(node.args, Reading::real, purpose);
      case Kind::quotient:
      case Kind::remainder:
      case Kind::nonneg:
      case Kind::zero:
        return all(node.args, Reading::integer, purpose);
      default:
        return all(node.args, as_made(e, reading), purpose);
    }
  }

  void array(Expr e, int bytes, bool writes) {
    const Node& node = arena_[e];
    if (node.kind != Kind::parameter) return;
    ParameterUse& use = at(node);
    use.is_array = true;
    (writes ? use.is_written : use.is_read) = true;
    if (use.bytes != 0 && use.bytes != bytes) use.has_mixed_widths = true;
    use.bytes = bytes;
  }

  ParameterUse& at(const Node& parameter) {
    const auto number = static_cast<size_t>(parameter.value);
    if (number >= uses_.size()) uses_.resize(number + 1);
    if (parameter.bytes != 0) uses_[number].has_members = true;
    return uses_[number];
  }

 private:
  Reading as_made(Expr e, Reading reading) const {
    if (is_real(arena_, e)) return Reading::real;
    return is_integer(arena_, e) ? Reading::integer : reading;
  }

  void all(const std::vector<Expr>& list, Reading reading, Purpose purpose) {
    for (const Expr e : list) walk(e, reading, purpose);
  }

  void note_numbers(Expr bits) {
    const bool is_element = arena_[bits].kind == Kind::load && arena_[arena_[bits].args[0]].kind == Kind::parameter;
    if (is_element) at(arena_[arena_[bits].args[0]]).holds_numbers = true;
  }

  void number(const Node& node, Reading reading) {
    ParameterUse& use = at(node);
    if (reading != Reading::real) return;
    use.is_real = true;
    use.real_members.insert(node.bytes);
  }

  void load(const Node& node, Reading reading, Purpose purpose) {
    array(node.args[0], node.bytes, false);
    if (arena_[node.args[0]].kind == Kind::parameter) {
      ParameterUse& use = at(arena_[node.args[0]]);
      if (reading == Reading::real) use.is_real = true;
      if (reading == Reading::any) use.is_copied = true;
      if (purpose == Purpose::load_index) use.indexes_loads = true;
      if (purpose == Purpose::store_index) use.indexes_stores = true;
      if (purpose == Purpose::range) use.bounds_ranges = true;
    }
    walk(node.args[1], Reading::integer, Purpose::load_index);
  }

  const Arena& arena_;
  std::vector<ParameterUse>& uses_;
  std::set<std::tuple<uint32_t, Reading, Purpose>> seen_;
};

enum class Declared : uint8_t { unknown, real, integer };

// "float4" -> "float", "uint32_t" -> "uint", "__half2" -> "half"
std::string stem_of(std::string_view word) {
  std::string stem(word);
  while (stem.starts_with('_')) stem.erase(0, 1);
  if (stem.ends_with("_t") && stem != "size_t") stem.resize(stem.size() - 2);
  while (!stem.empty() && (std::isdigit(static_cast<unsigned char>(stem.back())) != 0)) stem.pop_back();
  return stem;
}

Declared declared_as(const std::string& base) {
  static const std::set<std::string> k_reals = {"float", "double", "half", "nv_bfloat", "nv_half"};
  static const std::set<std::string> k_integers = {
      "int",       "uint", "long",     "ulong",  "short",  "ushort",  "char",   "uchar",   "longlong",
      "ulonglong", "bool", "unsigned", "signed", "size_t", "uintptr", "intptr", "ptrdiff", "std::size_t"};
  Declared found = Declared::unknown;
  for (const auto word : split(base, ' ')) {
    const std::string stem = stem_of(word.starts_with("std::") ? word.substr(5) : word);
    if (k_reals.contains(stem)) return Declared::real;
    if (k_integers.contains(stem)) found = Declared::integer;
  }
  return found;
}

bool has_word(const std::string& base, std::initializer_list<const char*> words) {
  return std::any_of(words.begin(), words.end(),
                     [&](const char* word) { return base.find(word) != std::string::npos; });
}

// The declared type decides over the use.
void declare(ParameterUse& use, const Parameter& parameter) {
  const std::string& base = parameter.base;
  const Declared declared = declared_as(base);
  if (declared == Declared::real) {
    use.is_real = true;
    use.is_copied = false;
  } else if (declared == Declared::integer) {
    use.is_real = use.is_copied = false;
  }
  use.is_bfloat = has_word(base, {"bfloat"});
  use.has_alias = declared == Declared::unknown;
  use.is_bool = has_word(base, {"bool"});
  use.is_unsigned = declared_sign(base) == Sign::without;
  if (parameter.is_pointer()) use.is_array = true;
  if (parameter.is_pointer() || use.bytes != 0) return;
  if (use.is_real && !use.has_members) use.real_members.insert(0);
  use.bytes = has_word(base, {"double", "long", "64", "size_t"}) ? 8 : 4;
}

Reading reading_of(const Arena& arena, Expr value) {
  if (is_real(arena, value)) return Reading::real;
  return is_integer(arena, value) || is_index(arena, value) ? Reading::integer : Reading::any;
}

}  // namespace

std::vector<ParameterUse> parameter_uses(const Arena& arena, const Meaning& meaning,
                                         const std::vector<Parameter>& parameters) {
  std::vector<ParameterUse> uses(std::max(parameters.size(), meaning.names.parameters.size()));
  UseWalk walk(arena, uses);
  for (const Statement& statement : meaning.statements) {
    walk.array(statement.array, statement.bytes, true);
    const Reading reading = reading_of(arena, statement.value);
    walk.walk(statement.value, reading, Purpose::value);
    ParameterUse& stored = walk.at(arena[statement.array]);
    if (reading == Reading::real) stored.is_real = true;
    if (reading == Reading::any) stored.is_copied = true;
    if (statement.update) stored.is_read = true;
    // Updates may meet, stores may not.
    walk.walk(statement.offset, Reading::integer, statement.update ? Purpose::load_index : Purpose::store_index);
    for (const Expr e : statement.guard) walk.walk(e, Reading::any, Purpose::value);
    for (const SpaceIndex& index : statement.space) walk.walk(index.count, Reading::integer, Purpose::range);
  }
  for (size_t i = 0; i < parameters.size(); ++i) declare(uses[i], parameters[i]);
  return uses;
}

}  // namespace whet::lift
