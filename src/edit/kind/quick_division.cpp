#include "edit/kind/quick_division.h"

#include <map>

#include <fmt/format.h>

#include "edit/text/locals.h"
#include "edit/text/rewrite.h"

namespace whet::edit {

namespace {

// For 0 <= a < 2^31 and 2 <= d <= 2^bits: with m = 2^(31 + bits) / d + 1, rounded down, a * m / 2^(31 + bits) is a / d,
// because m * d exceeds 2^(31 + bits) by at most d, and a times that is less than 2^(31 + bits).
constexpr const char* k_quick_divisor =
    R"(// An int by which ints are divided with one multiplication; negative ones as ever.
struct {0} {{
  int value;
  unsigned int multiplier = 0;  // 0: divided as ever
  int shift = 0;
  __device__ explicit {0}(int divisor) : value(divisor) {{
    if (divisor < 2) return;
    const int bits = 32 - __clz(divisor - 1);
    multiplier = (unsigned int)((1ull << (31 + bits)) / (unsigned int)divisor + 1);
    shift = bits - 1;
  }}
}};
template <typename T>
__device__ __forceinline__ auto operator/(T a, const {0}& d) {{ return a / d.value; }}
template <typename T>
__device__ __forceinline__ auto operator%(T a, const {0}& d) {{ return a % d.value; }}
__device__ __forceinline__ int operator/(int a, const {0}& d) {{
  if (a < 0 || d.multiplier == 0) return a / d.value;
  return (int)(__umulhi((unsigned int)a, d.multiplier) >> d.shift);
}}
__device__ __forceinline__ int operator%(int a, const {0}& d) {{ return a - a / d * d.value; }}

)";

// A block of C linkage has no overloads.
bool is_in_c_block(const KernelText& text) {
  const Code& code = text.code();
  for (size_t i = 0; i + 2 < text.kernel().first; ++i) {
    if (code.is(i, "extern") && code.is(i + 1, "\"C\"") && code.is(i + 2, "{") &&
        code.partner[i + 2] > text.kernel().first)
      return true;
  }
  return false;
}

Result<Draft> make_quick_division(const KernelText& text, int64_t) {
  if (is_in_c_block(text)) return unfit(text, "the kernel is in a block of C linkage");
  const Code& code = text.code();
  const auto locals = find_locals(text);
  const std::string type = text.fresh_name("QuickDivisor");
  Rewrite rewrite;
  std::map<std::string, std::string, std::less<>> divisors;
  for (size_t i = text.body_first(); i + 2 < text.body_last(); ++i) {
    const bool divides = (code.is(i, "/") || code.is(i, "%")) && code.is_word(i + 1);
    if (!divides || code.is(i + 2, "[") || code.is(i + 2, ".") || code.is(i + 2, "(") || code.is(i + 2, "::")) continue;
    const std::string name(text.token(i + 1).text);
    const size_t from = known_from(text, locals, name, "int");
    if (from == 0 || !is_looped(text, i, from)) continue;
    if (!divisors.contains(name)) {
      divisors[name] = text.fresh_name(name + "_quick");
      const size_t before = from == text.body_first() ? text.kernel().head_end : from - 1;
      rewrite.insert(text.token(before).end(),
                     fmt::format("\n{}const {} {}({});", text.indent(from), type, divisors[name], name));
    }
    rewrite.replace(text.token(i + 1).offset, text.token(i + 1).end(), divisors[name]);
  }
  if (divisors.empty()) return unfit(text, "no loop divides by an int that stays the same");
  rewrite.insert(text.token(text.kernel().first).offset, fmt::format(fmt::runtime(k_quick_divisor), type));
  Draft draft = text.draft();
  draft.source = rewrite.applied_to(draft.source);
  return draft;
}

}  // namespace

Edit quick_division_edit() {
  return {"quick division",
          "quick division",
          "divisions in a loop by an int that stays the same become one multiplication each; the same bits",
          "compute.strength_reduce",
          false,
          make_quick_division,
          0};
}

}  // namespace whet::edit
