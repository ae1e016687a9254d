// Floats as an operand of products of split numbers by four warps: a thread brings floats to a place of its own in
// shared memory in the background, tiles ahead, and splits them later. Terms that lie apart in memory become
// neighbours.
#pragma once

#include "write/schedule/chunk_fetch.h"

namespace whet::write {

class SplitOperand {
 public:
  SplitOperand(const Subject& subject, const ContractionPlan& plan, ChunkedOperand names, Lines& lines,
               CudaExpression& text)
      : subject_(subject),
        plan_(plan),
        names_(std::move(names)),
        lines_(lines),
        text_(text),
        node_(subject.arena[*names_.operand.plain]) {}

  // Writes fetch_left(start, slot) and keep_left(stage, slot), or those of the right operand; `tile` is the address of
  // a stage's. `own` is where the thread's floats are, kPacks of four for each slot.
  void write(const std::string& tile);

 private:
  bool along_terms() const { return names_.operand.along_terms; }
  std::string own_pack(const std::string& number) const;
  void open_units();
  void write_fetch(const std::string& is_wide);
  void write_keep(const std::string& tile);

  const Subject& subject_;
  const ContractionPlan& plan_;
  ChunkedOperand names_;
  Lines& lines_;
  CudaExpression& text_;
  lift::Node node_;
};

}  // namespace whet::write
