#include "write/schedule/warpgroup.h"

#include <fmt/format.h>

#include "write/schedule/gathered_chunks.h"
#include "write/schedule/gathered_loop.h"
#include "write/schedule/group_parts.h"
#include "write/schedule/rounded_operand.h"
#include "write/schedule/split_numbers.h"
#include "write/schedule/split_operand.h"
#include "write/schedule/split_terms.h"
#include "write/schedule/tensor.h"

namespace whet::write {

namespace {

constexpr int64_t k_line_chunks = 8;     // chunks of a line
constexpr int64_t k_rounded_stages = 3;  // one is filled through registers while two are multiplied
constexpr int64_t k_split_stages = 2;    // one is filled while the other is multiplied
constexpr int64_t k_split_slots = 3;     // of floats on their way to be split

class WarpgroupWriter {
 public:
  WarpgroupWriter(const Subject& subject, const Nest& nest, const WarpgroupNumbers& numbers, ContractionPlan plan)
      : subject_(subject),
        nest_(nest),
        numbers_(numbers),
        plan_(std::move(plan)),
        text_(subject, lines_),
        frame_(subject, plan_, group_vector(subject, plan_), lines_, text_),
        left_(chunked_left(plan_)),
        right_(chunked_right(plan_)) {}

  Result<WrittenKernel> write() {
    if (numbers_.tile_n != 128 && numbers_.tile_n != 256) return bad_input("a warpgroup has 128 or 256 columns");
    if (is_split() && numbers_.tile_n != 128)
      return bad_input("sums of split numbers fill registers twice: 128 columns");
    if (shared_bytes() > k_most_group_bytes) return bad_input("the tiles do not fit into shared memory");
    further_ = launch_parameters(subject_, nest_, text_);
    lines_.open(fmt::format("__global__ void __launch_bounds__(kThreads{}) {}({})", has_pairs() ? ", 2" : "",
                            subject_.kernel, parameter_text(subject_, further_)));
    lines_.add(
        "extern __shared__ __align__(1024) uint4 tiles[];  // for each stage a tile of the left operand and one of the "
        "right");
    frame_.write_place();
    lines_.add("const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;");
    lines_.section("Load: a tile of both operands, kTileK terms from `start` on, to a stage");
    if (is_split())
      lines_.add(
          "uint4* const own = tiles + kStages * kStageChunks + threadIdx.x;  // the thread's floats on their way");
    for (const ChunkedOperand* each : {&left_, &right_}) write_operand(*each);
    if (is_split()) {
      write_split_products(group_tile(left_), group_tile(right_), lines_);
      write_split_loop();
    } else {
      write_group_products(subject_, plan_, numbers_.tile_n, false, lines_);
      write_pipeline();
    }
    write_group_loads(frame_, numbers_.tile_n, lines_);
    if (is_split()) {
      SpecialSums(plan_, sums_of_group(), lines_, text_).write();
    } else {
      lines_.add("wgmma_wait<0>();");
      lines_.add("settle(sums);");
    }
    write_group_results(frame_, numbers_.tile_n, lines_);
    lines_.close();
    if (!text_.failure().empty()) return bad_input("wgmma has no form for " + text_.failure());
    return finish();
  }

 private:
  void write_pipeline() {
    if (is_rounded()) {
      write_rounded_loop();
    } else if (plan_.is_gathered()) {
      GatheredLoop(plan_, true, lines_).write();
    } else {
      write_loop();
    }
  }

  int64_t bytes() const { return subject_.arena[*plan_.left.plain].bytes; }
  int64_t of_chunk() const { return k_group_line / k_line_chunks / bytes(); }
  bool is_rounded() const { return bytes() == 4; }
  bool is_split() const { return multiplies_split(subject_, plan_); }
  int64_t stages() const { return is_split() ? k_split_stages : is_rounded() ? k_rounded_stages : numbers_.stages; }
  int64_t stage_chunks() const { return (numbers_.tile_m() + numbers_.tile_n) * k_line_chunks * (is_split() ? 2 : 1); }
  int64_t slot_chunks() const { return is_split() ? (numbers_.tile_m() + numbers_.tile_n) * k_line_chunks : 0; }
  int64_t shared_bytes() const { return (stages() * stage_chunks() + k_split_slots * slot_chunks()) * 16; }
  // Whether two blocks of a gathered product can be on a multiprocessor: one stores results while the other multiplies.
  bool has_pairs() const {
    return plan_.is_gathered() && 2 * shared_bytes() <= k_most_group_bytes &&
           numbers_.threads() * numbers_.tile_n <= 32768;
  }
  // Lines have 64 terms, or 64 elements of a term; those of further elements follow all terms.
  std::string place_text(const ChunkedOperand& each) const {
    return each.operand.along_terms ? "swizzled<kLineChunks>(line, chunk)"
                                    : "swizzled<kLineChunks>(chunk / kLineChunks * kTileK + line, chunk % kLineChunks)";
  }

