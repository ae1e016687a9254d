#include "ptx/reader/operand_reader.h"

#include <array>
#include <bit>
#include <unordered_set>

#include "ptx/reader/constant.h"

namespace whet::ptx {

namespace {

using Kind = Operand::Kind;

constexpr int k_deepest_operand = 4;

// In addition to these there are %envreg0 to %envreg31 and %pm0 to %pm7_64.
bool is_special(std::string_view name) {
  static const std::unordered_set<std::string_view> names = {"tid",
                                                             "ntid",
                                                             "laneid",
                                                             "warpid",
                                                             "nwarpid",
                                                             "ctaid",
                                                             "nctaid",
                                                             "smid",
                                                             "nsmid",
                                                             "gridid",
                                                             "clusterid",
                                                             "nclusterid",
                                                             "cluster_ctaid",
                                                             "cluster_nctaid",
                                                             "cluster_ctarank",
                                                             "cluster_nctarank",
                                                             "is_explicit_cluster",
                                                             "lanemask_eq",
                                                             "lanemask_le",
                                                             "lanemask_lt",
                                                             "lanemask_ge",
                                                             "lanemask_gt",
                                                             "clock",
                                                             "clock_hi",
                                                             "clock64",
                                                             "globaltimer",
                                                             "globaltimer_lo",
                                                             "globaltimer_hi",
                                                             "total_smem_size",
                                                             "aggr_smem_size",
                                                             "dynamic_smem_size",
                                                             "reserved_smem_offset_begin",
                                                             "reserved_smem_offset_end",
                                                             "reserved_smem_offset_cap",
                                                             "reserved_smem_offset_0",
                                                             "reserved_smem_offset_1",
                                                             "current_graph_exec"};
  return names.contains(name) || name.starts_with("envreg") || name.starts_with("pm");
}

// 0 for .x and .r, 3 for .w and .a; nothing for another suffix.
std::optional<uint32_t> element_of(const Token& token) {
  if (token.kind != TokenKind::dotted || token.text.size() != 2) return std::nullopt;
  for (const std::string_view letters : {"xyzw", "rgba"}) {
    if (const size_t at = letters.find(token.text[1]); at != std::string_view::npos) return static_cast<uint32_t>(at);
  }
  return std::nullopt;
}

// A byte or half of a register, as in video instructions: .b0 to .b3, .h0, .h1.
bool is_part(const Token& token) {
  if (token.kind != TokenKind::dotted || token.text.size() != 3) return false;
  const char count = token.text[1] == 'b' ? '4' : token.text[1] == 'h' ? '2' : '0';
  return token.text[2] >= '0' && token.text[2] < count;
}

// A decimal float has the width of the instruction: 1.0 is 3F800000 unless the instruction is f64.
uint64_t decimal_bits(const Literal& literal, bool is_double) {
  return is_double ? literal.bits : std::bit_cast<uint32_t>(static_cast<float>(float_value(literal)));
}

}  // namespace

Result<void> OperandReader::read_all(Instruction& instruction, uint32_t index) {
  instruction_ = index;
  is_double_ = instruction.has("f64");
  if (cursor_.sees(";")) return {};
  do {
    const size_t opened = open_.size();
    TRY(operand, read_operand(0));
    if (operand.kind == Kind::symbol && open_.size() > opened)
      open_.back().operand = static_cast<uint32_t>(instruction.operands.size());
    instruction.operands.push_back(std::move(operand));
  } while (cursor_.accept(","));
  if (!cursor_.sees(";")) return cursor_.unexpected("`,` or `;`");
  return {};
}

Result<Operand> OperandReader::read_operand(int depth) {
  if (depth > k_deepest_operand) return cursor_.error("operands are nested too deeply");
  if (cursor_.sees("{")) return read_group(Kind::vector, "}", depth);
  if (cursor_.sees("(")) return read_group(Kind::list, ")", depth);
  if (cursor_.sees("[")) return read_address(depth);
  const bool minus_name = cursor_.sees("-") && cursor_.ahead().kind == TokenKind::word;
  if (cursor_.sees("!") || minus_name) {
    cursor_.take();
    TRY(operand, read_name());
    operand.negated = true;
    return operand;
  }
  if (!cursor_.sees(TokenKind::word)) return read_immediate();
  TRY(first, read_name());
  if (!cursor_.accept("|")) return first;
  TRY(second, read_operand(depth + 1));
  Operand pair;
  pair.kind = Kind::pair;
  pair.elements.push_back(std::move(first));
  pair.elements.push_back(std::move(second));
  return pair;
}

Result<Operand> OperandReader::read_group(Kind kind, std::string_view close, int depth) {
  Operand group;
  group.kind = kind;
  cursor_.take();
  while (!cursor_.accept(close)) {
    TRY(element, read_operand(depth + 1));
    group.elements.push_back(std::move(element));
    if (!cursor_.accept(",") && !cursor_.sees(close)) return cursor_.unexpected("`,` or `" + std::string(close) + "`");
  }
  if (kind != Kind::vector || !cursor_.accept("|")) return group;
  TRY(second, read_operand(depth + 1));
  Operand pair;
  pair.kind = Kind::pair;
  pair.elements.push_back(std::move(group));
  pair.elements.push_back(std::move(second));
  return pair;
}

// [%rd1+-8], [symbol], [16], [%rd1, {%r1, %r2}]
Result<Operand> OperandReader::read_address(int depth) {
  cursor_.take();
  Operand address;
  if (cursor_.sees(TokenKind::word)) {
    TRY(base, read_name());
    if (base.kind != Kind::reg && base.kind != Kind::symbol && base.kind != Kind::immediate)
      return cursor_.error("an address starts with a register, a variable or a number");
    address = std::move(base);
    TRY_VOID(read_offset(address));
  } else {
    TRY(base, read_immediate());
    address = std::move(base);
  }
  address.base_kind = address.kind;
  address.kind = Kind::address;
  while (cursor_.accept(",")) TRY_VOID(read_coordinates(address, depth));
  TRY_VOID(cursor_.expect("]"));
  return address;
}

Result<void> OperandReader::read_coordinates(Operand& address, int depth) {
  TRY(part, read_operand(depth + 1));
  if (part.kind != Kind::vector) {
    address.elements.push_back(std::move(part));
    return {};
  }
  for (Operand& coordinate : part.elements) address.elements.push_back(std::move(coordinate));
  return {};
}

Result<Operand> OperandReader::read_immediate() {
  TRY(literal, read_constant(cursor_));
  Operand operand;
  operand.kind = Kind::immediate;
  operand.value = literal.is_decimal ? decimal_bits(literal, is_double_) : literal.bits;
  operand.is_float = literal.is_float;
  return operand;
}

Result<Operand> OperandReader::read_name() {
  TRY(name, cursor_.expect_word("an operand"));
  Operand operand;
  if (name == "_") return operand;
  if (const uint32_t index = names_.find_register(name); index != k_none) return read_register(name, index);
  if (name.starts_with('%')) {
    if (is_special(name.substr(1))) return read_special(name);
    return cursor_.error("unknown register `" + shown(name) + "`", "declare it with .reg in this scope");
  }
  if (name == "WARP_SZ") {
    operand.kind = Kind::immediate;
    operand.value = 32;
    return operand;
  }
  return read_symbol(name);
}

// A vector register without a suffix stands for all its elements; with one, for one of them.
Result<Operand> OperandReader::read_register(std::string_view name, uint32_t index) {
  Operand operand;
  operand.kind = Kind::reg;
  operand.index = index;
  const auto width = static_cast<uint32_t>(names_.vector_width(name));
  if (width == 0) {
    if (is_part(cursor_.peek())) operand.name = cursor_.take().text.substr(1);
    return operand;
  }
  if (const auto element = element_of(cursor_.peek())) {
    if (*element >= width) return cursor_.error("`" + shown(name) + "` has " + std::to_string(width) + " elements");
    cursor_.take();
    operand.index += *element;
    return operand;
  }
  Operand vector;
  vector.kind = Kind::vector;
  for (uint32_t i = 0; i < width; ++i, ++operand.index) vector.elements.push_back(operand);
  return vector;
}

Operand OperandReader::read_special(std::string_view name) {
  Operand operand;
  operand.kind = Kind::special;
  operand.name = name.substr(1);
  if (element_of(cursor_.peek())) operand.name += cursor_.take().text;
  return operand;
}

Result<Operand> OperandReader::read_symbol(std::string_view name) {
  Operand operand;
  operand.kind = Kind::symbol;
  if (const std::string* variable = names_.find_variable(name)) {
    operand.name = *variable;
  } else {
    operand.name = name;
    open_.push_back({name, names_.scope(), cursor_.line(), instruction_, k_none});
  }
  TRY_VOID(read_offset(operand));
  return operand;
}

Result<void> OperandReader::read_offset(Operand& operand) {
  if (!cursor_.sees("+") && !cursor_.sees("-")) return {};
  TRY(offset, read_integer(cursor_));
  operand.value += offset;
  return {};
}

}  // namespace whet::ptx
