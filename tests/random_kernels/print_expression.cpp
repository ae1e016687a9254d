#include <fmt/format.h>

#include "random_kernels/printer.h"
#include "random_kernels/tables.h"

namespace whet::random_kernels {

namespace {

const char* wide(Type type) {
  return bits_of(type) == 64 ? "u64" : "u32";
}

constexpr int k_offsets[] = {4, 64, -16, 1024};

}  // namespace

std::string Printer::cast(Type to, Type from, const std::string& text) {
  if (to == from) return text;
  if (is_float(from) && !is_float(to)) return fmt::format("to_int<{}>({})", name_of(to), text);
  return fmt::format("({})({})", name_of(to), text);
}

std::string Printer::literal(const Tree& tree) const {
  if (!is_float(tree.type)) return fmt::format("({}){:#x}ull", name_of(tree.type), tree.value);
  if (tree.value & 1) return fmt::format("from_bits(({}){:#x}ull)", wide(tree.type), tree.value);
  return fmt::format("(({})(i64){:#x}ull * ({})0.25)", name_of(tree.type), tree.value, name_of(tree.type));
}

std::string Printer::unary(const Tree& tree) const {
  const std::string x = child(tree, 0);
  if (is_float(tree.type))
    return tree.op == 0 ? fmt::format("(-({}))", x) : fmt::format("(({}) * ({})0.5)", x, name_of(tree.type));
  return fmt::format("({})({}({})({}))", name_of(tree.type), tree.op == 0 ? "0 - " : "~", wide(tree.type), x);
}

std::string Printer::binary(const Tree& tree) const {
  const std::string a = child(tree, 0), b = child(tree, 1), type = name_of(tree.type), w = wide(tree.type);
  const std::string_view op = k_binary[tree.op];
  if (op == "least" || op == "most") return fmt::format("{}<{}>({}, {})", op, type, a, b);
  if (is_float(tree.type)) return fmt::format("(({}) {} ({}))", a, op, b);
  const int last = bits_of(tree.type) - 1;
  if (op == "/" || op == "%") return fmt::format("{}<{}>({}, {})", op == "/" ? "divide" : "remain", type, a, b);
  if (op == "<<") return fmt::format("({})(({})({}) << ((u32)({}) & {}u))", type, w, a, b, last);
  if (op == ">>") return fmt::format("({})(({})({}) >> ((u32)({}) & {}u))", type, type, a, b, last);
  return fmt::format("({})(({})({}) {} ({})({}))", type, w, a, op, w, b);
}

// An element of a place, however its address is written down.
std::string Printer::element(const Tree& tree, bool write) const {
  const Place& place = k_places[tree.index];
  const std::string at = index(tree.children[0]);
  const std::string_view base = place.base;
  if (place.count == 0) {
    const uint32_t each = k_shared_each[static_cast<size_t>(tree.index) - (std::size(k_places) - 5)];
    if (place.reach == Reach::any_shared) return fmt::format("{}[{} % {}u]", base, at, kernel_.threads() * each);
    return fmt::format("{}[(tid & ~31u) * {}u + {} % (warp_threads * {}u)]", base, each, at, each);
  }
  const std::string masked = fmt::format("({} & {}u)", at, place.count - 1);
  const int k = k_offsets[tree.value & 3];
  switch (tree.op) {
    case 1:
      return fmt::format("({} + {})[-1 - (i32){}]", base, place.count, masked);
    case 2:
      return fmt::format("({} + {})[(i32){} - {}]", base, place.count / 2, masked, place.count / 2);
    case 3:
      return fmt::format("*({}{}*)(({}char*)({}) + (u64){} * sizeof({}))", write ? "" : "const ", name_of(place.type),
                         write ? "" : "const ", base, masked, name_of(place.type));
    case 4:
      if (!write && base == "in->w") return fmt::format("near_global<{}>(in->w + {})", k, masked);
      if (!write && base == "(sh32 + tid * 4)") return fmt::format("near_shared<{}>({} + {})", k, base, masked);
      break;
    default:
      break;
  }
  return fmt::format("{}[{}]", base, masked);
}

std::string Printer::intrinsic(const Tree& tree) const {
  const Intrinsic& known = intrinsics()[static_cast<size_t>(tree.index)];
  std::string text = std::string(known.name) + "(";
  for (size_t i = 0; i < tree.children.size(); ++i) {
    text += fmt::format("{}({})({})", i ? ", " : "", name_of(known.arguments[i]), child(tree, i));
  }
  return text + ")";
}

std::string Printer::call(const Tree& tree) const {
  const bool one_of_two = tree.kind == Kind::call_one;
  const size_t first = one_of_two ? 1 : 0;
  const std::string callee =
      one_of_two ? fmt::format("({} & 1u ? f{} : f{})", index(tree.children[0]), tree.index, tree.index + 1)
                 : fmt::format("f{}", tree.index);
  return fmt::format("{}(in, {} & 3u, {}, {})", callee, index(tree.children[first]), child(tree, first + 1),
                     child(tree, first + 2));
}

std::string Printer::expression(const Tree& tree) const {
  switch (tree.kind) {
    case Kind::literal:
      return literal(tree);
    case Kind::variable:
      return "v" + std::to_string(tree.index);
    case Kind::special:
      return k_specials[tree.index].text == "BLOCK" ? std::to_string(kernel_.threads()) + "u"
                                                    : std::string(k_specials[tree.index].text);
    case Kind::unary:
      return unary(tree);
    case Kind::binary:
      return binary(tree);
    case Kind::compare:
      return fmt::format("((u32)(({}) {} ({})))", child(tree, 0), k_compare[tree.op], child(tree, 1));
    case Kind::logic:
      return fmt::format("((u32)(({}) {} ({})))", child(tree, 0), tree.op ? "||" : "&&", child(tree, 1));
    case Kind::select:
      return fmt::format("(({})(({}) ? ({}) : ({})))", name_of(tree.type), child(tree, 0), child(tree, 1),
                         child(tree, 2));
    case Kind::cast:
      return cast(tree.type, tree.children[0].type, child(tree, 0));
    case Kind::read:
      return element(tree, false);
    case Kind::fold:
      return fmt::format("fold({}[{} & {}u])", k_vectors[tree.index].base, index(tree.children[0]),
                         k_vectors[tree.index].count - 1);
    case Kind::intrinsic:
      return intrinsic(tree);
    case Kind::call:
    case Kind::call_one:
      return call(tree);
    case Kind::recur:
      return fmt::format("(depth ? f{}(in, depth - 1u, {}, {}) : ({})1)", function_, child(tree, 0), child(tree, 1),
                         name_of(kernel_.result));
    default:
      return "0";
  }
}

}  // namespace whet::random_kernels
