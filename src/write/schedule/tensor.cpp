#include "write/schedule/tensor.h"

#include <fmt/format.h>

#include "write/schedule/contraction_frame.h"
#include "write/schedule/gathered_loop.h"
#include "write/schedule/split_numbers.h"
#include "write/schedule/split_terms.h"
#include "write/schedule/tensor_operand.h"
#include "write/subject/convolution_plan.h"

namespace whet::write {

namespace {

constexpr int64_t k_most_tensor_bytes = 99 * 1024;  // of shared memory that every GPU with these instructions gives

class TensorWriter {
 public:
  TensorWriter(const Subject& subject, const Nest& nest, const TensorNumbers& numbers, ContractionPlan plan)
      : subject_(subject),
        nest_(nest),
        numbers_(numbers),
        plan_(std::move(plan)),
        text_(subject, lines_),
        frame_(subject, plan_, 2, lines_, text_),
        left_(subject, plan_, chunked_left(plan_), numbers, lines_, text_),
        right_(subject, plan_, chunked_right(plan_), numbers, lines_, text_) {}

  Result<WrittenKernel> write() {
    TRY_VOID(check());
    further_ = launch_parameters(subject_, nest_, text_);
    lines_.open(fmt::format("__global__ void __launch_bounds__(kThreads) {}({})", subject_.kernel,
                            parameter_text(subject_, further_)));
    write_head();
    lines_.section("Load: a tile of both operands, kTileK terms from `start` on, to a stage");
    left_.write();
    right_.write();
    write_multiplication();
    if (has_chunks()) {
      GatheredLoop(plan_, false, lines_).write();
    } else {
      write_loop();
    }
    if (is_split()) SpecialSums(plan_, sums_of_warp(), lines_, text_).write();
    write_sums();
    lines_.close();
    if (!text_.failure().empty()) return bad_input("tensor cores have no form for " + text_.failure());
    return finish();
  }

 private:
  int64_t tile_k() const { return numbers_.line / subject_.arena[*plan_.left.plain].bytes; }
  int64_t shared_bytes() const { return numbers_.stages * (numbers_.tile_m + numbers_.tile_n) * numbers_.line; }

  Result<void> check() {
    TRY_VOID(left_.check(numbers_.tile_m));
    TRY_VOID(right_.check(numbers_.tile_n));
    if (numbers_.tile_m % numbers_.warp_m != 0 || numbers_.tile_n % numbers_.warp_n != 0 || numbers_.warp_m % 16 != 0 ||
        numbers_.warp_n % 16 != 0)
      return bad_input("a tile has work for whole warps only");
    if (shared_bytes() > k_most_tensor_bytes) return bad_input("the tiles do not fit into shared memory");
    return {};
  }

  void write_head() {
    lines_.add("extern __shared__ uint4 tiles[];  // for each stage a tile of the left operand and one of the right");
    frame_.write_place();
    lines_.add("const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;");
    lines_.add("const int warp_row = warp / (kTileN / kWarpN) * kWarpM;  // in the tile");
    lines_.add("const int warp_column = warp % (kTileN / kWarpN) * kWarpN;");
  }

  bool is_split() const { return multiplies_split(subject_, left_.type()); }
  bool has_small_floats() const { return is_small_float(left_.type()); }

  std::string instruction() const {
    const auto sign = [](const TensorOperand& each) { return each.type() == ElementType::i8 ? "s8" : "u8"; };
    if (left_.type() == ElementType::f32) return "mma_tf32";
    if (left_.type() == ElementType::f16 || has_small_floats()) return "mma_halves";
    if (left_.type() == ElementType::bf16) return "mma_bfloats";
    return fmt::format("mma_{}_{}", sign(left_), sign(right_));
  }

