// Tiles of an operand of a chain of products on tensor cores: how they come to shared memory, and how a warp reads
// them.
#pragma once

#include <string>

#include "write/schedule/wide_packs.h"
#include "write/subject/contraction_plan.h"

namespace whet::write {

// An index of an operand, with its names in the kernel.
struct TileIndex {
  Expr variable;
  std::string name;      // "i"
  std::string count;     // "count_down"
  std::string constant;  // "kTileM": so many of them in a tile
  int64_t length = 0;    // its value
};

class ChainTile {
 public:
  // The operand is the left or the right one of its product on tensor cores.
  ChainTile(const Subject& subject, const ContractionOperand& operand, std::string name, TileIndex own, TileIndex term,
            bool is_left, Lines& lines, CudaExpression& text)
      : subject_(subject),
        node_(subject.arena[*operand.plain]),
        is_along_terms_(operand.along_terms),
        name_(std::move(name)),
        own_(std::move(own)),
        term_(std::move(term)),
        is_left_(is_left),
        lines_(lines),
        text_(text) {}

  int64_t chunks() const { return own_.length * term_.length / 8; }
  const std::string& name() const { return name_; }
  ElementType type() const { return subject_.parameter(node_.args[0]).type; }
  Result<void> check(int64_t threads) const;

  // Declares the function that starts the copies of a tile: its first own index and term, and where it goes.
  void write_fetch();
  // Declares where the line lies whose address a lane gives to ldmatrix for the first matrices of a warp.
  void write_place(const std::string& first_own, const std::string& first_term);
  // Reads the four matrices of 16 own indices and 16 terms.
  std::string read(const std::string& to, const std::string& tile, const std::string& own_step,
                   const std::string& term_step) const;

 private:
  std::string line_chunks() const { return (is_along_terms_ ? term_ : own_).constant + " / kChunk"; }
  std::string line_count() const { return (is_along_terms_ ? own_ : term_).constant; }
  void open_chunks(const std::string& unroll);

  const Subject& subject_;
  lift::Node node_;
  bool is_along_terms_;
  std::string name_;
  TileIndex own_, term_;
  bool is_left_;
  Lines& lines_;
  CudaExpression& text_;
};

}  // namespace whet::write
