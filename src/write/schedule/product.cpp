#include "write/schedule/product.h"

#include <fmt/format.h>

#include "write/schedule/contraction_frame.h"
#include "write/schedule/register_tile.h"
#include "write/schedule/split_terms.h"
#include "write/schedule/tile_staging.h"
#include "write/subject/convolution_plan.h"

namespace whet::write {

namespace {

constexpr int64_t k_most_product_bytes = 48 * 1024;  // of shared memory that needs no leave
constexpr int64_t k_tight_threads = 512;             // of a multiprocessor: each has at most 128 registers

class ProductWriter {
 public:
  ProductWriter(const Subject& subject, const Nest& nest, const ProductNumbers& numbers, ContractionPlan plan)
      : subject_(subject),
        nest_(nest),
        numbers_(numbers),
        plan_(std::move(plan)),
        text_(subject, lines_),
        frame_(subject, plan_, vector(), lines_, text_),
        staging_(subject, plan_, {numbers.tile_k, numbers.threads(), "terms", numbers.is_tight(number_bytes())},
                 operands(), number_type(), number_bytes(), lines_, text_) {}

  Result<WrittenKernel> write() {
    TRY_VOID(check());
    further_ = launch_parameters(subject_, nest_, text_);
    lines_.open(fmt::format("__global__ void __launch_bounds__(kThreads, kBlocks) {}({})", subject_.kernel,
                            parameter_text(subject_, further_)));
    write_head();
    staging_.write();
    lines_.add("");
    write_multiplication(tile_, {"left_tile[buffer][k]", "right_tile[buffer][k]"},
                         "const auto multiply = [&](int buffer)", number_type(), lines_);
    lines_.add("");
    staging_.write_loop({}, "multiply(buffer);");
    write_sums();
    lines_.close();
    if (!text_.failure().empty()) return bad_input("a product has no form for " + text_.failure());
    return finish();
  }

 private:
  std::string number_type() const {
    if (plan_.is_real) return std::string(text_.real_type());
    return plan_.is_narrow ? "int" : "long long";
  }
  int64_t number_bytes() const { return plan_.is_narrow ? 4 : 8; }
  int64_t vector() const { return 16 / number_bytes(); }
  std::vector<StagedOperand> operands() const {
    return {
        {plan_.left, "left", "kTileM", "tile_row", "rows_here", "i", numbers_.tile_m, numbers_.copies.left},
        {plan_.right, "right", "kTileN", "tile_column", "columns_here", "j", numbers_.tile_n, numbers_.copies.right}};
  }

  Result<void> check() {
    const std::string refusal =
        refusal_of_tile(numbers_.tile_m, numbers_.tile_n, numbers_.thread_m, numbers_.thread_n, vector());
    if (!refusal.empty()) return bad_input(refusal);
    TRY_VOID(staging_.check());
    if (staging_.shared_bytes() > k_most_product_bytes) return bad_input("the tiles do not fit into shared memory");
    return {};
  }

  void write_head() {
    lines_.add(
        "// Two tiles of each operand, one in use and one to come. kVector elements more in a line keep the packs of");
    lines_.add("// different terms on different banks when they are turned.");
    staging_.declare_tiles();
    frame_.write_place();
    write_lanes(lines_);
    write_first_of_thread(tile_, lines_);
  }

  void write_sums() {
    lines_.add("");
    write_packs_of_sums(tile_, [&] { frame_.write_results_of_products("sums[s][p * kVector + e]"); }, lines_);
  }

  Result<WrittenKernel> finish() {
    WrittenKernel kernel;
    kernel.schedule = "product";
    kernel.reason =
        "Product: a block computes kTileM x kTileN sums from tiles of kTileK terms in shared memory, a thread kThreadM "
        "x "
        "kThreadN of them in registers, so that an element is read from memory once for a tile and from shared memory "
        "once for a thread. The next tiles are loaded while these are multiplied. kGroup tiles below each other run "
        "side "
        "by side and share what they read in L2.";
    const int64_t across = warps_across(numbers_.tile_n, numbers_.thread_n);
    kernel.constants = {{"kTileM", numbers_.tile_m, "rows of a block"},
                        {"kTileN", numbers_.tile_n, "columns of a block"},
                        {"kTileK", numbers_.tile_k, "terms in shared memory at a time"},
                        {"kThreadM", numbers_.thread_m, "rows of a thread"},
                        {"kThreadN", numbers_.thread_n, "columns of a thread"},
                        {"kVector", vector(), "elements of a pack: 16 bytes of shared memory"},
                        {"kThreads", numbers_.threads(), "of a block: kTileM / kThreadM * (kTileN / kThreadN)"},
                        {"kBlocks", blocks_with_room(numbers_.threads(), numbers_.registers(number_bytes())),
                         "of a multiprocessor, that its registers have room for"},
                        {"kWarpsAcross", across, "warps next to each other: kTileN / (8 * kThreadN)"},
                        {"kGroup", numbers_.group, "tiles below each other that run side by side"}};
    TRY(grid, frame_.grid(numbers_.tile_m, numbers_.tile_n));
    kernel.launches = {{subject_.kernel, launch_arguments(subject_, further_), grid, numbers_.threads()}};
    kernel.code = lines_.text();
    assemble(subject_, kernel);
    return kernel;
  }

  const Subject& subject_;
  const Nest& nest_;
  const ProductNumbers& numbers_;
  ContractionPlan plan_;
  Lines lines_;
  CudaExpression text_;
  ContractionFrame frame_;
  TileStaging staging_;
  RegisterTile tile_;
  std::vector<FurtherParameter> further_;
};

Result<WrittenKernel> write_parts(const Subject& subject, const Nest& nest, const ProductNumbers& numbers) {
  const auto write = [&](const Subject& part, const Nest& of_part) -> Result<WrittenKernel> {
    TRY(plan, plan_gathered_contraction(part, of_part));
    return ProductWriter(part, of_part, numbers, std::move(plan)).write();
  };
  if (numbers.parts == 1) return write(subject, nest);
  return write_split_terms(subject, nest, numbers.parts, numbers.tile_k, write);
}

}  // namespace

bool ProductNumbers::is_tight(int64_t bytes) const {
  return threads() * blocks_with_room(threads(), registers(bytes)) >= k_tight_threads;
}

Result<WrittenKernel> write_product(const Subject& subject, const Nest& nest, const ProductNumbers& numbers) {
  if (!numbers.copies.any()) return write_parts(subject, nest, numbers);
  return write_whole_lines(subject, nest, numbers.copies, [&](const Subject& part, const Nest& of_part) {
    return write_parts(part, of_part, numbers);
  });
}

}  // namespace whet::write