  void write_multiplication() {
    lines_.section("Multiply: a stage");
    lines_.add(
        "// Sums of 16 x 8 elements: those of a lane are rows lane / 4 and lane / 4 + 8, columns lane % 4 * 2 and the "
        "next.");
    lines_.add(fmt::format("{} sums[kWarpM / 16][kWarpN / 8][4] = {{}};", plan_.is_real ? "float" : "int"));
    lines_.add("// Where the line lies whose address a lane gives to ldmatrix for the first matrices of a tile.");
    for (const TensorOperand* each : {&left_, &right_})
      lines_.add(fmt::format("const int {}_place = {};", each->side(), each->lane_place()));
    lines_.open("const auto multiply = [&](int stage)");
    left_.add_tile("stage");
    right_.add_tile("stage");
    lines_.add("#pragma unroll");
    lines_.open("for (int step = 0; step < kTileK / kChunk; step += 2)");
    lines_.add("unsigned of_left[kWarpM / 16][4], of_right[kWarpN / 16][4];");
    if (is_split()) lines_.add("unsigned rest_of_left[kWarpM / 16][4], rest_of_right[kWarpN / 16][4];");
    left_.add_reading("kWarpM / 16");
    right_.add_reading("kWarpN / 16");
    if (has_small_floats()) {
      write_products_of_halves();
    } else {
      write_products("of_left", "of_right");
    }
    lines_.close();
    lines_.close("};");
  }

  void write_products(const std::string& left, const std::string& right) {
    lines_.add("#pragma unroll");
    lines_.open("for (int s = 0; s < kWarpM / 16; ++s)");
    lines_.add("#pragma unroll");
    lines_.open("for (int p = 0; p < kWarpN / 8; ++p)");
    if (is_split())
      add_split_products(lines_);
    else
      lines_.add(fmt::format("{0}(sums[s][p], {1}[s], {2}[p / 2][p % 2 * 2], {2}[p / 2][p % 2 * 2 + 1]);",
                             instruction(), left, right));
    lines_.close();
    lines_.close();
  }

  // Half of the terms at a time: both operands have the same of them in the same places.
  void write_products_of_halves() {
    lines_.add("// A word has four terms: two of them become a word of halves, then the others.");
    lines_.add("#pragma unroll");
    lines_.open("for (int pair = 0; pair < 2; ++pair)");
    lines_.add("unsigned left_halves[kWarpM / 16][4], right_halves[kWarpN / 16][4];");
    left_.add_halves("kWarpM / 16");
    right_.add_halves("kWarpN / 16");
    write_products("left_halves", "right_halves");
    lines_.close();
  }

  void add_places(const std::string& start, const std::string& slot) {
    for (TensorOperand* each : {&left_, &right_}) each->add_places(start, slot);
  }
  // What brings the tile that begins with the term to the stage: before a multiplication, and after it.
  void add_fetches(const std::string& start, const std::string& stage, const std::string& slot,
                   const std::string& is_whole) {
    for (TensorOperand* each : {&left_, &right_}) each->add_fetch(start, stage, slot, is_whole);
  }
  void add_keeping(const std::string& stage) {
    for (TensorOperand* each : {&left_, &right_}) each->add_keeping(stage);
  }
  std::vector<std::string> are_wide() const {
    std::vector<std::string> all;
    for (const TensorOperand* each : {&left_, &right_}) {
      if (!each->is_wide().empty()) all.push_back(each->is_wide());
    }
    return all;
  }
  bool has_whole_tiles() const { return !are_wide().empty() && whole_tiles(are_wide()) != "false"; }
  bool has_kept() const { return left_.is_kept() || right_.is_kept(); }
  bool has_chunks() const { return left_.is_gathered_in_chunks() || right_.is_gathered_in_chunks(); }

