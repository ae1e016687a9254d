// The video instructions: an operation on a whole word, two half-words or four bytes, and a second operation with c.
// Operations on a whole word may use a part of a source: %r1.b0, %r1.h1.
#include "vgpu/numbers/bit_ops.h"
#include "vgpu/ops/arithmetic/integer_tables.h"

namespace whet::vgpu {

namespace {

enum class First : uint8_t { add, sub, avrg, absdiff, min, max, set, shl, shr };
enum class Second : uint8_t { none, add, min, max };
enum class Relation : uint8_t { eq, ne, lt, le, gt, ge };

// What an instruction does; packed into Op::extra.
struct Video {
  First first = First::add;
  Second second = Second::none;
  Relation relation = Relation::eq;
  int parts = 1;  // 1, 2 or 4
  bool d_signed = false, a_signed = false, b_signed = false;
  bool saturate = false;
  bool wrap = false;           // a shift's amount wraps
  int a_part = 0, b_part = 0;  // indices into k_selectors

  uint32_t bits() const {
    return static_cast<uint32_t>(first) | static_cast<uint32_t>(second) << 4 | static_cast<uint32_t>(relation) << 8 |
           static_cast<uint32_t>(parts) << 12 | d_signed << 16 | a_signed << 17 | b_signed << 18 | saturate << 19 |
           wrap << 20 | static_cast<uint32_t>(a_part) << 21 | static_cast<uint32_t>(b_part) << 24;
  }
  static Video of(uint32_t bits) {
    const auto flag = [bits](int at) { return (bits >> at & 1) != 0; };
    return {static_cast<First>(bits & 15),
            static_cast<Second>(bits >> 4 & 15),
            static_cast<Relation>(bits >> 8 & 15),
            static_cast<int>(bits >> 12 & 15),
            flag(16),
            flag(17),
            flag(18),
            flag(19),
            flag(20),
            static_cast<int>(bits >> 21 & 7),
            static_cast<int>(bits >> 24 & 7)};
  }
};

int64_t part_of(uint32_t word, int bits, int which, bool is_signed) {
  const uint64_t raised = uint64_t{word} >> (bits * which) << (64 - bits);
  return is_signed ? static_cast<int64_t>(raised) >> (64 - bits) : static_cast<int64_t>(raised >> (64 - bits));
}

// A source after its selector: the word, a byte or a half-word, extended by its sign.
constexpr std::string_view k_selectors[] = {"", "b0", "b1", "b2", "b3", "h0", "h1"};

int64_t selected(uint32_t word, int selector, bool is_signed) {
  if (selector == 0) return part_of(word, 32, 0, is_signed);
  return selector < 5 ? part_of(word, 8, selector - 1, is_signed) : part_of(word, 16, selector - 5, is_signed);
}

bool holds(Relation relation, int64_t a, int64_t b) {
  switch (relation) {
    case Relation::eq:
      return a == b;
    case Relation::ne:
      return a != b;
    case Relation::lt:
      return a < b;
    case Relation::le:
      return a <= b;
    case Relation::gt:
      return a > b;
    case Relation::ge:
      return a >= b;
  }
  return false;
}

int64_t first_of(const Video& v, int64_t a, int64_t b) {
  const int64_t amount = v.wrap ? b & 31 : minimum<int64_t>(b, 32);
  switch (v.first) {
    case First::add:
      return a + b;
    case First::sub:
      return a - b;
    case First::avrg:
      return (a + b + (a + b >= 0)) >> 1;
    case First::absdiff:
      return a > b ? a - b : b - a;
    case First::min:
      return minimum(a, b);
    case First::max:
      return maximum(a, b);
    case First::set:
      return holds(v.relation, a, b);
    case First::shl:
      return static_cast<int64_t>(static_cast<uint64_t>(a) << amount);
    case First::shr:
      return a >> amount;
  }
  return 0;
}

int64_t clamped(int64_t value, int bits, bool is_signed) {
  const int64_t highest = (int64_t{1} << (bits - is_signed)) - 1, lowest = is_signed ? -highest - 1 : 0;
  return minimum(maximum(value, lowest), highest);
}

uint32_t with_second(const Video& v, int64_t value, uint32_t c_bits) {
  const int64_t c = part_of(c_bits, 32, 0, v.d_signed);
  const int64_t whole = part_of(static_cast<uint32_t>(value), 32, 0, v.d_signed);
  switch (v.second) {
    case Second::add:
      return static_cast<uint32_t>(value) + c_bits;
    case Second::min:
      return static_cast<uint32_t>(minimum(whole, c));
    case Second::max:
      return static_cast<uint32_t>(maximum(whole, c));
    default:
      return static_cast<uint32_t>(value);
  }
}

uint32_t compute_whole(const Video& v, uint32_t a, uint32_t b, uint32_t c) {
  const int64_t value = first_of(v, selected(a, v.a_part, v.a_signed), selected(b, v.b_part, v.b_signed));
  return with_second(v, v.saturate ? clamped(value, 32, v.d_signed) : value, c);
}

uint32_t compute(const Video& v, uint32_t a, uint32_t b, uint32_t c) {
  if (v.parts == 1) return compute_whole(v, a, b, c);
  const int bits = 32 / v.parts;
  uint32_t merged = 0, sum = c;
  for (int i = 0; i < v.parts; ++i) {
    int64_t value = first_of(v, part_of(a, bits, i, v.a_signed), part_of(b, bits, i, v.b_signed));
    if (v.saturate) value = clamped(value, bits, v.d_signed);
    sum += static_cast<uint32_t>(value);
    merged |= (static_cast<uint32_t>(value) & ((1u << bits) - 1)) << (bits * i);
  }
  return v.second == Second::add ? sum : merged;
}

template <bool uniform>
void video(Warp& warp, const Op& op) {
  const Video v = Video::of(op.extra);
  const Source<uint32_t> a(warp, op.a), b(warp, op.b), c(warp, op.c.present() ? op.c : op.a);
  if (uniform) {
    warp.scalar<uint32_t>(op.dst) = compute(v, a[0], b[0], c[0]);
  } else {
    write_active<uint32_t>(warp, op.dst, [&](int lane) { return compute(v, a[lane], b[lane], c[lane]); });
  }
}

// The index of `word` in a list of words, or -1.
template <size_t n>
int place_of(const std::string_view (&words)[n], std::string_view word) {
  for (size_t i = 0; i < n; ++i) {
    if (words[i] == word) return static_cast<int>(i);
  }
  return -1;
}
constexpr std::string_view k_firsts[] = {"add", "sub", "avrg", "absdiff", "min", "max", "set", "shl", "shr"};
constexpr std::string_view k_seconds[] = {"none", "add", "min", "max"};
constexpr std::string_view k_relations[] = {"eq", "ne", "lt", "le", "gt", "ge"};

void put_word(Video& v, std::string_view word, int& types) {
  if (word == "u32" || word == "s32") {
    bool* const signs[] = {&v.d_signed, &v.a_signed, &v.b_signed};
    if (types < 3) *signs[types] = word == "s32";
    ++types;
  }
  if (const int second = place_of(k_seconds, word); second > 0) v.second = static_cast<Second>(second);
  if (const int relation = place_of(k_relations, word); relation >= 0) v.relation = static_cast<Relation>(relation);
  if (word == "sat") v.saturate = true;
  if (word == "wrap") v.wrap = true;
}

// False for a selector that is not supported: on the destination or c, or of several parts.
bool put_selectors(Video& v, const std::vector<ptx::Operand>& operands) {
  for (size_t i = 0; i < operands.size(); ++i) {
    if (operands[i].kind != ptx::Operand::Kind::reg || operands[i].name.empty()) continue;
    const int part = place_of(k_selectors, operands[i].name);
    if (part < 0 || v.parts != 1 || i == 0 || i > 2) return false;
    (i == 1 ? v.a_part : v.b_part) = part;
  }
  return true;
}

}  // namespace

Result<bool> decode_video(DecodeInput& input) {
  std::string name = input.in.opcode.substr(1);
  Video v;
  if (!name.empty() && (name.back() == '2' || name.back() == '4')) {
    v.parts = name.back() - '0';
    name.pop_back();
  }
  const int first = place_of(k_firsts, name);
  if (name == "mad") return unsupported_form(input);
  if (first < 0) return false;
  v.first = static_cast<First>(first);
  int types = v.first == First::set ? 1 : 0;  // vset has no type for d: it is unsigned
  for (const std::string& word : input.in.modifiers) put_word(v, word, types);
  if (!put_selectors(v, input.in.operands)) return unsupported_form(input, "a selector");
  input.op.extra = v.bits();
  return use(input, {video<false>, video<true>, 2});
}

}  // namespace whet::vgpu
