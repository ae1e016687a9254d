// A copy of an operand in lines of terms, its values rounded to tf32: what products by four warps read of floats. It is
// made in tiles of kCopyTile lines of kCopyTile terms. Where neighbours in memory are no terms, threads turn squares of
// four by four in registers and exchange packs through shared memory, so that memory is read and written in whole
// words.
#pragma once

#include "write/schedule/mapped_operand.h"

namespace whet::write {

inline constexpr int64_t k_copy_tile = 64;
inline constexpr int64_t k_copy_run = 8;  // tiles of a block, where the operand may stay as it is

class RoundedCopy {
 public:
  RoundedCopy(const Subject& subject, const ContractionPlan& plan, const MappedOperand& each, Lines& lines,
              CudaExpression& text)
      : subject_(subject),
        plan_(plan),
        each_(each),
        operand_(each.names.operand),
        side_(each.names.side),
        lines_(lines),
        text_(text) {}

  // Whether it needs `turned`, a tile in shared memory.
  bool is_turned() const { return !operand_.along_terms; }
  // "left_tiles": how many blocks copy it. Where it may stay, few blocks begin for nothing.
  std::string blocks() const { return side_ + (each_.has_place ? "_runs" : "_tiles"); }
  // The same as a formula of the problem's sizes.
  Result<std::string> blocks_formula() const;
  // Declares the number of blocks and what else all tiles need; `terms` is there.
  void declare();
  // What the block with that number does.
  void write(const std::string& block);

 private:
  Expr along() const { return operand_.along_terms ? plan_.term : operand_.own.variable; }
  const std::string& index() const { return each_.names.index; }
  void write_tile(const std::string& number);
  void write_place(const std::string& number);
  void write_straight();
  void write_turned();
  void write_pack(const std::string& to);
  void write_value(const std::string& to, const std::vector<std::string>& held);
  void add_store(const std::string& chunk);

  const Subject& subject_;
  const ContractionPlan& plan_;
  const MappedOperand& each_;
  const ContractionOperand& operand_;
  const std::string& side_;
  Lines& lines_;
  CudaExpression& text_;
  std::vector<std::string> are_wide_;  // of each load of neighbours: whether its packs are whole words
};

}  // namespace whet::write
