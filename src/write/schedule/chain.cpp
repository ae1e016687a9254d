#include "write/schedule/chain.h"

#include <fmt/format.h>

#include "write/schedule/contraction_frame.h"
#include "write/schedule/hidden_plan.h"
#include "write/schedule/hidden_values.h"
#include "write/schedule/register_tile.h"
#include "write/schedule/tile_staging.h"

namespace whet::write {

namespace {

constexpr int64_t k_most_chain_bytes = 48 * 1024;  // of shared memory that needs no leave

class ChainWriter {
 public:
  // `inner` is the product of the hidden values, whose rows are terms of the outer product.
  ChainWriter(const Subject& subject, const Nest& nest, const ChainNumbers& numbers, ChainPlan plan,
              ContractionPlan inner)
      : subject_(subject),
        nest_(nest),
        numbers_(numbers),
        plan_(std::move(plan)),
        inner_(std::move(inner)),
        text_(subject, lines_),
        frame_(subject, plan_.outer, vector(), lines_, text_),
        hidden_(subject, inner_, own(), {numbers.tile_k, numbers.threads(), "inner_terms"}, numbers.slice,
                number_type(), number_bytes(), lines_, text_),
        staging_(subject, plan_.outer, {numbers.tile_k, numbers.threads()}, {other()}, number_type(), number_bytes(),
                 lines_, text_) {}

  Result<WrittenKernel> write() {
    TRY_VOID(check());
    further_ = launch_parameters(subject_, nest_, text_);
    lines_.open(fmt::format("__global__ void __launch_bounds__(kThreads, kBlocks) {}({})", subject_.kernel,
                            parameter_text(subject_, further_)));
    write_head();
    hidden_.write();
    write_outer();
    write_results();
    lines_.close();
    if (!text_.failure().empty()) return bad_input("a chain of products has no form for " + text_.failure());
    return finish();
  }

 private:
  std::string number_type() const { return std::string(text_.real_type()); }
  int64_t number_bytes() const { return subject_.is_double() ? 8 : 4; }
  int64_t vector() const { return 16 / number_bytes(); }

  StagedOperand left() const {
    return {plan_.outer.left, "left", "kTileM", "tile_row", "rows_here", "i", numbers_.tile_m};
  }
  StagedOperand right() const {
    return {plan_.outer.right, "right", "kTileN", "tile_column", "columns_here", "j", numbers_.tile_n};
  }
  StagedOperand other() const { return plan_.is_left ? right() : left(); }
  // The side of the result that the hidden values have.
  HiddenSide own() const {
    if (plan_.is_left) return {"kTileM", "tile_row", "rows_here", "i", "count_down", numbers_.tile_m};
    return {"kTileN", "tile_column", "columns_here", "j", "count_across", numbers_.tile_n};
  }

  Result<void> check() {
    const std::string refusals[] = {
        refusal_of_tile(numbers_.tile_m, numbers_.tile_n, numbers_.thread_m, numbers_.thread_n, vector()),
        refusal_of_tile(numbers_.slice, own().length, numbers_.thread_slice, numbers_.thread_own, vector())};
    for (const std::string& refusal : refusals) {
      if (!refusal.empty()) return bad_input(refusal);
    }
    const int64_t of_hidden = numbers_.slice / numbers_.thread_slice * (own().length / numbers_.thread_own);
    if (of_hidden != numbers_.threads() || numbers_.slice % numbers_.tile_k != 0)
      return bad_input("a slice of hidden values has work for all threads, and whole tiles of terms");
    TRY_VOID(staging_.check());
    TRY_VOID(hidden_.check());
    if (staging_.shared_bytes() + hidden_.shared_bytes() > k_most_chain_bytes)
      return bad_input("the tiles do not fit into shared memory");
    return {};
  }

  void write_head() {
    lines_.add(
        "// Two tiles of each operand, one in use and one to come. kVector elements more in a line keep the packs of");
    lines_.add("// different terms on different banks when they are turned.");
    hidden_.declare_tiles();
    staging_.declare_tiles();
    frame_.write_place();
    hidden_.write_place();
    write_lanes(lines_);
    write_first_of_thread(tile_, lines_);
  }

