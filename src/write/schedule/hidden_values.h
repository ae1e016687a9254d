// The hidden values of a chain of products in shared memory: a slice of the outer product's terms, for all rows or
// columns of a block.
#pragma once

#include <string>

#include "write/schedule/register_tile.h"
#include "write/schedule/tile_staging.h"

namespace whet::write {

// The side of the result that hidden values have, with its names in the kernel.
struct HiddenSide {
  std::string tile;   // "kTileM", "kTileN"
  std::string first;  // "tile_row", "tile_column"
  std::string here;   // "rows_here", "columns_here"
  std::string index;  // "i", "j"
  std::string count;  // "count_down", "count_across"
  int64_t length = 0;
};

class HiddenValues {
 public:
  // `inner` is their product: its rows are terms of the outer product, of which `terms` is the number in the kernel,
  // its columns those of `side`.
  HiddenValues(const Subject& subject, const ContractionPlan& inner, HiddenSide side, TileStaging::Shape shape,
               int64_t slice, std::string number_type, int64_t number_bytes, Lines& lines, CudaExpression& text);

  Result<void> check() { return staging_.check(); }
  int64_t shared_bytes() const;

  void declare_tiles();
  // Declares inner_terms, `slice` and slice_here: the first hidden value and how many there are.
  void write_place();
  // Declares make_hidden(), after which hidden_tile[h][line] has the values of the slice, and zeros beyond them. Who
  // reads them waits for all threads first.
  void write();

 private:
  void write_map();
  void write_fixed_loads();

  const Subject& subject_;
  lift::Arena& arena_;
  const ContractionPlan& inner_;
  HiddenSide side_;
  int64_t slice_;
  std::string number_type_;
  int64_t number_bytes_;
  Lines& lines_;
  CudaExpression& text_;
  TileStaging staging_;
  RegisterTile tile_{"kSliceM", "kSliceN", "kSliceAcross", "hidden_row", "hidden_column", "hidden_sums"};
};

}  // namespace whet::write
