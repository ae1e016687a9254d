#include "edit/kind/shuffle_tree.h"

#include <optional>

#include <fmt/format.h>

#include "edit/text/counting_loop.h"
#include "edit/text/index_form.h"
#include "edit/text/rewrite.h"
#include "source/text/word_list.h"

namespace whet::edit {

namespace {

constexpr WordList k_joins("max min fmaxf fminf fmax fmin");
constexpr WordList k_shuffled_types("float int unsigned double");

bool is_power_of_two(int64_t value) {
  return value > 0 && (value & (value - 1)) == 0;
}

struct SharedTree {
  ForLoop loop;
  std::string step, thread, array, type;
  std::string join;  // "+", or the function
};

// Reads one loop; fails on the first token that is not as it should be.
class TreeReader {
 public:
  TreeReader(const KernelText& text, const std::vector<Local>& locals)
      : text_(text), code_(text.code()), locals_(locals) {}

  std::optional<SharedTree> read(const ForLoop& loop) {
    tree_.loop = loop;
    if (!read_header(loop) || !is_whole_width(loop)) return std::nullopt;
    at_ = loop.close + 1;
    if (!take("{") || !take("if") || !take("(")) return std::nullopt;
    const size_t thread_end = code_.partner[at_ - 1];
    tree_.thread = text_.text(at_, thread_end - 2);
    if (!code_.is(thread_end - 2, "<") || !code_.is(thread_end - 1, tree_.step) || !is_thread(at_, thread_end - 2))
      return std::nullopt;
    at_ = thread_end + 1;
    const bool has_braces = code_.is(at_, "{");
    if (has_braces) ++at_;
    if (!read_update() || (has_braces && !take("}"))) return std::nullopt;
    if (!take("__syncthreads") || !take("(") || !take(")") || !take(";") || !take("}")) return std::nullopt;
    return at_ == loop.body_end && find_type() ? std::optional(tree_) : std::nullopt;
  }

 private:
  bool take(std::string_view expected) {
    if (!code_.is(at_, expected)) return false;
    ++at_;
    return true;
  }

  // `int s = ...; s > 0; s >>= 1` or `s /= 2`.
  bool read_header(const ForLoop& loop) {
    const size_t test = loop.first_end + 1, step = loop.second_end + 1;
    tree_.step = text_.token(test).text;
    const bool halves = (code_.is(step + 1, ">") && code_.is(step + 2, ">=") && code_.is(step + 3, "1")) ||
                        (code_.is(step + 1, ">>=") && code_.is(step + 2, "1")) ||
                        (code_.is(step + 1, "/=") && code_.is(step + 2, "2"));
    return code_.is_word(test) && code_.is(test + 1, ">") && code_.is(test + 2, "0") && loop.second_end == test + 3 &&
           code_.is(step, tree_.step) && halves;
  }

  // It begins with half of the block, which is a power of two from 64 on, along one axis.
  bool is_whole_width(const ForLoop& loop) const {
    size_t assign = loop.open + 1;
    while (assign < loop.first_end && !code_.is(assign, "=")) ++assign;
    const std::string from = text_.text(assign + 1, loop.first_end);
    const auto& block = text_.block();
    if (block[1] != 1 || block[2] != 1 || block[0] < 64 || !is_power_of_two(block[0])) return false;
    const auto number = Expression::parse(text_.draft().block[0]);
    if (!number || !number->identifiers().empty()) return false;
    if (from == "blockDim.x / 2" || from == "blockDim.x/2" || from == "blockDim.x >> 1" || from == "blockDim.x>>1")
      return true;
    const IndexForm form = IndexForm::read(text_, locals_, assign + 1, loop.first_end);
    const auto constant = form.terms().find({});
    return form.terms().size() == 1 && constant != form.terms().end() && constant->second == block[0] / 2;
  }

  bool is_thread(size_t first, size_t last) const {
    const IndexForm form = IndexForm::read(text_, locals_, first, last);
    return form.terms().size() == 1 && form.step("threadIdx.x") == 1;
  }

  // `a[t]`, or `a[t + s]`.
  bool take_element(bool is_other) {
    const std::string index = is_other ? tree_.thread + " + " + tree_.step : tree_.thread;
    if (!code_.is_word(at_) || !code_.is(at_ + 1, "[") || text_.token(at_).text != tree_.array) return false;
    const size_t close = code_.partner[at_ + 1];
    std::string found;
    for (size_t i = at_ + 2; i < close; ++i) found += (code_.is(i, "+") ? " + " : std::string(text_.token(i).text));
    at_ = close + 1;
    return found == index;
  }

