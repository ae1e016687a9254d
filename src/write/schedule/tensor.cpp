#include "write/schedule/tensor.h"

#include <fmt/format.h>

#include "write/schedule/chunk_fetch.h"
#include "write/schedule/contraction_frame.h"
#include "write/schedule/gathered_operand.h"
#include "write/schedule/split_terms.h"
#include "write/subject/convolution_plan.h"

namespace whet::write {

using lift::Node;

namespace {

constexpr int64_t k_chunk_bytes = 16;               // of a copy, and of a line of a matrix
constexpr int64_t k_most_gathered = 32;             // elements of a thread, on their way to shared memory
constexpr int64_t k_most_tensor_bytes = 99 * 1024;  // of shared memory that every GPU with these instructions gives

class TensorWriter {
 public:
  TensorWriter(const Subject& subject, const Nest& nest, const TensorNumbers& numbers, ContractionPlan plan)
      : subject_(subject),
        arena_(subject.arena),
        nest_(nest),
        numbers_(numbers),
        plan_(std::move(plan)),
        text_(subject, lines_),
        frame_(subject, plan_, 2, lines_, text_),
        left_(chunked_left(plan_)),
        right_(chunked_right(plan_)) {}

  Result<WrittenKernel> write() {
    TRY_VOID(check());
    further_ = launch_parameters(subject_, nest_, text_);
    lines_.open(fmt::format("__global__ void __launch_bounds__(kThreads) {}({})", subject_.kernel,
                            parameter_text(subject_, further_)));
    write_head();
    for (const ChunkedOperand* each : {&left_, &right_}) {
      if (each->operand.is_gathered) {
        write_gathered(*each);
      } else if (is_turned(*each)) {
        write_turned(*each);
      } else {
        const std::string place = fmt::format("swizzled<{}>(line, chunk)", each->chunks_of_line());
        are_wide_.push_back(
            write_chunk_fetch(subject_, plan_, *each, {tile_address(*each, "stage"), place}, chunk(), lines_, text_));
      }
    }
    write_multiplication();
    write_loop();
    write_sums();
    lines_.close();
    if (!text_.failure().empty()) return bad_input("tensor cores have no form for " + text_.failure());
    return finish();
  }

 private:
  ElementType type_of(const ChunkedOperand& each) const {
    return subject_.parameter(arena_[*each.operand.plain].args[0]).type;
  }
  int64_t element_bytes() const { return arena_[*plan_.left.plain].bytes; }
  int64_t chunk() const { return k_chunk_bytes / element_bytes(); }
  int64_t tile_k() const { return numbers_.line / element_bytes(); }
  // Bytes are exchanged on their way to shared memory: only 16 bits can be turned when matrices are read from there.
  bool is_turned(const ChunkedOperand& each) const { return element_bytes() == 1 && !each.operand.along_terms; }
  // Whether a line of the tile in shared memory has terms, or else elements of the operand's own index.
  bool has_lines_of_terms(const ChunkedOperand& each) const { return each.operand.along_terms || is_turned(each); }
  std::string chunks_of_line(const ChunkedOperand& each) const {
    return has_lines_of_terms(each) ? "kTileK / kChunk" : each.tile + " / kChunk";
  }
  int64_t shared_bytes() const { return numbers_.stages * (numbers_.tile_m + numbers_.tile_n) * numbers_.line; }

  GatheredOperand gathered(const ChunkedOperand& each) {
    const std::string type(cuda_name(type_of(each)));
    return {subject_, plan_, each.operand, {each.side, each.tile, each.first, each.here, type, true}, lines_, text_};
  }
  Result<void> check_gathered(const ChunkedOperand& each, int64_t length) {
    if (!each.operand.is_gathered) return {};
    const std::string refusal = gathered(each).refusal(length, numbers_.threads());
    if (!refusal.empty()) return bad_input("tensor cores have no form for " + refusal);
    if (length * tile_k() / numbers_.threads() > k_most_gathered)
      return bad_input("the gathered elements of a thread do not fit into registers");
    return {};
  }

