// What the kernels of all products have: the tile of a block, and what becomes of the sums.
#pragma once

#include <functional>
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

  // count_down, count_across, terms; the tile's `tile_row` and `tile_column`, rows_here and columns_here; the indices
  // of the batch. Blocks beyond all return.
  void write_place();
  // The same in two parts, without what the tile has of rows and columns: what all tiles have, and the place of the
  // one that `number` names.
  void write_counts();
  void write_tile(const std::string& number);
  // Stores the pack at row i and column j, which are declared; `sum` is that of element e. Where there is a further
  // sum, it is k_further.
  void write_results(const std::string& sum);
  static constexpr const char* k_further = "of_further[e]";
  bool has_further_sum() const { return plan_.further.has_value(); }
  // The same of sums that are still in the registers in which a thread added products to them.
  void write_results_of_products(const std::string& sum);
  // The same for packs of two rows, units() * 8 columns after each other, whose loads come kAhead packs before. That
  // number is chosen such that they fit into registers beside the sums; 0: there is nothing to load.
  int64_t units() const { return wide_.vector() / 2; }
  int64_t packs_ahead(int64_t most) const;
  void declare_loads();
  // Where `p` of the pack and column j are declared: the loads of all rows, and where `s` and row i are: those of one.
  void write_column_loads();
  bool has_row_loads() const;
  void write_row_loads();
  // The same for what no column changes, once for all packs of a row.
  bool has_fixed_loads() const { return !fixed_.empty(); }
  void declare_fixed_loads();
  void write_fixed_loads();
  void write_results_of_ahead(const std::string& sum);
  // Whether all results are 16 bits wide and made of the sum alone, so that two of them can be made a word first: `sum`
  // is that of element e of the two.
  bool has_paired_results() const;
  void declare_words();
  void write_word(const std::string& sum, const std::string& word);
  void store_words();
  // The number of blocks.
  Result<std::string> grid(int64_t tile_rows, int64_t tile_columns) const;

 private:
  struct HeldLoad {
    Expr load;
    std::string name, is_wide;
    bool is_of_row = false;  // else the same for all rows
  };
  // A load that is the same for all columns.
  struct FixedLoad {
    Expr load;
    std::string name;
  };
  using ElementOf = std::function<std::string(const HeldLoad&)>;
  bool depends_on(const ContractionOperand& operand, Expr load) const;
  std::string slot(const HeldLoad& each) const;
  void write_loads_ahead(bool are_of_rows);
  std::string_view type_of(Expr load) const;
  void write_stores(const std::string& sum, const ElementOf& element_of);
  bool is_packed(const lift::Statement& statement) const;
  void choose_loads();
  void write_lengths();
  void write_tile_lengths();
  void write_parts(const ContractionOperand& operand, const std::string& index);
  bool reads_in_place(Expr e) const;
  void write_values(const std::vector<std::string>& outs, const std::string& sum, const ElementOf& element_of);

  const Subject& subject_;
  lift::Arena& arena_;
  const ContractionPlan& plan_;
  Lines& lines_;
  CudaExpression& text_;
  WidePacks wide_;
  std::vector<HeldLoad> loads_;
  std::vector<FixedLoad> fixed_;
  std::vector<std::string> store_wide_;
};

}  // namespace whet::write
