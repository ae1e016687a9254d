// The kernel before a product by bulk copies: it writes the tensor maps of both operands. Where it is asked to, it
// copies operands whose lines do not begin at multiples of 16 bytes to lines that do, and their maps describe the
// copies. Where it copies nothing and the product has few blocks, there is no such kernel: each block of the product
// writes maps of its own, which takes less than a launch.
#pragma once

#include <optional>
#include <vector>

#include "util/text.h"
#include "write/schedule/mapped_operand.h"
#include "write/text/kernel_file.h"
#include "write/text/written.h"

namespace whet::write {

inline constexpr int64_t k_copy_threads = 256;  // of a block that copies

class MapKernel {
 public:
  MapKernel(const Subject& subject, const ContractionPlan& plan, MappedOperand left, MappedOperand right, bool copies,
            Lines& lines, CudaExpression& text)
      : subject_(subject),
        plan_(plan),
        left_(std::move(left)),
        right_(std::move(right)),
        copies_(copies),
        lines_(lines),
        text_(text),
        maps_(subject, text) {}
  virtual ~MapKernel() = default;

  const MappedOperand& left() const { return left_; }
  const MappedOperand& right() const { return right_; }
  MapText& maps() { return maps_; }
  // That of a further sum; nothing is copied then.
  void add_further(MappedOperand further) { further_.emplace(std::move(further)); }
  // The left one, the right one, and that of a further sum.
  std::vector<const MappedOperand*> operands() const;
  // Each block of a cluster brings its part of the columns.
  void share_columns() { are_columns_shared_ = true; }
  // So many blocks of the product write maps of their own.
  void write_in_blocks(int64_t blocks) { owners_ = blocks; }

  // The same in both kernels: whether tensor maps can describe the operands.
  std::string can_map();
  // "maps" in the product, from the scratch memory that it gets.
  void declare_maps();
  // This kernel, if there is one.
  void write(const std::vector<FurtherParameter>& further);
  // In the product, where its blocks write their own maps: a warp does for each, from that one on. A barrier follows.
  void write_own(const std::string& first_warp);
  // Adds the scratch memory and the launch of this kernel. An error: a length is no formula of the problem's sizes.
  virtual Result<void> add_launch(const std::vector<FurtherParameter>& further, WrittenKernel& kernel) const;
  // What the product gets beside the problem's arguments.
  std::string parameter() const;
  static std::string argument();

 protected:
  // A condition of C++: the operand is mapped where it is. Empty: never.
  std::string stays(const MappedOperand& each) { return each.has_place ? join(maps_.is_aligned(each), " && ") : ""; }
  // Blocks that copy: a formula of the problem's sizes.
  virtual Result<std::string> copy_blocks() const;
  // Copies the operands that do not stay, to left_copy and right_copy: lines that begin left_pitch elements apart.
  virtual void copy_operands();

  const Subject& subject_;
  const ContractionPlan& plan_;
  MappedOperand left_, right_;
  std::optional<MappedOperand> further_;
  bool copies_, are_columns_shared_ = false;
  int64_t owners_ = 0;  // blocks of the product that write maps; 0: none does
  Lines& lines_;
  CudaExpression& text_;
  MapText maps_;

 private:
  std::string qualifier() const { return owners_ > 0 ? "" : "const "; }
  void write_map(const MappedOperand& each);
  std::string box_lines(const MappedOperand& each) const;
  Subject own_subject() const;
  std::vector<lift::SpaceIndex> line_indices(const MappedOperand& each) const;
  lift::SpaceIndex index_along(const MappedOperand& each) const;
  std::string lines_text(const MappedOperand& each);
  void write_copies();
  void declare_copy(const MappedOperand& each);
  void write_copy(const MappedOperand& each);
  MapPlace place_of_copy(const MappedOperand& each);
  std::string map_of_copy(const MappedOperand& each);
};

}  // namespace whet::write