  Result<void> check() {
    const int64_t threads = numbers_.threads();
    TRY_VOID(check_gathered(left_, numbers_.tile_m));
    TRY_VOID(check_gathered(right_, numbers_.tile_n));
    if (numbers_.tile_m % numbers_.warp_m != 0 || numbers_.tile_n % numbers_.warp_n != 0 || numbers_.warp_m % 16 != 0 ||
        numbers_.warp_n % 16 != 0)
      return bad_input("a tile has work for whole warps only");
    for (const int64_t length : {numbers_.tile_m, numbers_.tile_n}) {
      const bool is_whole =
          length * numbers_.line % (k_chunk_bytes * threads) == 0 && threads % (length / chunk()) == 0;
      if (!is_whole) return bad_input("the chunks of a tile are no multiple of a block's threads");
    }
    if (shared_bytes() > k_most_tensor_bytes) return bad_input("the tiles do not fit into shared memory");
    return {};
  }

  void write_head() {
    lines_.add("extern __shared__ uint4 tiles[];  // for each stage a tile of the left operand and one of the right");
    frame_.write_place();
    lines_.add("const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;");
    lines_.add("const int first_row = warp / (kTileN / kWarpN) * kWarpM;");
    lines_.add("const int first_column = warp % (kTileN / kWarpN) * kWarpN;");
  }

  std::string tile_address(const ChunkedOperand& each, const std::string& stage) const {
    return fmt::format("tiles + {} * kStageChunks{}", stage, each.side == "left" ? "" : " + kTileM * kTileK / kChunk");
  }

  void write_gathered(const ChunkedOperand& each) {
    GatheredOperand operand = gathered(each);
    operand.write();
    lines_.open(fmt::format("const auto keep_{} = [&](int stage)", each.side));
    lines_.add(fmt::format("uint4* const to = {};", tile_address(each, "stage")));
    operand.open_elements();
    lines_.add(fmt::format("uint4* const chunk = to + swizzled<{}>(term, {}_line / kChunk);", chunks_of_line(each),
                           each.side));
    lines_.add(fmt::format("reinterpret_cast<{0}*>(chunk)[{1}_line % kChunk] = {1}_next[p];", cuda_name(type_of(each)),
                           each.side));
    lines_.close();
    lines_.close("};");
  }
  void add_places(const std::string& start, const std::string& slot) {
    for (const ChunkedOperand* each : {&left_, &right_}) {
      if (each->operand.is_gathered) lines_.add(fmt::format("place_{}({}, {});", each->side, start, slot));
    }
  }

  // Squares of 4 x 4 bytes, turned in registers: loaded before a tile is multiplied, kept afterwards.
  void write_turned(const ChunkedOperand& each) {
    const ContractionOperand& operand = each.operand;
    const Node node = arena_[*operand.plain];
    WidePacks wide(subject_, 4, text_, fmt::format("is_{}_wide", each.side), "4");
    const std::string is_wide = wide.of(node.args[0], node.args[1], node.bytes, operand.own.variable);
    const std::string type = fmt::format("Pack<{}, 4>", cuda_name(type_of(each)));
    const std::string name = text_.fresh(subject_.parameter(node.args[0]).name + "_next");
    lines_.add("");
    wide.declare(lines_);
    lines_.add("// A square has 4 terms of 4 neighbours in memory; in shared memory the terms are neighbours.");
    lines_.add(fmt::format("{} {}[{} * kTileK / 16 / kThreads][4];", type, name, each.tile));
    lines_.open(fmt::format("const auto load_{} = [&](long long start)", each.side));
    const size_t before = text_.mark();
    open_squares(each);
    lines_.add("#pragma unroll");
    lines_.open("for (int e = 0; e < 4; ++e)");
    lines_.add(fmt::format("const long long {} = {} + line, k = start + term + e;", each.index, each.first));
    text_.bind(operand.own.variable, each.index);
    text_.bind(plan_.term, "k");
    lines_.add(fmt::format("{}[p][e] = load_pack<4>({}, k < terms ? {} - line : 0, {});", name,
                           text_.address(node.args[0], node.args[1], node.bytes), each.here, is_wide));
    lines_.close();
    lines_.close();
    lines_.close("};");
    text_.release(before);
    lines_.open(fmt::format("const auto keep_{} = [&](int stage)", each.side));
    lines_.add(fmt::format("uint4* const to = {};", tile_address(each, "stage")));
    open_squares(each);
    lines_.add("#pragma unroll");
    lines_.open("for (int e = 0; e < 4; ++e)");
    lines_.add(fmt::format("uint4* const chunk = to + swizzled<{}>(line + e, term / kChunk);", chunks_of_line(each)));
    lines_.add(fmt::format("reinterpret_cast<{}*>(chunk)[term % kChunk / 4] = turn_pack({}[p], e);", type, name));
    lines_.close();
    lines_.close();
    lines_.close("};");
  }

