// A tile of a scan: the packs that a thread loads, the scan among the elements of a warp, and the stores.
#pragma once

#include <string>
#include <vector>

#include "write/schedule/scan.h"
#include "write/schedule/wide_packs.h"
#include "write/subject/scan_plan.h"

namespace whet::write {

class ScanTile {
 public:
  ScanTile(const Subject& subject, const Nest& nest, const ScanNumbers& numbers, const ScanPlan& plan,
           CudaExpression& text, Lines& lines);

  const std::string& type() const { return type_; }        // of what is scanned
  const std::string& nothing() const { return nothing_; }  // what changes no value
  const std::string& fold() const { return fold_; }        // "Sum()"
  bool is_block() const { return numbers_.lanes > 32; }    // all threads of a block share a row

  void choose_loads();
  void declare_wide() { wide_.declare(lines_); }
  // Declares `start`, where the packs of a thread begin: those of a warp, or of the lanes that share a row, are
  // neighbours.
  void write_start();
  // All packs of the tile, or those that the scan itself needs.
  void write_loads(bool is_all);
  // `so_far` holds the scan among the elements of a warp, and `total` its end.
  void write_scan();
  // `total` alone, of the thread.
  void write_total();
  // What is made of `ahead` and `so_far`.
  void write_stores();

 private:
  struct Load {
    Expr load;
    std::string name, is_wide;
    bool is_scanned = false;  // the scan itself needs it, not only what is made of its result
  };
  Expr inner() const { return nest_.space.back().variable; }
  void open_packs();
  void open_elements();
  void bind_element();
  void write_step(const std::string& run);
  void write_lanes();
  std::vector<std::string> declare_stored();
  void write_stored(const std::vector<std::string>& packs);

  const Subject& subject_;
  lift::Arena& arena_;
  const Nest& nest_;
  const ScanNumbers& numbers_;
  const ScanPlan& plan_;
  CudaExpression& text_;
  Lines& lines_;
  WidePacks wide_;
  std::string type_, nothing_, fold_;
  std::vector<Load> loads_;
  std::vector<std::string> store_wide_;  // an empty text: elements are stored one by one
};

}  // namespace whet::write
