// Floats that tensor cores multiply as split numbers: a tf32 number, and what is left of the float in another one. Of
// the four products of two such pairs three are added; the fourth is as small as the rounding of a float's product.
//
//   x = 1.2345678   ->  1.234375 + 0.00019287; it is off by 2^-20 of x at most, where tf32 alone is off by 2^-11
#pragma once

#include <string>

#include "write/subject/contraction_plan.h"
#include "write/text/cuda_expression.h"

namespace whet::write {

// Whether products of these elements are split numbers: floats that the problem's class does not allow to be rounded.
bool multiplies_split(const Subject& subject, ElementType type);
// The same of a plan for tensor cores, whose operands are plain loads.
bool multiplies_split(const Subject& subject, const ContractionPlan& plan);

// The sentences of the kernel's header.
std::string split_text();

// Of fragments in registers: adds three products to the 16 x 8 sums [s][p].
void add_split_products(Lines& lines);

// Of tiles in shared memory, the rests kRests chunks behind the numbers: declares the sums of a thread, `multiply`,
// which begins the products of a stage by wgmma, and `add_tile`, which waits for them and adds them to the sums.
void write_split_products(const std::string& left_tile, const std::string& right_tile, Lines& lines);

// Which sums a thread has: how many, where number `at` of them lies in the block's tile, and its name, with {0} for a
// number.
struct SumPlaces {
  std::string count, row, column, name;
};
SumPlaces sums_of_warp();
SumPlaces sums_of_group();

// Makes sums again that are infinite or no number, term after term: an infinity has no parts that are numbers, and
// rounding may take floats within 2^-12 of the largest one there.
class SpecialSums {
 public:
  SpecialSums(const ContractionPlan& plan, SumPlaces places, Lines& lines, CudaExpression& text)
      : plan_(plan), places_(std::move(places)), lines_(lines), text_(text) {}

  void write();

 private:
  std::string sum(const std::string& number) const;
  void write_search();
  void write_sum();
  void bind(const std::vector<lift::SpaceIndex>& parts, Expr whole, const std::string& index);
  std::string factor(const ContractionOperand& operand);

  const ContractionPlan& plan_;
  SumPlaces places_;
  Lines& lines_;
  CudaExpression& text_;
};

}  // namespace whet::write
