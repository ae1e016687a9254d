// An operand as TMA sees it: lines of neighbours in memory, and as many matrices of them as there are batches. A tensor
// map describes it (write_map.cuh), a box of which is a tile.
#pragma once

#include "write/schedule/chunk_fetch.h"

namespace whet::write {

inline constexpr int64_t k_map_bytes = 128;    // kMapBytes of the kernel
inline constexpr const char* k_maps = "maps";  // the address of the first tensor map in the kernel

// From one matrix to the next along an index of the batch.
struct BatchStep {
  lift::SpaceIndex index;
  Expr stride;  // bytes
};

struct MappedOperand {
  ChunkedOperand names;
  Expr from, stride;             // bytes: where the first line begins, from one to the next
  Expr length, lines;            // elements of a line, lines
  std::vector<BatchStep> steps;  // those of the batch's indices that it depends on
  ElementType type;              // of its elements
  bool along_terms;              // lines have terms, else elements of its own index
  bool has_place = true;         // else only a copy of it is mapped

  bool is_left() const { return names.side == "left"; }
  // "maps + kMapBytes"; the third map is that of a further sum's right operand
  std::string map() const;
};

// An error: its places are no such sum of strides.
Result<MappedOperand> mapped_operand(const Subject& subject, const ContractionPlan& plan, const ChunkedOperand& each);

// The same for floats in lines of terms, which TMA rounds to tf32. What lies otherwise, or is computed, has no place:
// only a copy of it is mapped.
Result<MappedOperand> tf32_operand(const Subject& subject, const ContractionPlan& plan, const ChunkedOperand& each);

// Where an operand or a copy of it is: text of C++.
struct MapPlace {
  std::string from, stride;
  std::vector<std::string> strides;  // of each step of the batch
};

// Writes about tensor maps.
class MapText {
 public:
  MapText(const Subject& subject, CudaExpression& text) : arena_(subject.arena), text_(text) {}

  // Conditions of C++: whether its counts are those of a map, and whether its lines begin where a map allows it.
  std::vector<std::string> has_range(const MappedOperand& each);
  std::vector<std::string> is_aligned(const MappedOperand& each);
  // Where the operand itself is, and whichever of two places a condition of C++ chooses.
  MapPlace place(const MappedOperand& each);
  static MapPlace either(const std::string& condition, const MapPlace& here, const MapPlace& there);
  // Writes the map of what lies there; a box has `lines` of it.
  std::string write(const MappedOperand& each, const std::string& lines, const MapPlace& at);
  // Starts the copy of a box to shared memory, from the place along a line and the line on.
  std::string copy(const MappedOperand& each, const std::string& to, const std::string& along, const std::string& line);

 private:
  std::string address(const MappedOperand& each);
  std::string of_stride(Expr stride);

  lift::Arena& arena_;
  CudaExpression& text_;
};

}  // namespace whet::write