  void open_squares(const ChunkedOperand& each) {
    lines_.add("#pragma unroll");
    lines_.open(fmt::format("for (int p = 0; p < {} * kTileK / 16 / kThreads; ++p)", each.tile));
    lines_.add("const int unit = threadIdx.x + p * kThreads;");
    lines_.add(fmt::format("const int line = unit % ({0} / 4) * 4, term = unit / ({0} / 4) * 4;", each.tile));
  }

  // The line whose address a lane gives first. Of the left operand the four matrices are rows 0 to 7 and 8 to 15 of the
  // first terms, then of the others; of the right one columns 0 to 7 with the first and the other terms, then columns 8
  // to 15.
  std::string lane_place(const ChunkedOperand& each) const {
    const bool is_left = each.side == "left", of_terms = has_lines_of_terms(each);
    const std::string first = is_left ? "first_row" : "first_column";
    const bool is_low = of_terms == is_left;  // 16 lines, then the next chunk of each; else 8 lines of two chunks
    const std::string line = is_low ? "lane % 16" : "lane / 16 * 8 + lane % 8";
    const std::string chunk = is_low ? "lane / 16" : "lane / 8 % 2";
    return of_terms ? fmt::format("swizzled<{}>({} + {}, {})", chunks_of_line(each), first, line, chunk)
                    : fmt::format("swizzled<{}>({}, {} / kChunk + {})", chunks_of_line(each), line, first, chunk);
  }

  // From there matrices of further terms, rows and columns are whole lines away, or chunks, of which only one bit of
  // the swizzled place changes at a time.
  std::string matrices(const ChunkedOperand& each, const std::string& name) const {
    const std::string place =
        has_lines_of_terms(each) ? fmt::format("({}_place ^ step) + p * 16 * ({})", each.side, chunks_of_line(each))
                                 : fmt::format("({}_place ^ p * 2) + step * 8 * ({})", each.side, chunks_of_line(each));
    return fmt::format("load_{}matrices({}[p], {}_tile + {});", has_lines_of_terms(each) ? "" : "turned_", name,
                       each.side, place);
  }

  std::string instruction() const {
    const auto sign = [&](const ChunkedOperand& each) { return type_of(each) == ElementType::i8 ? "s8" : "u8"; };
    if (type_of(left_) == ElementType::f16) return "multiply_halves";
    if (type_of(left_) == ElementType::bf16) return "multiply_bfloats";
    return fmt::format("multiply_{}_{}", sign(left_), sign(right_));
  }

