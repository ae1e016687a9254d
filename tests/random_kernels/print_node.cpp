#include <fmt/format.h>

#include "random_kernels/printer.h"
#include "random_kernels/tables.h"

namespace whet::random_kernels {

namespace {

constexpr uint32_t k_widths[] = {32, 16, 8, 32};

uint32_t width_of(const Tree& tree) {
  return tree.op >= c_up && tree.op <= c_butterfly ? k_widths[tree.value >> 1 & 3] : 32;
}

Type answer_type(const Tree& tree) {
  if (tree.op <= c_butterfly) return tree.type == Type::u64 ? Type::u64 : Type::u32;
  return tree.op == c_smin || tree.op == c_smax ? Type::i32 : Type::u32;
}

}  // namespace

void Printer::for_each(const std::string& mask, const std::string& text) {
  line(fmt::format("each({}, threads, {}u, [&](Thread& t) {{ WHET_THREAD {} }});", mask, kernel_.threads(), text));
}

void Printer::serial(const Tree& tree) {
  const bool far = tree.children[0].children.size() % 2 == 0;
  std::string meet;
  if (tree.kind == Kind::exchange) meet = far ? "far_barrier();" : "__syncthreads();";
  if (tree.kind == Kind::warp_exchange) meet = fmt::format("{}({});", far ? "far_warp_barrier" : "__syncwarp", mask());
  if (host_) {
    open(fmt::format("each({}, threads, {}u, [&](Thread& t) {{ WHET_THREAD", mask(), kernel_.threads()));
    body(tree.children[0]);
    return close("});");
  }
  if (!meet.empty()) line(meet);
  open("{");
  body(tree.children[0]);
  close();
  if (!meet.empty()) line(meet);
}

std::string Printer::asked(const Tree& tree) const {
  return fmt::format("({})({})", name_of(tree.type), child(tree, 0));
}

void Printer::collective_on_device(const Tree& tree) {
  const std::string m = mask(), x = asked(tree), which = index(tree.children[1]);
  const bool far = tree.value & 1;
  const uint32_t width = width_of(tree);
  std::string text;
  switch (tree.op) {
    case c_index:
      text = far ? fmt::format("far_shuffle({}, {}, lane_in({}, {}))", m, x, m, which)
                 : fmt::format("__shfl_sync({}, {}, (int)lane_in({}, {}))", m, x, m, which);
      break;
    case c_up:
    case c_down:
    case c_butterfly:
      text = fmt::format("__shfl_{}_sync({}, {}, {} & 7u, {})",
                         tree.op == c_up     ? "up"
                         : tree.op == c_down ? "down"
                                             : "xor",
                         m, x, which, width);
      break;
    case c_ballot:
      text = far ? fmt::format("far_ballot({}, {})", m, x) : fmt::format("__ballot_sync({}, {} != 0)", m, x);
      break;
    case c_any:
    case c_all:
      text = fmt::format("(u32)(__{}_sync({}, {} != 0) != 0)", tree.op == c_any ? "any" : "all", m, x);
      break;
    case c_match:
      text = fmt::format("__match_any_sync({}, {})", m, x);
      break;
    case c_match_all:
      text = fmt::format("match_all({}, {})", m, x);
      break;
    default: {
      constexpr std::string_view k_names[] = {"add", "min", "max", "min", "max", "and", "or", "xor"};
      text = far && tree.op == c_add ? fmt::format("far_add({}, {})", m, x)
                                     : fmt::format("__reduce_{}_sync({}, {})", k_names[tree.op - c_add], m, x);
    }
  }
  assign(tree.index, answer_type(tree), fmt::format("({})({})", name_of(answer_type(tree)), text));
}

void Printer::collective(const Tree& tree) {
  if (!host_) return collective_on_device(tree);
  const std::string which = index(tree.children[1]);
  const bool wide = tree.type == Type::u64;
  for_each(mask(), fmt::format("t.asked = {}{}; t.which = {};", wide ? "" : "(u32)", asked(tree),
                               tree.op == c_index ? fmt::format("lane_in({}.of[tid / 32], {})", mask(), which)
                                                  : which + " & 7u"));
  line(fmt::format("collect({}, threads, {}u, (Collective){}, {}u);", mask(), kernel_.threads(), tree.op,
                   width_of(tree)));
  const Type to = kernel_.main.variables[static_cast<size_t>(tree.index)], from = answer_type(tree);
  for_each(mask(), fmt::format("v{} = {};", tree.index, cast(to, from, fmt::format("({})t.answer", name_of(from)))));
}

void Printer::rounds(const Tree& tree) {
  const std::string count = fmt::format("({} & 3u) + 1u", index(tree.children[0]));
  if (host_) {
    open(fmt::format("for (u32 round = 0, count = {}; round <= count; ++round) {{", count));
    for_each(mask(), fmt::format("v{} = round;", tree.index));
    line("if (round == count) break;");
  } else {
    open(fmt::format("for (v{} = 0; v{} < {}; ++v{}) {{", tree.index, tree.index, count, tree.index));
  }
  for (const Tree& inner : tree.children[1].children) node(inner);
  close();
}

void Printer::mask_if(const Tree& tree) {
  const int outer = mask_, then = next_mask_++, other = next_mask_++;
  open("{");
  if (host_) {
    for_each(mask(), fmt::format("t.flag = ({}) != 0;", child(tree, 0)));
    line(fmt::format("const Masks m{} = those(m{}, threads, {}u, true), m{} = those(m{}, threads, {}u, false);", then,
                     outer, kernel_.threads(), other, outer, kernel_.threads()));
  } else {
    line(fmt::format("const bool c{} = ({}) != 0;", then, child(tree, 0)));
    line(fmt::format("const u32 m{} = __ballot_sync(m{}, c{}), m{} = m{} & ~m{};", then, outer, then, other, outer,
                     then));
    open(fmt::format("if (c{}) {{", then));
  }
  mask_ = then;
  for (const Tree& inner : tree.children[1].children) node(inner);
  if (!host_) close("} else {"), ++depth_;
  mask_ = other;
  for (const Tree& inner : tree.children[2].children) node(inner);
  if (!host_) close();
  mask_ = outer;
  close();
}

void Printer::mask_loop(const Tree& tree) {
  const int outer = mask_, inside = next_mask_++;
  const std::string counter = "v" + std::to_string(tree.index), condition = child(tree, 0);
  open("{");
  if (host_) {
    for_each(mask(), fmt::format("{} = 0; t.flag = ({}) != 0;", counter, condition));
    line(fmt::format("Masks m{} = those(m{}, threads, {}u, true);", inside, outer, kernel_.threads()));
    open(fmt::format("while (any_lane(m{})) {{", inside));
  } else {
    line(fmt::format("{} = 0;", counter));
    line(fmt::format("bool c{} = ({}) != 0;", inside, condition));
    line(fmt::format("u32 m{} = __ballot_sync(m{}, c{});", inside, outer, inside));
    open(fmt::format("while (c{}) {{", inside));
  }
  mask_ = inside;
  for (const Tree& inner : tree.children[1].children) node(inner);
  const std::string more = fmt::format("++{} < {}u && ({}) != 0", counter, tree.value, condition);
  if (host_) {
    for_each(mask(), fmt::format("t.flag = {};", more));
    line(fmt::format("m{} = those(m{}, threads, {}u, true);", inside, inside, kernel_.threads()));
  } else {
    line(fmt::format("c{} = {};", inside, more));
    line(fmt::format("m{} = __ballot_sync(m{}, c{});", inside, inside, inside));
  }
  mask_ = outer;
  close();
  close();
}

void Printer::leave(const Tree& tree) {
  if (host_) {
    for_each(mask(), fmt::format("t.flag = ({}) == 0;", child(tree, 0)));
    return line(fmt::format("m0 = those(m0, threads, {}u, true);", kernel_.threads()));
  }
  line("__syncthreads();");
  open("{");
  line(fmt::format("const bool stays = ({}) == 0;", child(tree, 0)));
  line("m0 = __ballot_sync(m0, stays);");
  line("if (!stays) return;");
  close();
}

void Printer::node(const Tree& tree) {
  switch (tree.kind) {
    case Kind::nodes:
      for (const Tree& inner : tree.children) node(inner);
      return;
    case Kind::serial:
    case Kind::exchange:
    case Kind::warp_exchange:
      return serial(tree);
    case Kind::collective:
      return collective(tree);
    case Kind::rounds:
      return rounds(tree);
    case Kind::mask_if:
      return mask_if(tree);
    case Kind::mask_loop:
      return mask_loop(tree);
    default:
      return leave(tree);
  }
}

}  // namespace whet::random_kernels
