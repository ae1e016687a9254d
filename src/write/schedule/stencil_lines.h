// The lines of a stencil in the registers of a thread: how they are loaded, and which load each element of them stands
// for.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "write/schedule/stencil_grid.h"
#include "write/schedule/wide_packs.h"

namespace whet::write {

// Inside, every element of a line is one that the meaning reads. Near a border some are not: there a line is read as
// far as its array reaches, and the formula asks which elements count.
enum class StencilPart : uint8_t { inside, edge };

class StencilLines {
 public:
  StencilLines(const Subject& subject, const StencilPlan& plan, const StencilNumbers& numbers, Lines& lines,
               CudaExpression& text)
      : subject_(subject), plan_(plan), numbers_(numbers), lines_(lines), text_(text) {}

  // Whether the edge has a form: its arrays' extents are known, and few loads are left that no line holds.
  bool has_edge() const;
  // How many elements the arrays have, for the edge.
  void add_parameters(std::vector<FurtherParameter>& further);
  // Names the lines; their packs are words of memory where `wide` says so.
  void name(WidePacks& wide);

  void declare(StencilPart part);
  // Before the first row: all lines, or those that it needs. In row r: those that the next one needs beside, so that
  // they are on their way while it is computed.
  void load_first(StencilPart part);
  void load_ahead(StencilPart part);
  // The loads of the element e of row r.
  void bind(StencilPart part);

 private:
  bool is_held(const StencilLine& line, StencilPart part) const;
  size_t direct_loads() const;
  int64_t further_rows(const StencilLine& line) const { return line.last_row - line.first_row; }
  int64_t rows() const { return plan_.march ? numbers_.rows : 1; }
  void load(size_t at, StencilPart part, const std::string& place, int64_t row);

  const Subject& subject_;
  const StencilPlan& plan_;
  const StencilNumbers& numbers_;
  Lines& lines_;
  CudaExpression& text_;
  std::vector<std::string> names_, wide_;
  std::map<std::string, std::string> elements_;  // names of extents, by their formulas
};

// "i + r - 1"
std::string moved_text(const std::string& index, int64_t shift);

}  // namespace whet::write
