#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "random_kernels/printer.h"
#include "random_kernels/tables.h"

namespace whet::random_kernels {

namespace {

constexpr int k_offsets[] = {4, 64, -16, 1024};

}  // namespace

void Printer::body(const Tree& block) {
  for (const Tree& tree : block.children) statement(tree);
}

void Printer::assign(int variable, Type from, const std::string& text) {
  line(fmt::format("v{} = {};", variable, cast(routine_->variables[static_cast<size_t>(variable)], from, text)));
}

void Printer::store(const Tree& tree) {
  const Place& place = k_places[tree.index];
  const std::string value = fmt::format("plain(({})({}))", name_of(place.type), child(tree, 1));
  if (tree.op == 4 && place.base == "(sh32 + tid * 4)") {
    return line(fmt::format("put_shared<{}>({} + ({} & {}u), {});", k_offsets[tree.value & 3], place.base,
                            index(tree.children[0]), place.count - 1, value));
  }
  line(fmt::format("{} = {};", element(tree, true), value));
}

void Printer::own_atomic(const Tree& tree) {
  const std::string at = index(tree.children[0]), x = child(tree, 1), y = child(tree, 2);
  std::string_view function = k_own_atomics[tree.op];
  const bool wide = tree.value == 1;
  if (wide && (function == "atomicSub" || function == "atomicInc" || function == "atomicDec")) function = "atomicAdd";
  const std::string cell = wide              ? fmt::format("mine->d + ({} & 3u)", at)
                           : tree.value == 0 ? fmt::format("mine->w + ({} & 7u)", at)
                                             : fmt::format("sh32 + tid * 4 + ({} & 3u)", at);
  const char* const type = wide ? "u64" : "u32";
  std::string text = fmt::format("{}({}, ({})({})", function, cell, type, x);
  if (function == "atomicCAS") text += fmt::format(", ({})({})", type, y);
  if (tree.value == 3) text = fmt::format("add_shared<{}>({}, (u32)({})", k_offsets[tree.op & 3], cell, x);
  assign(tree.index, wide ? Type::u64 : Type::u32, text + ")");
}

void Printer::through_pointer(const Tree& tree) {
  open("{");
  line(fmt::format("const u32 which = {} & 3u, at = {}, x = {};", index(tree.children[0]), index(tree.children[1]),
                   index(tree.children[2])));
  if (tree.op == 2) {
    line("const u32* const q = which == 0 ? loc32 : which == 1 ? in->w : which == 2 ? c_words : p.c;");
    assign(tree.index, Type::u32, "far_walk(q, 1 + (at & 7u), x % 17u)");
  } else {
    line(fmt::format("u32* const q = which == 0 ? loc32 + (at & 15u) : which == 1 ? mine->w + (at & 7u) : {};",
                     tree.value ? "which == 2 ? sh32 + tid * 4 + (at & 3u) : loc32 + 3" : "loc32 + 3"));
    if (tree.op == 0) line("*q = *q * 5u + x;");
    assign(tree.index, Type::u32, tree.op == 0 ? "*q" : "far_touch(q, x)");
  }
  close();
}

void Printer::hand_back(const Tree& tree) {
  const Type type = tree.children[0].type;
  if (function_ >= 0) return line("return " + cast(kernel_.result, type, child(tree, 0)) + ";");
  if (in_tail_) line(fmt::format("{{ mine->vote = {}; return; }}", cast(Type::u64, type, child(tree, 0))));
}

void Printer::loop(const Tree& tree) {
  const std::string counter = "v" + std::to_string(tree.index), limit = "v" + std::to_string(tree.index + 1);
  if (tree.kind == Kind::count_loop) {
    open(fmt::format("for ({} = 0, {} = {} % {}u; {} < {}; ++{}) {{", counter, limit, index(tree.children[0]),
                     tree.value + 1, counter, limit, counter));
  } else {
    line(counter + " = 0;");
    const bool first = tree.op == 0;
    open(first ? fmt::format("while ({} < {}u && ({})) {{", counter, tree.value, child(tree, 0)) : "do {");
    line("++" + counter + ";");
  }
  ++loops_;
  body(tree.children[1]);
  --loops_;
  const bool tests_last = tree.kind == Kind::condition_loop && tree.op != 0;
  close(tests_last ? fmt::format("}} while ({} < {}u && ({}));", counter, tree.value, child(tree, 0)) : "}");
}

void Printer::choice(const Tree& tree) {
  const size_t cases = tree.children.size() - 1;
  open(fmt::format("switch ({} % {}u) {{", index(tree.children[0]), cases));
  for (size_t i = 0; i < cases; ++i) {
    open((i + 1 == cases ? std::string("default") : fmt::format("case {}", i)) + ": {");
    body(tree.children[i + 1]);
    close();
    if (!(tree.value >> i & 1)) line("break;");
  }
  close();
}

void Printer::labelled(const Tree& tree) {
  if (tree.kind == Kind::labelled) {
    labels_.push_back(tree.value);
    open("{");
    body(tree.children[0]);
    close();
    labels_.pop_back();
    return line(fmt::format("label_{}:;", tree.value));
  }
  const int outer = std::exchange(loops_, 0);
  line(fmt::format("v{} = 0;", tree.index));
  open(fmt::format("label_{}: {{", tree.value));
  body(tree.children[1]);
  close();
  line(fmt::format("if (v{} < {}u && ({})) {{ ++v{}; goto label_{}; }}", tree.index, tree.op, child(tree, 0),
                   tree.index, tree.value));
  loops_ = outer;
}

void Printer::simple(const Tree& tree) {
  switch (tree.kind) {
    case Kind::assign:
      return assign(tree.index, tree.children[0].type, child(tree, 0));
    case Kind::store_vector: {
      const VectorPlace& place = k_vectors[tree.index];
      const std::string a = index(tree.children[1]), b = index(tree.children[2]);
      const std::string at = fmt::format("{}[{} & {}u]", place.base, index(tree.children[0]), place.count - 1);
      if (place.make == "make_uint2") return line(fmt::format("{} = make_uint2({}, {});", at, a, b));
      const char* const narrow = place.make == "make_uchar4" ? "(u8)" : "";
      return line(fmt::format("{} = {}({}({}), {}({}), {}({} ^ 5u), {}({} + 1u));", at, place.make, narrow, a, narrow,
                              b, narrow, a, narrow, b));
    }
    case Kind::bump: {
      const Bump& bump = k_bumps[tree.index];
      const std::string value = bump.function == "atomicInc" ? "100u" : child(tree, 1);
      return line(fmt::format("{}(&{}{}[{} & 7u], ({})({}));", bump.function, tree.op ? "sacc." : "acc->", bump.cells,
                              index(tree.children[0]), name_of(bump.type), value));
    }
    case Kind::leave_loop:
      return line(loops_ > 0 ? "break;" : ";");
    case Kind::next_round:
      return line(loops_ > 0 ? "continue;" : ";");
    case Kind::jump_out: {
      const bool there = std::find(labels_.begin(), labels_.end(), tree.value) != labels_.end();
      return line(there ? fmt::format("goto label_{};", tree.value) : ";");
    }
    default:
      return line(";");
  }
}

void Printer::statement(const Tree& tree) {
  switch (tree.kind) {
    case Kind::block:
      open("{");
      body(tree);
      return close();
    case Kind::when:
      open(fmt::format("if ({}) {{", child(tree, 0)));
      body(tree.children[1]);
      close("} else {");
      ++depth_;
      body(tree.children[2]);
      return close();
    case Kind::count_loop:
    case Kind::condition_loop:
      return loop(tree);
    case Kind::choice:
      return choice(tree);
    case Kind::labelled:
    case Kind::jump_back:
      return labelled(tree);
    case Kind::store:
      return store(tree);
    case Kind::own_atomic:
      return own_atomic(tree);
    case Kind::through_pointer:
      return through_pointer(tree);
    case Kind::hand_back:
      return hand_back(tree);
    default:
      return simple(tree);
  }
}

}  // namespace whet::random_kernels
