// Floats as an operand of products by four warps: they come to shared memory through registers, where they are rounded
// to tf32 and where terms that lie apart in memory become neighbours.
#pragma once

#include "write/schedule/chunk_fetch.h"

namespace whet::write {

class RoundedOperand {
 public:
  RoundedOperand(const Subject& subject, const ContractionPlan& plan, ChunkedOperand names, Lines& lines,
                 CudaExpression& text);

  // Writes load_left(start) and keep_left(stage), or those of the right operand; `tile` is the address of a stage's.
  void write(const std::string& tile);

 private:
  int64_t in_unit() const { return names_.operand.along_terms ? 4 : 16; }  // elements
  void open_units();
  void write_load();
  void write_keep(const std::string& tile);

  const Subject& subject_;
  const ContractionPlan& plan_;
  ChunkedOperand names_;
  Lines& lines_;
  CudaExpression& text_;
  lift::Node node_;
  std::string name_, is_wide_;
};

}  // namespace whet::write
