#include "ptx/reader/initializer.h"

#include <bit>

#include "ptx/reader/constant.h"

namespace whet::ptx {

namespace {

constexpr uint64_t k_largest_initial = 1 << 28;

class InitializerReader {
 public:
  InitializerReader(Cursor& cursor, Variable& variable, const std::vector<uint64_t>& dimensions)
      : cursor_(cursor), variable_(variable), element_bytes_(std::max(1, bytes_of(variable.type))) {
    // rows_[d]: bytes of one element of dimension d.
    rows_.assign(dimensions.size() + 1, element_bytes_);
    for (size_t d = dimensions.size(); d-- > 0;) rows_[d] = rows_[d + 1] * std::max<uint64_t>(1, dimensions[d]);
    open_ended_ = !dimensions.empty() && dimensions[0] == 0;
  }

  Result<void> read() {
    TRY_VOID(read_value(0));
    if (open_ended_) variable_.bytes = offset_;
    if (offset_ > variable_.bytes)
      return cursor_.error("`" + shown(variable_.name) + "` has " + std::to_string(variable_.bytes) + " bytes and " +
                           std::to_string(offset_) + " are given");
    return {};
  }

 private:
  Result<void> read_value(size_t depth) {
    if (cursor_.sees("{")) return read_braces(depth);
    if (cursor_.sees(TokenKind::string)) return read_string();
    if (cursor_.sees(TokenKind::word) && !cursor_.sees("WARP_SZ")) return read_symbol();
    TRY(literal, read_constant(cursor_));
    if (cursor_.sees("(")) return read_masked(literal);
    return put(element_bits(literal));
  }

  // {1, 2} for a row of three leaves the third zero.
  Result<void> read_braces(size_t depth) {
    if (depth >= rows_.size()) return cursor_.error("an initialiser is nested deeper than its variable");
    const uint64_t start = offset_;
    cursor_.take();
    while (!cursor_.accept("}")) {
      TRY_VOID(read_value(depth + 1));
      if (!cursor_.accept(",") && !cursor_.sees("}")) return cursor_.unexpected("`,` or `}`");
    }
    const uint64_t filled = start + rows_[depth];
    if (depth > 0 && filled > offset_) offset_ = filled;
    return check_size();
  }

  Result<void> read_string() {
    const std::string_view quoted = cursor_.take().text;
    for (const char c : quoted.substr(1, quoted.size() - 2)) TRY_VOID(put(static_cast<unsigned char>(c)));
    return put(0);
  }

  Result<void> read_symbol() {
    TRY(relocation, read_relocation());
    relocation.offset = offset_;
    relocation.bytes = static_cast<int>(element_bytes_);
    variable_.relocations.push_back(std::move(relocation));
    return put(0);
  }

  // symbol, symbol+8, generic(symbol)+8
  Result<Relocation> read_relocation() {
    Relocation relocation;
    relocation.generic = cursor_.sees("generic") && cursor_.ahead().is("(");
    if (relocation.generic) cursor_.take(), cursor_.take();
    TRY(symbol, cursor_.expect_word("a name"));
    relocation.symbol = symbol;
    if (relocation.generic) TRY_VOID(cursor_.expect(")"));
    if (cursor_.sees("+") || cursor_.sees("-")) {
      TRY(addend, read_integer(cursor_));
      relocation.addend = static_cast<int64_t>(addend);
    }
    return relocation;
  }

  // 0xFF00(symbol) is byte 1 of the address. Consecutive bytes form one relocation:
  //   {0xFF(f), 0xFF00(f), 0xFF0000(f), 0xFF000000(f)}  ->  4 bytes of f
  Result<void> read_masked(const Literal& mask) {
    cursor_.take();
    TRY(part, read_relocation());
    TRY_VOID(cursor_.expect(")"));
    const int byte = std::countr_zero(mask.bits) / 8;
    if (mask.is_float || element_bytes_ != 1 || mask.bits == 0 || mask.bits != uint64_t{0xff} << 8 * byte)
      return cursor_.error("a mask that is not one byte of the address of `" + shown(part.symbol) + "`");
    auto& all = variable_.relocations;
    const bool follows = !all.empty() && all.back().symbol == part.symbol && all.back().addend == part.addend &&
                         all.back().bytes == byte && all.back().offset + byte == offset_;
    if (!follows && byte != 0)
      return cursor_.error("byte " + std::to_string(byte) + " of an address without the ones before it");
    part.offset = offset_;
    part.bytes = 1;
    if (follows)
      ++all.back().bytes;
    else
      all.push_back(std::move(part));
    return put(0);
  }

  uint64_t element_bits(const Literal& literal) const {
    const bool single = variable_.type == Type::f32, real = single || variable_.type == Type::f64;
    if (!real && !literal.is_decimal) return literal.bits;
    const double value =
        literal.is_float ? float_value(literal) : static_cast<double>(static_cast<int64_t>(literal.bits));
    if (element_bytes_ == 4) return std::bit_cast<uint32_t>(static_cast<float>(value));
    return std::bit_cast<uint64_t>(value);
  }

  Result<void> put(uint64_t bits) {
    if (bits != 0) {
      TRY_VOID(check_size());
      variable_.initial.resize(offset_);
      for (uint64_t i = 0; i < element_bytes_; ++i)
        variable_.initial += static_cast<char>(i < 8 ? bits >> 8 * i & 0xff : 0);
    }
    offset_ += element_bytes_;
    return {};
  }

  Result<void> check_size() const {
    if (offset_ > k_largest_initial || (!open_ended_ && offset_ > variable_.bytes))
      return cursor_.error("the initialiser of `" + shown(variable_.name) + "` is larger than the variable");
    return {};
  }

  Cursor& cursor_;
  Variable& variable_;
  uint64_t element_bytes_;
  std::vector<uint64_t> rows_;
  bool open_ended_ = false;
  uint64_t offset_ = 0;
};

}  // namespace

Result<void> read_initializer(Cursor& cursor, Variable& variable, const std::vector<uint64_t>& dimensions) {
  return InitializerReader(cursor, variable, dimensions).read();
}

}  // namespace whet::ptx
