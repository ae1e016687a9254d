// An operand of a product whose elements lie where several indices say. What of a place depends on the element's own
// index is computed once by each thread, what depends on the term once for a tile of terms, by one thread for each; an
// element costs an addition and a look at a bit.
//
//   x[i, c, p + r - 1, q + s - 1]:  x + (i, p, q) is `from` of a thread, (c, r, s) the offset of a term
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "write/schedule/gathered_places.h"

namespace whet::write {

class GatheredOperand {
 public:
  // `side` is "left" or "right", `tile` "kTileM" or "kTileN", `first` the element at which the tile begins, `here` how
  // many of it there are. `type` is that of what is kept: numbers, or elements as they are.
  struct Names {
    std::string side, tile, first, here, type;
    bool is_as_is = false;  // elements are kept as they are in memory
    // The kernel gathers elements alone (write_alone) where a launch has more terms that decide than a mask has bits.
    bool may_ask = false;
  };
  GatheredOperand(const Subject& subject, const ContractionPlan& plan, const ContractionOperand& operand, Names names,
                  Lines& lines, CudaExpression& text)
      : subject_(subject),
        arena_(subject.arena),
        plan_(plan),
        operand_(operand),
        names_(std::move(names)),
        lines_(lines),
        text_(text),
        places_(subject, plan, operand) {}

  // Why it has no form for the operand in tiles of that length; empty: it has.
  std::string refusal(int64_t tile, int64_t threads) const;

  // Declares `SIDE_next`, the elements of a thread, and the functions
  //   place_SIDE(start, slot): the places of the terms from `start` on, in one of two slots
  //   load_SIDE(start, slot): the elements of these terms, to registers
  // Threads follow each other along the own index: that of a thread is `SIDE_line`, its terms `SIDE_first + p *
  // SIDE_step`.
  void write();
  // The loop over the elements of a thread, up to its `{`: `term` is declared in it.
  void open_elements();
  // Whether only the launch tells if the bits of a mask are enough, once that is written.
  bool asks() const { return has_bits() && !is_count_known_; }
  // Declares gather_SIDE(start, buffer), which brings the elements to `place` one by one, and says in `has_mask()`
  // whether there is no need for it. `term` and SIDE_line are declared where `place` is used.
  void write_alone(const std::string& place);
  std::string has_mask() const { return fmt::format("has_{}_mask", names_.side); }

 private:
  bool choose_bits();
  bool has_bits() const { return bit_count_ > 0; }
  int64_t most_bits() const;
  void bind_term(const std::string& index);
  void bind_own(const std::string& index);
  void write_own();
  void write_mask();
  void write_places();
  void write_loads();
  void bind_places();

  const Subject& subject_;
  lift::Arena& arena_;
  const ContractionPlan& plan_;
  const ContractionOperand& operand_;
  Names names_;
  Lines& lines_;
  CudaExpression& text_;
  GatheredPlaces places_;
  std::vector<lift::SpaceIndex> bits_;  // the ranges of terms that guards depend on
  int64_t bit_count_ = 0;               // of all of them together; 0: they are not known or many
  bool is_count_known_ = true;          // else it is that of the case to be fast at
  std::vector<std::string> own_;        // names of what a thread has of each load and comparison
};

}  // namespace whet::write