  void write_operand(const ChunkedOperand& each) {
    if (is_split()) return SplitOperand(subject_, plan_, each, lines_, text_).write(group_tile(each));
    if (is_rounded()) return RoundedOperand(subject_, plan_, each, lines_, text_).write(group_tile(each));
    if (is_brought_in_chunks(plan_, each.operand))
      return GatheredChunks(subject_, plan_, each, lines_, text_)
          .write({group_tile(each), place_text(each)}, of_chunk());
    are_wide_.push_back(
        write_chunk_fetch(subject_, plan_, each, {group_tile(each), place_text(each)}, of_chunk(), lines_, text_));
  }

  // Products of a tile are under way while the next one is begun: the stage before both can be filled again.
  void write_loop() {
    lines_.section("Pipeline: load kStages - 2 tiles ahead, multiply");
    lines_.open("for (int stage = 0; stage < kStages - 2; ++stage)");
    lines_.open("if (stage * kTileK < terms)");
    lines_.add("fetch_left(stage * kTileK, stage, false);");
    lines_.add("fetch_right(stage * kTileK, stage, false);");
    lines_.close();
    lines_.add("cp_async_commit();");
    lines_.close();
    lines_.add("int stage = 0;");
    lines_.add("// Tiles of which everything is there need no comparisons.");
    lines_.add(fmt::format("const bool has_whole_tiles = {};", whole_tiles(are_wide_)));
    lines_.open("for (long long start = 0; start < terms; start += kTileK)");
    lines_.add("cp_async_wait<kStages - 3>();");
    lines_.add("fence_async_proxy();");
    lines_.add("__syncthreads();  // the tile is there, and no wgmma reads the one two before");
    lines_.add("const long long next = start + (kStages - 2) * kTileK;");
    lines_.add("const int free = stage < 2 ? stage + kStages - 2 : stage - 2;");
    lines_.open("if (has_whole_tiles && next + kTileK <= terms)");
    lines_.add("fetch_left(next, free, true);");
    lines_.add("fetch_right(next, free, true);");
    lines_.turn("} else if (next < terms) {");
    lines_.add("fetch_left(next, free, false);");
    lines_.add("fetch_right(next, free, false);");
    lines_.close();
    lines_.add("cp_async_commit();");
    lines_.add("multiply(stage);");
    lines_.add("wgmma_wait<1>();");
    lines_.add("stage = stage + 1 == kStages ? 0 : stage + 1;");
    lines_.close();
  }

  // A tile is on its way to registers while the one before it is multiplied, and kept when that before both is done.
  void write_rounded_loop() {
    lines_.section("Pipeline: load the next tile to registers, multiply, keep it in shared memory");
    lines_.open("const auto keep = [&](int stage)");
    lines_.add("keep_left(stage);");
    lines_.add("keep_right(stage);");
    lines_.close("};");
    lines_.open("const auto load = [&](long long start)");
    lines_.add("load_left(start);");
    lines_.add("load_right(start);");
    lines_.close("};");
    lines_.add("load(0);");
    lines_.add("keep(0);");
    lines_.add("int stage = 0;");
    lines_.open("for (long long start = 0; start < terms; start += kTileK)");
    lines_.add("fence_async_proxy();");
    lines_.add("__syncthreads();  // the tile is there, and no wgmma reads the one two before");
    lines_.add("const bool has_next = start + kTileK < terms;");
    lines_.add("if (has_next) load(start + kTileK);");
    lines_.add("multiply(stage);");
    lines_.add("wgmma_wait<1>();");
    lines_.add("stage = stage + 1 == kStages ? 0 : stage + 1;");
    lines_.add("if (has_next) keep(stage);");
    lines_.close();
  }

  // Floats are on their way for kSlots tiles. The sums of a tile are added before the next one is begun, so that one
  // stage is free meanwhile.
  void write_split_loop() {
    lines_.section("Pipeline: bring floats kSlots tiles ahead, multiply a tile, split the next one meanwhile");
    lines_.open("const auto fetch = [&](long long start, int slot)");
    lines_.open("if (start < terms)");
    lines_.add("fetch_left(start, slot);");
    lines_.add("fetch_right(start, slot);");
    lines_.close();
    lines_.add("cp_async_commit();");
    lines_.close("};");
    lines_.open("const auto keep = [&](int stage, int slot)");
    lines_.add("cp_async_wait<kSlots - 1>();  // for what the thread itself has brought");
    lines_.add("keep_left(stage, slot);");
    lines_.add("keep_right(stage, slot);");
    lines_.close("};");
    lines_.add("for (int slot = 0; slot < kSlots; ++slot) fetch(slot * kTileK, slot);");
    lines_.add("int stage = 0, slot = 0;");
    lines_.add("if (terms > 0) keep(stage, slot);");
    lines_.open("for (long long start = 0; start < terms; start += kTileK)");
    lines_.add("fence_async_proxy();");
    lines_.add("__syncthreads();  // the tile is there, and no wgmma reads the other stage");
    lines_.add("multiply(stage);");
    lines_.add("fetch(start + kSlots * kTileK, slot);");
    lines_.add("slot = slot + 1 == kSlots ? 0 : slot + 1;");
    lines_.add("stage = stage + 1 == kStages ? 0 : stage + 1;");
    lines_.add("if (start + kTileK < terms) keep(stage, slot);");
    lines_.add("add_tile();");
    lines_.close();
  }