  void write_multiplication() {
    lines_.add("");
    lines_.add(
        "// Sums of 16 x 8 elements: those of a lane are rows lane / 4 and lane / 4 + 8, columns lane % 4 * 2 and the "
        "next.");
    lines_.add(fmt::format("{} sums[kWarpM / 16][kWarpN / 8][4] = {{}};", plan_.is_real ? "float" : "int"));
    lines_.add("// Where the line lies whose address a lane gives for the first matrices of a tile.");
    for (const ChunkedOperand* each : {&left_, &right_})
      lines_.add(fmt::format("const int {}_place = {};", each->side, lane_place(*each)));
    lines_.open("const auto multiply = [&](int stage)");
    for (const ChunkedOperand* each : {&left_, &right_})
      lines_.add(fmt::format("const uint4* const {}_tile = {};", each->side, tile_address(*each, "stage")));
    lines_.add("#pragma unroll");
    lines_.open("for (int step = 0; step < kTileK / kChunk; step += 2)");
    lines_.add("unsigned of_left[kWarpM / 16][4], of_right[kWarpN / 16][4];");
    lines_.add("#pragma unroll");
    lines_.add("for (int p = 0; p < kWarpM / 16; ++p) " + matrices(left_, "of_left"));
    lines_.add("#pragma unroll");
    lines_.add("for (int p = 0; p < kWarpN / 16; ++p) " + matrices(right_, "of_right"));
    lines_.add("#pragma unroll");
    lines_.open("for (int s = 0; s < kWarpM / 16; ++s)");
    lines_.add("#pragma unroll");
    lines_.open("for (int p = 0; p < kWarpN / 8; ++p)");
    lines_.add(fmt::format("{}(sums[s][p], of_left[s], of_right[p / 2][p % 2 * 2], of_right[p / 2][p % 2 * 2 + 1]);",
                           instruction()));
    lines_.close();
    lines_.close();
    lines_.close();
    lines_.close("};");
  }

  // What brings the tile that begins with the term to the stage: before a multiplication, and after it.
  void add_fetches(const std::string& start, const std::string& stage, const std::string& slot,
                   const std::string& is_whole) {
    for (const ChunkedOperand* each : {&left_, &right_}) {
      if (each->operand.is_gathered) {
        lines_.add(fmt::format("load_{}({}, {});", each->side, start, slot));
        continue;
      }
      lines_.add(is_turned(*each) ? fmt::format("load_{}({});", each->side, start)
                                  : fmt::format("fetch_{}({}, {}, {});", each->side, start, stage, is_whole));
    }
  }
  void add_keeping(const std::string& stage) {
    for (const ChunkedOperand* each : {&left_, &right_}) {
      if (is_turned(*each) || each->operand.is_gathered) lines_.add(fmt::format("keep_{}({});", each->side, stage));
    }
  }
  bool has_whole_tiles() const { return !are_wide_.empty() && whole_tiles(are_wide_) != "false"; }
  // Whether a tile comes to shared memory through registers, after the one before it was multiplied.
  bool has_kept() const { return is_turned(left_) || is_turned(right_) || plan_.is_gathered(); }

  void write_loop() {
    lines_.add("");
    lines_.open("for (int stage = 0; stage < kStages - 1; ++stage)");
    if (plan_.is_gathered()) {
      add_places("stage * kTileK", "stage % 2");
      lines_.add("__syncthreads();");
    }
    lines_.open("if (stage * kTileK < terms)");
    add_fetches("stage * kTileK", "stage", "stage % 2", "false");
    add_keeping("stage");
    lines_.close();
    lines_.add("close_copies();");
    lines_.close();
    lines_.add("int stage = 0, last = kStages - 1;  // that is multiplied, and that is filled next");
    if (plan_.is_gathered()) {
      lines_.add("int slot = (kStages - 1) % 2;  // with the places of the terms that are loaded next");
      add_places("(kStages - 1) * kTileK", "slot");
    }
    if (has_whole_tiles()) {
      lines_.add("// Tiles of which everything is there need no comparisons.");
      lines_.add(fmt::format("const bool has_whole_tiles = {};", whole_tiles(are_wide_)));
    }
    lines_.open("for (long long start = 0; start < terms; start += kTileK)");
    lines_.add("wait_for_copies<kStages - 2>();");
    lines_.add("__syncthreads();  // the tile is there, and nobody needs the one before");
    lines_.add("const long long next = start + (kStages - 1) * kTileK;");
    if (has_whole_tiles()) {
      lines_.open("if (has_whole_tiles && next + kTileK <= terms)");
      add_fetches("next", "last", "slot", "true");
      lines_.turn("} else if (next < terms) {");
    } else {
      lines_.open("if (next < terms)");
    }
    add_fetches("next", "last", "slot", "false");
    lines_.close();
    lines_.add("close_copies();");
    lines_.add("multiply(stage);");
    if (has_kept()) {
      lines_.open("if (next < terms)");
      add_keeping("last");
      lines_.close();
    }
    if (plan_.is_gathered()) {
      lines_.add("slot ^= 1;");
      add_places("next + kTileK", "slot");
    }
    lines_.add("last = stage;");
    lines_.add("stage = stage + 1 == kStages ? 0 : stage + 1;");
    lines_.close();
  }