  void write_loop() {
    lines_.section("Pipeline: load kStages - 1 tiles ahead, multiply");
    lines_.open("for (int stage = 0; stage < kStages - 1; ++stage)");
    if (plan_.is_gathered()) {
      add_places("stage * kTileK", "stage % 2");
      lines_.add("__syncthreads();");
    }
    lines_.open("if (stage * kTileK < terms)");
    add_fetches("stage * kTileK", "stage", "stage % 2", "false");
    add_keeping("stage");
    lines_.close();
    lines_.add("cp_async_commit();");
    lines_.close();
    lines_.add("int stage = 0, free = kStages - 1;  // that is multiplied, and that is filled next");
    if (plan_.is_gathered()) {
      lines_.add("int slot = (kStages - 1) % 2;  // with the places of the terms that are loaded next");
      add_places("(kStages - 1) * kTileK", "slot");
    }
    if (has_whole_tiles()) {
      lines_.add("// Tiles of which everything is there need no comparisons.");
      lines_.add(fmt::format("const bool has_whole_tiles = {};", whole_tiles(are_wide())));
    }
    lines_.open("for (long long start = 0; start < terms; start += kTileK)");
    lines_.add("cp_async_wait<kStages - 2>();");
    lines_.add("__syncthreads();  // the tile is there, and no warp reads the one before");
    lines_.add("const long long next = start + (kStages - 1) * kTileK;");
    if (has_whole_tiles()) {
      lines_.open("if (has_whole_tiles && next + kTileK <= terms)");
      add_fetches("next", "free", "slot", "true");
      lines_.turn("} else if (next < terms) {");
    } else {
      lines_.open("if (next < terms)");
    }
    add_fetches("next", "free", "slot", "false");
    lines_.close();
    lines_.add("cp_async_commit();");
    lines_.add("multiply(stage);");
    if (has_kept()) {
      lines_.open("if (next < terms)");
      add_keeping("free");
      lines_.close();
    }
    if (plan_.is_gathered()) {
      lines_.add("slot ^= 1;");
      add_places("next + kTileK", "slot");
    }
    lines_.add("free = stage;");
    lines_.add("stage = stage + 1 == kStages ? 0 : stage + 1;");
    lines_.close();
  }

  void write_sums() {
    lines_.section("Store");
    lines_.add("#pragma unroll");
    lines_.open("for (int s = 0; s < kWarpM / 8; ++s)");
    lines_.add("const long long i = tile_row + warp_row + s * 8 + lane / 4;");
    lines_.add("#pragma unroll");
    lines_.open("for (int p = 0; p < kWarpN / 8; ++p)");
    lines_.add("const long long j = tile_column + warp_column + p * 8 + lane % 4 * 2;");
    lines_.add("if (i >= count_down || j >= count_across) continue;");
    frame_.write_results("sums[s / 2][p][s % 2 * 2 + e]");
    lines_.close();
    lines_.close();
  }

  Result<WrittenKernel> finish() {
    WrittenKernel kernel;
    kernel.schedule = "tensor";
    kernel.reason =
        "Tensor: a block computes kTileM x kTileN sums on tensor cores (mma.sync), a warp kWarpM x kWarpN of them. "
        "Tiles of kTileK terms are copied to kStages stages of shared memory asynchronously (cp.async), kStages - 1 "
        "ahead of the one in use; their 16-byte chunks are swizzled so that no access has bank conflicts. kGroup tiles "
        "below each other run side by side and share what they read in L2. ";
    kernel.reason += is_split() ? split_text() : rounding_text(left_.type());
    const int64_t stage_chunks = (numbers_.tile_m + numbers_.tile_n) * numbers_.line / k_chunk_bytes;
    kernel.constants = {{"kTileM", numbers_.tile_m, "rows of a block"},
                        {"kTileN", numbers_.tile_n, "columns of a block"},
                        {"kTileK", tile_k(), "terms of a stage"},
                        {"kWarpM", numbers_.warp_m, "rows of a warp"},
                        {"kWarpN", numbers_.warp_n, "columns of a warp"},
                        {"kStages", numbers_.stages, "of the pipeline: tiles of both operands in shared memory"},
                        {"kChunk", left_.chunk(), "elements of a 16-byte chunk"},
                        {"kStageChunks", stage_chunks, "chunks of a stage: (kTileM + kTileN) * kTileK / kChunk"},
                        {"kVector", 2, "neighbouring sums of a lane"},
                        {"kThreads", numbers_.threads(), "of a block: 32 * (kTileM / kWarpM) * (kTileN / kWarpN)"},
                        {"kGroup", numbers_.group, "tiles below each other that run side by side"}};
    TRY(grid, frame_.grid(numbers_.tile_m, numbers_.tile_n));
    kernel.launches = {
        {subject_.kernel, launch_arguments(subject_, further_), grid, numbers_.threads(), shared_bytes()}};
    kernel.code = lines_.text();
    assemble(subject_, kernel);
    return kernel;
  }