  Result<WrittenKernel> finish() {
    WrittenKernel kernel;
    kernel.schedule = "warpgroup";
    kernel.architecture = k_group_architecture;
    kernel.reason =
        "Warpgroup: a warpgroup multiplies 64 rows with kTileN columns by wgmma, both operands read from shared "
        "memory; ";
    kernel.reason += is_split() ? "the next tile is split meanwhile. Tiles of kTileK terms come to kStages stages of "
                                  "shared memory through registers; their "
                                : "the products of a tile are under way while those of the next begin. ";
    if (!is_split())
      kernel.reason += is_rounded()
                           ? "Tiles of kTileK terms come to kStages stages of shared memory through registers, "
                             "where they are rounded; their "
                           : "Tiles of kTileK terms are copied to kStages stages of shared memory "
                             "asynchronously (cp.async), kStages - 2 ahead; their ";
    kernel.reason +=
        "16-byte chunks lie in the 128-byte swizzle of wgmma. kGroup tiles below each other run side by side and share "
        "what they read in L2. It needs sm_90a. ";
    kernel.reason += is_split() ? split_text() : rounding_text(group_type(subject_, plan_));
    kernel.constants = {{"kTileM", numbers_.tile_m(), "rows of a block: 64 of each warpgroup"},
                        {"kTileN", numbers_.tile_n, "columns of a block"},
                        {"kTileK", k_group_line / bytes(), "terms of a stage: 128 bytes"},
                        {"kStages", stages(), "of the pipeline: tiles of both operands in shared memory"},
                        {"kChunk", of_chunk(), "elements of a 16-byte chunk"},
                        {"kStageChunks", stage_chunks(),
                         is_split() ? "chunks of a stage: of numbers, then of rests"
                                    : "chunks of a stage: (kTileM + kTileN) * kTileK / kChunk"},
                        {"kVector", group_vector(subject_, plan_), "neighbouring results that a lane stores"},
                        {"kThreads", numbers_.threads(), "of a block: 2 * kTileM"},
                        {"kGroup", numbers_.group, "tiles below each other that run side by side"}};
    if (is_split()) {
      kernel.constants.push_back({"kRests", stage_chunks() / 2, "chunks from numbers to their rests"});
      kernel.constants.push_back({"kSlots", k_split_slots, "tiles of floats on their way"});
      kernel.constants.push_back(
          {"kPacks", slot_chunks() / numbers_.threads(), "four floats each, of a thread and slot"});
    }
    TRY(grid, frame_.grid(numbers_.tile_m(), numbers_.tile_n));
    kernel.launches = {
        {subject_.kernel, launch_arguments(subject_, further_), grid, numbers_.threads(), shared_bytes()}};
    kernel.code = lines_.text();
    assemble(subject_, kernel);
    return kernel;
  }

  const Subject& subject_;
  const Nest& nest_;
  const WarpgroupNumbers& numbers_;
  ContractionPlan plan_;
  Lines lines_;
  CudaExpression text_;
  ContractionFrame frame_;
  ChunkedOperand left_, right_;
  std::vector<std::string> are_wide_;  // of each operand: whether its chunks are whole words
  std::vector<FurtherParameter> further_;
};

}  // namespace

Result<WrittenKernel> write_warpgroup(const Subject& subject, const Nest& nest, const WarpgroupNumbers& numbers) {
  if (numbers.copies != TermCopies::none) {
    const bool is_padded = numbers.copies == TermCopies::padded;
    return write_neighbour_terms(subject, nest, is_padded, [&](const Subject& product, const Nest& of_product) {
      WarpgroupNumbers direct = numbers;
      direct.copies = TermCopies::none;
      return write_warpgroup(product, of_product, direct);
    });
  }
  TRY(plan, plan_tensor(subject, nest));
  if (!plan.is_real || subject.arena[*plan.left.plain].bytes == 1) return bad_input("wgmma has no form for bytes");
  if (plan.is_gathered() && subject.arena[*plan.left.plain].bytes != 2)
    return bad_input("wgmma has no form for gathered floats");
  for (const ContractionOperand* each : {&plan.left, &plan.right}) {
    if (each->is_gathered && !each->along_terms)
      return bad_input("wgmma has no form for gathered operands whose terms lie apart");
  }
  if (numbers.parts > 1) {
    const int64_t tile_k = k_group_line / subject.arena[*plan.left.plain].bytes;
    return write_split_terms(subject, nest, numbers.parts, tile_k, [&](const Subject& part, const Nest& of_part) {
      WarpgroupNumbers whole = numbers;
      whole.parts = 1;
      return write_warpgroup(part, of_part, whole);
    });
  }
  return WarpgroupWriter(subject, nest, numbers, std::move(plan)).write();
}

}  // namespace whet::write