  // `a[t] += a[t + s];`, `a[t] = a[t] + a[t + s];` or `a[t] = max(a[t], a[t + s]);`
  bool read_update() {
    tree_.array = text_.token(at_).text;
    if (!take_element(false)) return false;
    tree_.join = "+";
    if (take("+=")) return take_element(true) && take(";");
    if (!take("=")) return false;
    if (code_.is(at_, tree_.array)) return take_element(false) && take("+") && take_element(true) && take(";");
    tree_.join = text_.token(at_).text;
    if (!k_joins.holds(tree_.join)) return false;
    ++at_;
    return take("(") && take_element(false) && take(",") && take_element(true) && take(")") && take(";");
  }

  // The array is shared, of a type that can be shuffled, and one-dimensional.
  bool find_type() {
    for (size_t i = text_.body_first(); i < tree_.loop.token; ++i) {
      if (!code_.is(i, "__shared__") || !code_.is(i + 2, tree_.array) || !code_.is(i + 3, "[")) continue;
      tree_.type = text_.token(i + 1).text;
      return k_shuffled_types.holds(tree_.type) && code_.is(code_.partner[i + 3] + 1, ";");
    }
    return false;
  }

  const KernelText& text_;
  const Code& code_;
  const std::vector<Local>& locals_;
  SharedTree tree_;
  size_t at_ = 0;
};

enum class LaterUse : uint8_t { by_first_thread, by_all, others };

// Who reads the first element after the tree, and whether other elements are used: these have other values now.
LaterUse later_use(const KernelText& text, const SharedTree& tree) {
  const Code& code = text.code();
  LaterUse use = LaterUse::by_first_thread;
  size_t alone_until = 0;
  for (size_t i = tree.loop.body_end; i < text.body_last(); ++i) {
    const bool asks_first =
        code.is(i, "if") && code.is(i + 1, "(") && text.text(i + 2, code.partner[i + 1]) == tree.thread + " == 0";
    if (asks_first) alone_until = statement_end(text, i);
    if (!code.is_word(i) || text.token(i).text != tree.array) continue;
    if (!code.is(i + 1, "[") || !code.is(i + 2, "0") || !code.is(i + 3, "]")) return LaterUse::others;
    if (i >= alone_until) use = LaterUse::by_all;
  }
  return use;
}

bool is_in_loop(const KernelText& text, size_t token) {
  for (size_t i = text.body_first(); i < token; ++i) {
    const bool loops = text.code().is(i, "for") || text.code().is(i, "while") || text.code().is(i, "do");
    if (loops && statement_end(text, i) > token) return true;
  }
  return false;
}

std::string warp_part(const KernelText& text, const SharedTree& tree, LaterUse use) {
  const std::string in = text.indent(tree.loop.token), value = text.fresh_name("lane_value");
  const std::string other = fmt::format("__shfl_down_sync(0xffffffffu, {}, offset)", value);
  const std::string joined =
      tree.join == "+" ? value + " += " + other : fmt::format("{0} = {1}({0}, {2})", value, tree.join, other);
  std::string part = fmt::format(
      "\n{0}if ({1} < 32) {{\n{0}  {2} {3} = {4}[{1}];\n{0}  for (int offset = 16; offset > 0; offset >>= 1) {5};\n"
      "{0}  if ({1} == 0) {4}[0] = {3};\n{0}}}",
      in, tree.thread, tree.type, value, tree.array, joined);
  return part + (use == LaterUse::by_all ? "\n" + in + "__syncthreads();" : "");
}

Result<Draft> make_shuffled(const KernelText& text, int64_t) {
  const auto locals = find_locals(text);
  Rewrite rewrite;
  for (const ForLoop& loop : kernel_loops(text)) {
    if (is_in_loop(text, loop.token)) continue;
    const auto tree = TreeReader(text, locals).read(loop);
    if (!tree) continue;
    const LaterUse use = later_use(text, *tree);
    if (use == LaterUse::others) continue;
    const Token& zero = text.token(loop.first_end + 3);
    rewrite.replace(zero.offset, zero.end(), "16");
    rewrite.insert(text.token(loop.body_end - 1).end(), warp_part(text, *tree, use));
  }
  if (rewrite.is_empty()) return unfit(text, "there is no reduction tree over a whole block in shared memory");
  Draft draft = text.draft();
  draft.source = rewrite.applied_to(draft.source);
  return draft;
}

}  // namespace

Edit shuffle_tree_edit() {
  return {"shuffled tree",
          "shuffled tree",
          "the last five steps of a tree in shared memory are shuffles of one warp",
          "latency.warp_shuffle_sync",
          true,
          make_shuffled,
          0};
}

}  // namespace whet::edit