  const Subject& subject_;
  const Nest& nest_;
  const TensorNumbers& numbers_;
  ContractionPlan plan_;
  Lines lines_;
  CudaExpression text_;
  ContractionFrame frame_;
  TensorOperand left_, right_;
  std::vector<FurtherParameter> further_;
};

}  // namespace

bool is_small_float(ElementType type) {
  return type == ElementType::e4m3 || type == ElementType::e5m2;
}

std::string rounding_text(ElementType type) {
  if (type == ElementType::i8 || type == ElementType::u8)
    return "Products of bytes and their sums are exact in 32 bits.";
  if (is_small_float(type))
    return "Numbers of 8 bits are multiplied as the halves that they are. Products of these are exact in float; their "
           "sums are rounded in float, by the tensor cores and in another order than the original's.";
  const std::string before = type == ElementType::f32
                                 ? "Operands are rounded to tf32, as the problem's class allows; their products"
                             : type == ElementType::f16 ? "Products of halves"
                                                        : "Products of bfloats";
  return before +
         " are exact in float; their sums are rounded in float, by the tensor cores and in another order than the "
         "original's.";
}

Result<ContractionPlan> plan_tensor(const Subject& subject, const Nest& nest) {
  TRY(plan, plan_gathered_contraction(subject, nest));
  const auto has_chunks = [&](const ContractionOperand& each) {
    return !each.is_gathered || has_gathered_chunks(subject, plan, each);
  };
  if (has_chunks(plan.left) && has_chunks(plan.right)) {
    for (ContractionOperand* each : {&plan.left, &plan.right}) each->along_terms |= each->is_gathered;
  }
  if (!plan.left.plain || !plan.right.plain) return bad_input("tensor cores multiply elements as they are in memory");
  const auto is_plain = [](const ContractionOperand& each) { return each.is_gathered || each.is_plain(); };
  if (!is_plain(plan.left) || !is_plain(plan.right))
    return bad_input("tensor cores have no form for operands whose elements lie apart or are chosen by data");
  const auto type_of = [&](const ContractionOperand& each) {
    return subject.parameter(subject.arena[*each.plain].args[0]).type;
  };
  const ElementType left = type_of(plan.left), right = type_of(plan.right);
  const auto is_byte = [](ElementType type) { return type == ElementType::i8 || type == ElementType::u8; };
  const bool is_short = left == right && (left == ElementType::f16 || left == ElementType::bf16);
  const bool is_small = is_small_float(left) && is_small_float(right) && !plan.is_gathered();
  const bool is_rough = left == right && left == ElementType::f32 && (subject.allows_tf32 || subject.allows_split);
  if (plan.is_real ? !(is_short || is_small || is_rough) || subject.is_double() : !is_byte(left) || !is_byte(right))
    return bad_input(
        "tensor cores multiply halves, bfloats and bytes, both operands alike, numbers of 8 bits, and floats where the "
        "class is tf32 or allows split numbers");
  if (!plan.is_narrow) return bad_input("sums of bytes are exact in 32 bits only where their low bits are stored");
  return plan;
}

Result<WrittenKernel> write_tensor(const Subject& subject, const Nest& nest, const TensorNumbers& numbers) {
  if (numbers.copies != TermCopies::none) {
    const bool is_padded = numbers.copies == TermCopies::padded;
    return write_neighbour_terms(subject, nest, is_padded, [&](const Subject& product, const Nest& of_product) {
      TensorNumbers direct = numbers;
      direct.copies = TermCopies::none;
      return write_tensor(product, of_product, direct);
    });
  }
  TRY(plan, plan_tensor(subject, nest));
  if (numbers.parts > 1) {
    const int64_t tile_k = numbers.line / subject.arena[*plan.left.plain].bytes;
    return write_split_terms(subject, nest, numbers.parts, tile_k, [&](const Subject& part, const Nest& of_part) {
      TensorNumbers whole = numbers;
      whole.parts = 1;
      return write_tensor(part, of_part, whole);
    });
  }
  return TensorWriter(subject, nest, numbers, std::move(plan)).write();
}

}  // namespace whet::write
