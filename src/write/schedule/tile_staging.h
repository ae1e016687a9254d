// How tiles of a product's operands come to shared memory: two of each, one in use and one to come. What is kept as it
// is goes there without a register between, in packs of neighbours, or element by element where these lie along the
// terms; the rest goes through registers.
#pragma once

#include <string>
#include <vector>

#include "write/schedule/element_fetch.h"
#include "write/schedule/gathered_operand.h"
#include "write/schedule/wide_packs.h"
#include "write/subject/contraction_plan.h"

namespace whet::write {

// An operand with its names in the kernel.
struct StagedOperand {
  const ContractionOperand& operand;
  std::string side;   // "left", "right"
  std::string tile;   // "kTileM", "kTileN"
  std::string first;  // "tile_row", "tile_column": the first element of the tile
  std::string here;   // "rows_here", "columns_here"
  std::string index;  // "i", "j"
  int64_t length = 0;
  bool is_copy = false;                // made before, in lines of whole words
  bool is_asked = false;               // gathered, and only a launch tells whether by a mask
  std::string is_wide = {};            // whether its packs are whole words: a name in the kernel
  std::vector<std::string> held = {};  // names of the packs, of the operand's packed loads; none: they are copied
};

class TileStaging {
 public:
  // Tiles have kTileK terms of `terms`, a name in the kernel.
  struct Shape {
    int64_t tile_k = 16, threads = 256;
    std::string terms = "terms";
    bool is_stepping = false;  // tiles come one after another from the first term on, once
  };
  // The terms that a loop multiplies: texts.
  struct Range {
    std::string first = "0", end = "terms";
  };
  TileStaging(const Subject& subject, const ContractionPlan& plan, Shape shape, std::vector<StagedOperand> operands,
              std::string number_type, int64_t number_bytes, Lines& lines, CudaExpression& text);

  Result<void> check();
  int64_t shared_bytes() const;

  void declare_tiles();
  // The functions that bring a tile.
  void write();
  // Multiplies tile after tile, the next on its way meanwhile. `multiply` is the statement that does it for `buffer`,
  // where `start` is the first term.
  void write_loop(const Range& range, const std::string& multiply);
  // Lets the first tile of the next loop come in the background, if it needs no registers on its way.
  void write_first_loads(const Range& range);

 private:
  int64_t vector() const { return 16 / number_bytes_; }
  bool is_kept_as_is(const ContractionOperand& operand) const;
  bool is_copied(const ContractionOperand& operand) const;
  ElementFetchShape element_shape(const StagedOperand& each) const;
  bool is_turned(const StagedOperand& each) const;
  bool is_stepping(const StagedOperand& each) const;
  bool is_in_background(const StagedOperand& each) const { return is_copied(each.operand) || is_turned(each); }
  bool has_copies() const;
  GatheredOperand gathered(const StagedOperand& each);
  std::string pack_type(Expr load) const;
  void write_staging(StagedOperand& staged, WidePacks& wide);
  void write_gathering(StagedOperand& staged);
  std::string rest_of(const StagedOperand& staged) const;
  void write_copies(const StagedOperand& staged, const std::string& is_wide);
  void write_loads(const StagedOperand& staged, const std::vector<std::string>& is_wide);
  void open_packs(const StagedOperand& staged, bool with_indices);
  void write_keeping(const StagedOperand& staged);
  void write_value(const StagedOperand& staged);
  void add_places(const std::string& start, const std::string& slot);
  void add_loads(const std::string& start, const std::string& buffer, const std::string& is_whole);
  void add_keeping(const std::string& start, const std::string& buffer);
  std::string whole_text() const;

  const Subject& subject_;
  lift::Arena& arena_;
  const ContractionPlan& plan_;
  Shape shape_;
  bool is_first_loaded_ = false;
  std::vector<StagedOperand> operands_;
  std::vector<WidePacks> wide_;  // of each operand
  std::string number_type_;
  int64_t number_bytes_;
  Lines& lines_;
  CudaExpression& text_;
};

}  // namespace whet::write
