// What the kernels of all products have: the tile of a block, and what becomes of the sums.
#pragma once

#include <string>
#include <vector>

#include "write/schedule/row_index.h"
#include "write/schedule/wide_packs.h"
#include "write/subject/contraction_plan.h"

namespace whet::write {

class ContractionFrame {
 public:
  // Results are stored in packs of `vector`, the kVector of the kernel.
  ContractionFrame(const Subject& subject, const ContractionPlan& plan, int64_t vector, Lines& lines,
                   CudaExpression& text)
      : subject_(subject),
        arena_(subject.arena),
        plan_(plan),
        lines_(lines),
        text_(text),
        wide_(subject, vector, text, "is_wide") {}

  // count_down, count_across, terms; the tile's `top` and `left`, rows_here and columns_here; the indices of the batch.
  // Blocks beyond all return.
  void write_place();
  // The same in two parts, without a batch: what all tiles have, and the place of the one that `number` names.
  void write_counts();
  void write_tile(const std::string& number);
  // Stores the pack at row i and column j, which are declared; `sum` is that of element e.
  void write_results(const std::string& sum);
  // The number of blocks.
  Result<std::string> grid(int64_t tile_rows, int64_t tile_columns) const;

 private:
  struct HeldLoad {
    Expr load;
    std::string name, is_wide;
  };
  bool is_packed(const lift::Statement& statement) const;
  void choose_loads();
  void write_lengths();
  void write_parts(const ContractionOperand& operand, const std::string& index);
  bool reads_in_place(Expr e) const;
  void write_values(const std::vector<std::string>& outs, const std::string& sum);

  const Subject& subject_;
  lift::Arena& arena_;
  const ContractionPlan& plan_;
  Lines& lines_;
  CudaExpression& text_;
  WidePacks wide_;
  std::vector<HeldLoad> loads_;
  std::vector<std::string> store_wide_;
};

}  // namespace whet::write