  void write_sums() {
    lines_.add("");
    lines_.add("#pragma unroll");
    lines_.open("for (int s = 0; s < kWarpM / 8; ++s)");
    lines_.add("const long long i = top + first_row + s * 8 + lane / 4;");
    lines_.add("#pragma unroll");
    lines_.open("for (int p = 0; p < kWarpN / 8; ++p)");
    lines_.add("const long long j = left + first_column + p * 8 + lane % 4 * 2;");
    lines_.add("if (i >= count_down || j >= count_across) continue;");
    frame_.write_results("sums[s / 2][p][s % 2 * 2 + e]");
    lines_.close();
    lines_.close();
  }

  Result<WrittenKernel> finish() {
    WrittenKernel kernel;
    kernel.schedule = "tensor";
    kernel.reason =
        "Tensor: a block computes kTileM x kTileN sums on tensor cores, a warp kWarpM x kWarpN of them. Tiles of "
        "kTileK "
        "terms are copied to shared memory in the background, kStages - 1 ahead of the one in use; their chunks of 16 "
        "bytes are exchanged so that no access has bank conflicts. Products are exact";
    kernel.reason += plan_.is_real ? " and summed in float." : ", and so are their sums.";
    kernel.reason += " kGroup tiles below each other run side by side and share what they read in L2.";
    const int64_t stage_chunks = (numbers_.tile_m + numbers_.tile_n) * numbers_.line / k_chunk_bytes;
    kernel.constants = {{"kTileM", numbers_.tile_m, "rows of a block"},
                        {"kTileN", numbers_.tile_n, "columns of a block"},
                        {"kTileK", tile_k(), "terms of a stage"},
                        {"kWarpM", numbers_.warp_m, "rows of a warp"},
                        {"kWarpN", numbers_.warp_n, "columns of a warp"},
                        {"kStages", numbers_.stages, "tiles in shared memory"},
                        {"kChunk", chunk(), "elements of 16 bytes"},
                        {"kStageChunks", stage_chunks, "of a stage: (kTileM + kTileN) * kTileK / kChunk"},
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
  lift::Arena& arena_;
  const Nest& nest_;
  const TensorNumbers& numbers_;
  ContractionPlan plan_;
  Lines lines_;
  CudaExpression text_;
  ContractionFrame frame_;
  ChunkedOperand left_, right_;
  std::vector<std::string> are_wide_;  // of operands that are fetched: whether their chunks are whole words
  std::vector<FurtherParameter> further_;
};

}  // namespace

Result<ContractionPlan> plan_tensor(const Subject& subject, const Nest& nest) {
  TRY(plan, plan_gathered_contraction(subject, nest));
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
  if (plan.is_real ? !is_short || subject.is_double() : !is_byte(left) || !is_byte(right))
    return bad_input("tensor cores multiply halves, bfloats and bytes, both operands alike");
  if (!plan.is_narrow) return bad_input("sums of bytes are exact in 32 bits only where their low bits are stored");
  return plan;
}

Result<WrittenKernel> write_tensor(const Subject& subject, const Nest& nest, const TensorNumbers& numbers) {
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
