// What all kernels of attention have: the rows of a block, their keys, scores, and what becomes of the sums.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "write/schedule/row_index.h"
#include "write/schedule/wide_packs.h"
#include "write/subject/attention_plan.h"

namespace whet::write {

// What the blocks of a kernel have: all keys of their rows in tiles, all keys or a part of them one by one, or what
// parts left.
enum class BlockRole : uint8_t { tiles, keys, parts, combining };

class AttentionFrame {
 public:
  // Results are stored in packs of `vector`, the kVector of the kernel.
  AttentionFrame(const Subject& subject, const Nest& nest, const AttentionPlan& plan, int64_t vector, Lines& lines,
                 CudaExpression& text)
      : subject_(subject),
        arena_(subject.arena),
        nest_(nest),
        plan_(plan),
        vector_(vector),
        lines_(lines),
        text_(text) {}

  // `top` is to be the first lane's: the compiler then knows that all lanes of a warp have the same keys, and keeps
  // what follows from it in registers of the warp. It does not see that through a division.
  void take_top_of_warp() { is_top_of_warp_ = true; }
  // count_down, count_across, terms; `top`, `bottom` and rows_here of the block's kRows rows; the indices of the batch;
  // first_key and end_key; `part` of kParts. Blocks beyond all return, and so do those whose rows are longer than
  // kTerms or kColumns: their elements are computed one by one, by the first part.
  void write_place(BlockRole role = BlockRole::tiles);
  // `factor` and the like: what the scores of all rows have in common. Scores may be scaled so that weights are powers
  // of two of them; unscaled ones are as exact as those of the original. Loads of scores that are held are not made
  // where a row has no key.
  void write_factors(bool is_scaled, const std::vector<Expr>& held = {});
  // What every score of a row loads from neighbouring places, such as a bias, where a row has its keys from 0 on.
  std::vector<Expr> loads_along_keys() const;
  // What the sum of products is multiplied by, where the score is nothing but that product.
  std::optional<std::string> plain_factor();
  // The weight of a score that is so much above the greatest.
  std::string weight_of(const std::string& difference) const;
  // Whether keys of the tile that begins with `start` are missing for some row: is_edge.
  void write_edge();
  // Inside of the loops over rows, where row `i` is declared: its first and last key, where they are its own.
  void write_row_keys();
  // The score of key `k` and row `i` from the sum of products; nothing is read beyond the keys of the row.
  std::string score(const std::string& dot);
  // Keys of row `i` end there.
  std::string row_end() const { return has_row_keys() ? "row_end" : "end_key"; }
  // Whether key `k` is missing for row `i`.
  std::string is_missing() const;
  // Row `i`: what is needed of its sums; then a pack of kVector neighbours from column `j` on, of whose element `e` the
  // sum is `sum`.
  void write_row_results(const std::string& greatest, const std::string& weight);
  void write_results(const std::string& sum);

  // Whether rows have keys of their own, and whether scores depend on the row or the key by more than their sum.
  bool has_row_keys() const;
  bool needs_row() const { return has_row_keys() || arena_.contains(score_, plan_.row.variable); }
  bool needs_key() const { return arena_.contains(score_, plan_.key); }
  Result<std::string> grid(int64_t rows) const;

 private:
  struct Bounds {
    std::string some, every;  // keys that some row of the tile has, and that each of them has
  };
  Bounds bounds(const std::vector<Expr>& list, bool is_end);
  std::string at_row(Expr e, const std::string& row);
  int slope(Expr e) const;
  bool can_exceed(Expr count) const;
  void write_long_rows(BlockRole role);
  void write_keys(bool has_tiles);
  void write_wide_stores();
  bool reads_in_place(Expr e) const;
  Expr with_factors(Expr e);
  Expr with_factor(Expr e);

  const Subject& subject_;
  lift::Arena& arena_;
  const Nest& nest_;
  const AttentionPlan& plan_;
  int64_t vector_;
  Lines& lines_;
  CudaExpression& text_;
  Expr score_;
  bool is_scaled_ = false;  // the scores are the exponents of two
  bool reads_memory_ = false;
  bool is_every_edge_ = false;
  bool is_top_of_warp_ = false;
  std::vector<std::string> store_wide_;
};

}  // namespace whet::write
