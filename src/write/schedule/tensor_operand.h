// An operand of a product on tensor cores: how its tiles come to shared memory, and how fragments are read from there.
#pragma once

#include "write/schedule/chunk_fetch.h"
#include "write/schedule/gathered_chunks.h"
#include "write/schedule/gathered_operand.h"
#include "write/schedule/tensor.h"

namespace whet::write {

inline constexpr int64_t k_chunk_bytes = 16;  // of a copy, and of a line of a matrix

class TensorOperand {
 public:
  TensorOperand(const Subject& subject, const ContractionPlan& plan, ChunkedOperand names, const TensorNumbers& numbers,
                Lines& lines, CudaExpression& text)
      : subject_(subject),
        plan_(plan),
        names_(std::move(names)),
        numbers_(numbers),
        lines_(lines),
        text_(text),
        node_(subject.arena[*names_.operand.plain]),
        type_(subject.parameter(node_.args[0]).type) {}

  Result<void> check(int64_t length);

  ElementType type() const { return type_; }
  const std::string& side() const { return names_.side; }
  int64_t chunk() const { return k_chunk_bytes / node_.bytes; }  // elements of it
  // Gathered by elements, or in chunks of neighbouring terms.
  bool is_gathered() const { return names_.operand.is_gathered && !names_.operand.along_terms; }
  bool is_gathered_in_chunks() const { return is_brought_in_chunks(plan_, names_.operand); }
  // Bytes are exchanged on their way to shared memory: only 16 bits can be turned when matrices are read from there.
  bool is_turned() const { return node_.bytes == 1 && !names_.operand.along_terms; }
  // Whether a tile comes to shared memory through registers, after the one before it was multiplied.
  bool is_kept() const { return is_turned() || is_gathered(); }
  // In the kernel, whether chunks are whole words; empty: there are none.
  const std::string& is_wide() const { return is_wide_; }

  // The functions that bring a tile.
  void write();
  // Their calls: with the places of gathered terms, before a multiplication, and after it.
  void add_places(const std::string& start, const std::string& slot);
  void add_fetch(const std::string& start, const std::string& stage, const std::string& slot,
                 const std::string& is_whole);
  void add_keeping(const std::string& stage);

  // "left_place": where the first of a lane's words or lines lies, which lane_place() says.
  std::string lane_place() const;
  void add_tile(const std::string& stage);
  // Reads the fragments of a step, four words of a lane each.
  void add_reading(const std::string& count);
  // Of numbers of 8 bits: makes the fragments of a pair of terms.
  void add_halves(const std::string& count);

 private:
  // Whether a line of the tile in shared memory has terms, or else elements of the operand's own index.
  bool has_lines_of_terms() const { return names_.operand.along_terms || is_turned(); }
  // Words of 32 bits whose lines are not of terms are read one by one.
  bool is_read_by_words() const { return node_.bytes == 4 && !has_lines_of_terms(); }
  std::string chunks_of_line() const { return has_lines_of_terms() ? "kTileK / kChunk" : names_.tile + " / kChunk"; }
  std::string place(const std::string& line, const std::string& chunk) const;
  std::string tile_address(const std::string& stage) const;
  std::string read() const;
  GatheredOperand gathered();
  void write_gathered();
  void write_turned();
  void write_loading_of_squares(const std::string& name, const std::string& is_wide);
  void write_keeping_of_squares(const std::string& name);
  void open_squares();

  const Subject& subject_;
  const ContractionPlan& plan_;
  ChunkedOperand names_;
  const TensorNumbers& numbers_;
  Lines& lines_;
  CudaExpression& text_;
  lift::Node node_;
  ElementType type_;
  std::string is_wide_;
};

}  // namespace whet::write
