// The loops over tiles of terms where operands come in chunks of neighbours (gathered_chunks.h): one that fetches
// ahead, and one by elements, for where chunks are no whole words.
#pragma once

#include <string>
#include <vector>

#include "write/schedule/chunk_fetch.h"

namespace whet::write {

class GatheredLoop {
 public:
  // `by_groups`: products are those of four warps at once, which go on in the background.
  GatheredLoop(const ContractionPlan& plan, bool by_groups, Lines& lines)
      : plan_(plan), by_groups_(by_groups), lines_(lines) {}

  // Functions `multiply(stage)` and those of both operands are declared.
  void write();

 private:
  std::string wide_text() const;
  void add_fetches(const std::string& at, const std::string& stage);
  void write_ahead();
  void write_by_elements();

  const ContractionPlan& plan_;
  bool by_groups_;
  Lines& lines_;
};

}  // namespace whet::write
