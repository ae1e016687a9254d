// Innermost loops of a kernel that count up by one: their parts, and their bodies with another number of the pass.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "edit/text/locals.h"
#include "source/kernel/for_loops.h"

namespace whet::edit {

struct CountingLoop {
  ForLoop loop;
  std::string type, variable;            // "int", "k"
  std::string begin, bound;              // texts: "0", "n"
  size_t body_first = 0, body_last = 0;  // without braces

  bool has(size_t token) const { return token >= body_first && token < body_last; }
};

// The loops that begin and end in the kernel's body, in the order of the text.
std::vector<ForLoop> kernel_loops(const KernelText& text);

// `for (T k = A; k < B; ++k)` whose body neither leaves the loop nor changes k or B, in the order of the text.
std::vector<CountingLoop> find_counting_loops(const KernelText& text);

// A loop of the same form around another loop, whose body is that loop and nothing else.
struct LoopNest {
  CountingLoop outer, inner;
};
std::vector<LoopNest> find_perfect_nests(const KernelText& text);

// The tokens with replacements: of single tokens, and of ranges that begin at a token and end before another.
struct TokenChange {
  size_t first, last;
  std::string with;
};
std::string text_with(const KernelText& text, size_t first, size_t last, const std::vector<TokenChange>& changes);

}  // namespace whet::edit
