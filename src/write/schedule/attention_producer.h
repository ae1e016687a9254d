// What the producer warpgroup of attention does: copies of queries, keys and values to shared memory, as wgmma reads
// them: lines of 64 elements in the 128-byte swizzle, those of further elements after all lines. Whoever waits for the
// mbarrier has to make the copies visible to wgmma.
#pragma once

#include <string>

#include "write/schedule/wide_packs.h"
#include "write/subject/attention_plan.h"

namespace whet::write {

class AttentionProducer {
 public:
  // Bound are the indices of the batch, of rows to "i" and of keys to "k".
  AttentionProducer(const Subject& subject, const AttentionPlan& plan, Lines& lines, CudaExpression& text)
      : subject_(subject), plan_(plan), lines_(lines), text_(text) {}

  // All of the producer: fetches, then a loop over all tiles. Queries take the sign of the
  // factor, if there is one.
  void write(const std::string& factor);

 private:
  struct Copy {
    Expr operand, along;                  // what is copied; its index along memory
    std::string name, lines, chunks;      // "keys"; how many lines, and chunks of a line of 64 elements each
    std::string to, index, here, length;  // where the tile lies; a line's index, whether it is there, its elements
    std::string barrier;                  // that is told
    std::string factor = {};              // whose sign it takes, if any
  };
  void write_fetch(const Copy& copy);
  void write_lines(const Copy& copy, bool is_wide);

  const Subject& subject_;
  const AttentionPlan& plan_;
  Lines& lines_;
  CudaExpression& text_;
};

}  // namespace whet::write