  void write_outer() {
    lines_.section("Outer product");
    staging_.write();
    lines_.add("");
    const TermLines from = plan_.is_left ? TermLines{"hidden_tile[first + k]", "right_tile[buffer][k]"}
                                         : TermLines{"left_tile[buffer][k]", "hidden_tile[first + k]"};
    write_multiplication(tile_, from, "const auto multiply = [&](int first, int buffer)", number_type(), lines_);
    lines_.add("");
    lines_.open("for (; slice < terms; slice += kSlice)");
    lines_.add("slice_here = (int)min(terms - slice, (long long)kSlice);");
    lines_.add("const long long slice_end = slice + slice_here;");
    const TileStaging::Range range{"slice", "slice_end"};
    staging_.write_first_loads(range);
    lines_.add("make_hidden();");
    staging_.write_loop(range, "multiply((int)(start - slice), buffer);");
    lines_.close();
  }

  void write_results() {
    lines_.section("Results");
    write_packs_of_sums(tile_, [&] { frame_.write_results_of_products("sums[s][p * kVector + e]"); }, lines_);
  }

  Result<WrittenKernel> finish() {
    WrittenKernel kernel;
    kernel.schedule = "chain";
    kernel.reason = fmt::format(
        "Chain of products: a block computes kTileM x kTileN sums. Of the hidden values it makes a slice of kSlice for "
        "each of its {} in shared memory, from tiles of kTileK terms, each value once; there they are an operand of "
        "the outer product, whose other operand comes in tiles of kTileK terms. Nothing between the products goes to "
        "memory. A thread has kThreadM x kThreadN sums in registers, and kSliceM x kSliceN hidden values before them.",
        plan_.is_left ? "rows" : "columns");
    const std::string own_tile = own().tile;
    kernel.constants = {{"kTileM", numbers_.tile_m, "rows of a block"},
                        {"kTileN", numbers_.tile_n, "columns of a block"},
                        {"kTileK", numbers_.tile_k, "terms in shared memory at a time, of both products"},
                        {"kSlice", numbers_.slice, "hidden values at a time: terms of the outer product"},
                        {"kThreadM", numbers_.thread_m, "rows of a thread"},
                        {"kThreadN", numbers_.thread_n, "columns of a thread"},
                        {"kSliceM", numbers_.thread_slice, "hidden values of a thread in a slice"},
                        {"kSliceN", numbers_.thread_own, "and for how many of kTileM or kTileN"},
                        {"kVector", vector(), "elements of a pack: 16 bytes of shared memory"},
                        {"kThreads", numbers_.threads(), "of a block: kTileM / kThreadM * (kTileN / kThreadN)"},
                        {"kBlocks", blocks_with_room(numbers_.threads(), numbers_.registers(number_bytes())),
                         "of a multiprocessor, that its registers have room for"},
                        {"kWarpsAcross", warps_across(numbers_.tile_n, numbers_.thread_n),
                         "warps next to each other: kTileN / (8 * kThreadN)"},
                        {"kSliceAcross", warps_across(own().length, numbers_.thread_own),
                         fmt::format("the same of hidden values: {} / (8 * kSliceN)", own_tile)},
                        {"kGroup", numbers_.group, "tiles below each other that run side by side"}};
    TRY(grid, frame_.grid(numbers_.tile_m, numbers_.tile_n));
    kernel.launches = {{subject_.kernel, launch_arguments(subject_, further_), grid, numbers_.threads()}};
    kernel.code = lines_.text();
    assemble(subject_, kernel);
    return kernel;
  }

  const Subject& subject_;
  const Nest& nest_;
  const ChainNumbers& numbers_;
  ChainPlan plan_;
  ContractionPlan inner_;
  Lines lines_;
  CudaExpression text_;
  ContractionFrame frame_;
  HiddenValues hidden_;
  TileStaging staging_;
  RegisterTile tile_;
  std::vector<FurtherParameter> further_;
};

}  // namespace

Result<WrittenKernel> write_chain(const Subject& subject, const Nest& nest, const ChainNumbers& numbers) {
  TRY(plan, plan_chain(subject, nest));
  if (plan.sums > 1) return bad_input("a chain of products in one kernel has one sum inside of its terms");
  TRY(hidden, plan_hidden(subject, nest, plan));
  hidden.sums[0].statements[0].value = hidden.value;
  return ChainWriter(subject, nest, numbers, std::move(plan), std::move(hidden.sums[0])).write();
}

}  // namespace whet::write
