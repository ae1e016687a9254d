#include "write/schedule/bulk.h"

#include <fmt/format.h>

#include <memory>

#include "write/schedule/group_parts.h"
#include "write/schedule/rounding_kernel.h"
#include "write/schedule/split_numbers.h"
#include "write/schedule/tensor.h"
#include "write/subject/shared_left_plan.h"

namespace whet::write {

namespace {

constexpr int64_t k_producer_registers = 40;  // of a thread of the producer warpgroup

class BulkWriter {
 public:
  BulkWriter(const Subject& subject, const Nest& nest, const BulkNumbers& numbers, ContractionPlan plan)
      : subject_(subject),
        nest_(nest),
        numbers_(numbers),
        plan_(std::move(plan)),
        text_(subject, lines_),
        frame_(subject, plan_, group_vector(subject, plan_), lines_, text_) {}

  Result<WrittenKernel> write() {
    if (numbers_.tile_n != 128 && numbers_.tile_n != 256) return bad_input("a warpgroup has 128 or 256 columns");
    if (shared_bytes() > k_most_group_bytes) return bad_input("the tiles do not fit into shared memory");
    if (has_cluster() && !plan_.batch.empty()) return bad_input("pairs of blocks have no form for batches");
    TRY(maps, is_rounded() ? rounding_kernel() : map_kernel());
    if (has_cluster()) maps->share_columns();
    if (has_own_maps()) maps->write_in_blocks(numbers_.blocks);
    further_ = launch_parameters(subject_, nest_, text_);
    maps->write(further_);
    write_product(*maps);
    if (!text_.failure().empty()) return bad_input("bulk copies have no form for " + text_.failure());
    return finish(*maps);
  }

 private:
  using Maps = std::unique_ptr<MapKernel>;

  Result<Maps> map_kernel() {
    TRY(left, mapped_operand(subject_, plan_, chunked_left(plan_)));
    TRY(right, mapped_operand(subject_, plan_, chunked_right(plan_)));
    auto maps =
        std::make_unique<MapKernel>(subject_, plan_, std::move(left), std::move(right), numbers_.copies, lines_, text_);
    if (!plan_.further) return Maps(std::move(maps));
    TRY(further, mapped_operand(subject_, plan_, chunked_further(plan_)));
    maps->add_further(std::move(further));
    return Maps(std::move(maps));
  }
  Result<Maps> rounding_kernel() {
    TRY(left, tf32_operand(subject_, plan_, chunked_left(plan_)));
    TRY(right, tf32_operand(subject_, plan_, chunked_right(plan_)));
    return Maps(std::make_unique<RoundingKernel>(subject_, plan_, std::move(left), std::move(right), lines_, text_));
  }

  bool is_rounded() const { return group_type(subject_, plan_) == ElementType::f32; }
  int64_t bytes() const { return static_cast<int64_t>(bytes_of(group_type(subject_, plan_))); }
  int64_t shared_bytes() const { return numbers_.stages * (numbers_.tile_m() + numbers_.tile_n) * k_group_line; }
  // Of the result; a further sum has as many.
  int64_t columns() const { return plan_.further ? numbers_.tile_n / 2 : numbers_.tile_n; }
  bool has_cluster() const { return numbers_.cluster > 1; }
  bool has_own_maps() const { return numbers_.blocks > 0 && !numbers_.copies && !is_rounded() && !has_cluster(); }
  bool is_large() const { return numbers_.groups * numbers_.tile_n > 256; }

  void write_product(MapKernel& maps) {
    const std::string cluster = has_cluster() ? " __cluster_dims__(kCluster, 1, 1)" : "";
    lines_.open(fmt::format("__global__ void{} __launch_bounds__(kThreads, 1) {}({}, {})", cluster, subject_.kernel,
                            parameter_text(subject_, further_), maps.parameter()));
    maps.declare_maps();
    lines_.add(
        "extern __shared__ __align__(1024) uint4 tiles[];  // for each stage a tile of the left operand and one of the "
        "right");
    lines_.add(
        "__shared__ unsigned long long full[kStages], empty[kStages];  // mbarriers: TMA has filled a stage; consumers "
        "have read it");
    frame_.write_counts();
    lines_.add(fmt::format("const long long all_tiles = tiles_down * tiles_across{};",
                           plan_.batch.empty() ? "" : " * " + count_text(plan_.batch, text_)));
    lines_.add(fmt::format("const bool can_map = {};", maps.can_map()));
    lines_.add("const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;");
    lines_.section("Operands that no tensor map describes: every thread computes results of its own");
    lines_.open("if (!can_map)");
    const size_t before = text_.mark();
    lines_.open("for (long long number = blockIdx.x; number < all_tiles; number += gridDim.x)");
    frame_.write_tile("number");
    write_slow_form();
    lines_.close();
    text_.release(before);
    lines_.add("return;");
    lines_.close();
    write_start(maps);
    lines_.open("if (warp >= kConsumers * 4)");
    write_producer(maps);
    lines_.turn("} else {");
    write_consumers();
    lines_.close();
    if (has_cluster()) lines_.add("part_from_cluster();  // a block that has ended has no barriers to arrive at");
    lines_.close();
  }

  // The tiles of a block one after another. Blocks of a cluster keep in step: where tiles end, one of them computes the
  // last again and stores nothing.
  void open_blocks_tiles() {
    lines_.open(has_cluster() ? "for (long long first = blockIdx.x - own; first < all_tiles; first += gridDim.x)"
                              : "for (long long number = blockIdx.x; number < all_tiles; number += gridDim.x)");
  }
  void place_tile() {
    if (has_cluster()) lines_.add("const long long number = min(first + own, all_tiles - 1);");
    frame_.write_tile("number");
  }

  // Where maps cannot describe an operand: every thread computes results of its own.
  void write_slow_form() {
    lines_.open("for (int at = threadIdx.x; at < kTileM * kTileN / kVector; at += kThreads)");
    lines_.add("const long long i = tile_row + at / (kTileN / kVector);");
    lines_.add("const long long j = tile_column + at % (kTileN / kVector) * kVector;");
    lines_.add("if (i >= count_down || j >= count_across) continue;");
    lines_.add("float of_lane[kVector] = {};");
    if (plan_.further) lines_.add("float of_further[kVector] = {};");
    lines_.open("for (long long k = 0; k < terms; ++k)");
    const size_t before = text_.mark();
    text_.bind(plan_.row().variable, "i");
    text_.bind(plan_.term, "k");
    lines_.add(fmt::format("const float of_left = {};", text_.real(plan_.left.value)));
    text_.bind(plan_.column().variable, "(j + e)");
    lines_.add("#pragma unroll");
    lines_.open("for (int e = 0; e < kVector; ++e)");
    if (plan_.further) lines_.add("if (j + e >= count_across) continue;");
    lines_.add(fmt::format("{}of_lane[e] += of_left * {};", plan_.further ? "" : "if (j + e < count_across) ",
                           text_.real(plan_.right.value)));
    if (plan_.further)
      lines_.add(fmt::format("of_further[e] += of_left * {};", text_.real(plan_.further->right.value)));
    lines_.close();
    text_.release(before);
    lines_.close();
    frame_.write_results("of_lane[e]");
    lines_.close();
  }

  void write_start(MapKernel& maps) {
    lines_.section(has_own_maps() ? "Set up the pipeline, and the tensor maps of this block" : "Set up the pipeline");
    if (has_cluster()) lines_.add("const unsigned own = blockIdx.x % kCluster, other = own ^ 1;");
    lines_.open("if (threadIdx.x == 0)");
    lines_.open("for (int stage = 0; stage < kStages; ++stage)");
    lines_.add("mbarrier_init(&full[stage], 1);  // the producer's arrival, and the bytes that it expects");
    lines_.add(fmt::format("mbarrier_init(&empty[stage], kConsumers{});", has_cluster() ? " * kCluster" : ""));
    lines_.close();
    lines_.add("fence_mbarrier_init();");
    lines_.close();
    maps.write_own("kConsumers * 4");
    lines_.add(has_cluster() ? "meet_in_cluster();" : "__syncthreads();");
    lines_.add("constexpr int kStageBytes = kStageChunks * sizeof(uint4);");
  }

  // The TMA loads of an operand's tile: one box, or one for each 64 elements of its own index.
  void add_boxes(const MappedOperand& each, MapText& maps) {
    const ChunkedOperand& names = each.names;
    const bool along = each.along_terms, is_split = has_cluster() && !each.is_left();
    const std::string to = group_tile(names) + (names.side == "further" ? " + kTileN * kTileK / kChunk" : "");
    if (along && !is_split) return lines_.add(maps.copy(each, to, "start", names.first));
    const std::string count = along ? "kCluster" : fmt::format("{} / kBoxLength", names.tile);
    const std::string place =
        to + (along ? " + box * (kTileN / kCluster * kTileK / kChunk)" : " + box * (kBoxLength * kTileK / kChunk)");
    const std::string first = names.first + (along ? " + box * (kTileN / kCluster)" : " + box * kBoxLength");
    lines_.open(fmt::format("for (int box = 0; box < {}; ++box)", count));
    const std::string plain = maps.copy(each, place, along ? "start" : first, along ? first : "start");
    if (!is_split) {
      lines_.add(plain);
    } else {
      lines_.open("if (!is_shared)");
      lines_.add(plain);
      lines_.turn(fmt::format("}} else if (box / ({} / kCluster) == own) {{", count));
      lines_.add(fmt::format("tma_load_to_both({}, {}, {}, {}, &full[stage]);", place, each.map(),
                             along ? "start" : first, along ? first : "start"));
      lines_.close();
    }
    lines_.close();
  }

  void write_producer(MapKernel& maps) {
    lines_.section("Load: one thread of the producer warpgroup starts TMA, kStages tiles ahead at most");
    if (is_large()) lines_.add("give_registers<kProducerRegisters>();");
    if (!maps.left().along_terms || !maps.right().along_terms)
      lines_.add("constexpr int kBoxLength = kLineChunks * kChunk;  // elements of a box along a line");
    lines_.open("if (threadIdx.x == kConsumers * kWarpgroup)");
    for (const MappedOperand* each : maps.operands()) lines_.add(fmt::format("acquire_map({});", each->map()));
    lines_.add("int stage = 0;");
    lines_.add("unsigned phase = 0;  // the parity of the rounds through all stages");
    const size_t before = text_.mark();
    open_blocks_tiles();
    place_tile();
    if (has_cluster()) {
      lines_.add("// Both blocks have the same columns and bring half of them each, or each brings its own.");
      lines_.add("const long long of_other = min(first + other, all_tiles - 1);");
      lines_.add(
          "const bool is_shared = place_of_tile<kGroup>(of_other, tiles_down, tiles_across).across == tile.across;");
    }
    lines_.open("for (long long start = 0; start < terms; start += kTileK)");
    lines_.add("mbarrier_wait(&empty[stage], phase ^ 1);");
    lines_.add("mbarrier_expect(&full[stage], kStageBytes);");
    for (const MappedOperand* each : maps.operands()) add_boxes(*each, maps.maps());
    lines_.open("if (++stage == kStages)");
    lines_.add("stage = 0;");
    lines_.add("phase ^= 1;");
    lines_.close();
    lines_.close();
    lines_.close();
    lines_.close();
    text_.release(before);
  }

  void write_consumers() {
    lines_.section("Consumer warpgroups");
    if (is_large()) lines_.add("take_registers<kConsumerRegisters>();");
    lines_.add("int stage = 0, previous = 0;");
    lines_.add("unsigned phase = 0;  // the parity of the rounds through all stages");
    write_group_products(subject_, plan_, numbers_.tile_n, true, lines_);
    lines_.open("const auto release = [&](int stage)");
    lines_.add("if (threadIdx.x % kWarpgroup != 0) return;");
    lines_.add("mbarrier_arrive(&empty[stage]);");
    if (has_cluster()) lines_.add("mbarrier_arrive_at(&empty[stage], other);");
    lines_.close("};");
    const size_t before = text_.mark();
    open_blocks_tiles();
    lines_.open("for (long long start = 0; start < terms; start += kTileK)");
    lines_.add("mbarrier_wait(&full[stage], phase);");
    lines_.add("multiply(stage, start == 0);");
    lines_.add("wgmma_wait<1>();  // those of the stage before have ended");
    lines_.add("if (start > 0) release(previous);");
    lines_.add("previous = stage;");
    lines_.open("if (++stage == kStages)");
    lines_.add("stage = 0;");
    lines_.add("phase ^= 1;");
    lines_.close();
    lines_.close();
    lines_.add("// The place of the tile is found while the last wgmma are computed.");
    place_tile();
    write_group_loads(frame_, columns(), lines_);
    lines_.add("wgmma_wait<0>();");
    lines_.add("settle(sums);");
    lines_.add("release(previous);");
    if (has_cluster()) lines_.add("if (first + own >= all_tiles) continue;");
    write_group_results(frame_, columns(), lines_);
    lines_.close();
    text_.release(before);
  }

  Result<WrittenKernel> finish(const MapKernel& maps) {
    WrittenKernel kernel;
    kernel.schedule = "bulk";
    kernel.architecture = k_group_architecture;
    kernel.reason =
        "Bulk: one thread of a producer warpgroup loads tiles of both operands by TMA into kStages stages of shared "
        "memory; kConsumers consumer warpgroups multiply 64 rows each with kTileN columns by wgmma. An mbarrier of a "
        "stage tells when it is full, another when it is empty. ";
    kernel.reason += has_own_maps() ? "Each block writes the tensor maps that TMA needs. "
                                    : "A kernel before writes the tensor maps that TMA needs. ";
    kernel.reason += "kGroup tiles below each other run side by side and share what they read in L2. It needs sm_90a. ";
    if (plan_.further)
      kernel.reason += "Both sums are computed side by side, and the left operand is read once for both of them. ";
    kernel.reason += rounding_text(group_type(subject_, plan_));
    if (has_cluster())
      kernel.reason += " The two blocks of a cluster share columns: each brings half of them to both (multicast).";
    const int64_t consuming = (65'536 / 128 - k_producer_registers) / numbers_.groups / 8 * 8;
    kernel.constants = {
        {"kTileM", numbers_.tile_m(), "rows of a block: 64 of each consumer warpgroup"},
        {"kTileN", columns(), "columns of a block"},
        {"kTileK", k_group_line / bytes(), "terms of a stage: 128 bytes"},
        {"kStages", numbers_.stages, "of the pipeline: tiles of both operands in shared memory"},
        {"kConsumers", numbers_.groups, "warpgroups that multiply"},
        {"kChunk", 16 / bytes(), "elements of a 16-byte chunk"},
        {"kStageChunks", (numbers_.tile_m() + numbers_.tile_n) * 8,
         fmt::format("chunks of a stage: (kTileM + {}kTileN) * kTileK / kChunk", plan_.further ? "2 * " : "")},
        {"kVector", group_vector(subject_, plan_), "neighbouring results that a lane stores"},
        {"kThreads", numbers_.threads(), "of a block: those of the consumer warpgroups and of the producer's"},
        {"kGroup", numbers_.group, "tiles below each other that run side by side"}};
    if (has_cluster()) kernel.constants.push_back({"kCluster", numbers_.cluster, "blocks that share columns"});
    if (is_large()) {
      kernel.constants.push_back({"kProducerRegisters", k_producer_registers, "of a thread of the producer warpgroup"});
      kernel.constants.push_back(
          {"kConsumerRegisters", std::min<int64_t>(consuming, 240), "of a thread of the consumer warpgroups"});
    }
    TRY(grid, frame_.grid(numbers_.tile_m(), columns()));
    if (numbers_.blocks > 0) {
      grid = fmt::format("min({}, {})", grid, numbers_.blocks);
      kernel.constants.push_back({"kBlocks", numbers_.blocks, "of the grid at most: multiprocessors of an H200"});
      kernel.reason +=
          " Blocks are persistent: they go on with further tiles, whose loads begin while results are stored.";
    }
    if (has_cluster()) grid = fmt::format("ceil_div({}, {}) * {}", grid, numbers_.cluster, numbers_.cluster);
    if (is_rounded()) {
      kernel.reason +=
          " wgmma takes floats in lines of terms only: what lies otherwise in memory is copied to such lines by the "
          "kernel that writes the tensor maps, and rounded on the way; what does not is rounded by TMA.";
    } else if (numbers_.copies) {
      kernel.reason +=
          " Operands whose lines do not begin at multiples of 16 bytes, as TMA needs them, are copied to lines that do "
          "by the kernel that writes the tensor maps.";
    }
    TRY_VOID(maps.add_launch(further_, kernel));
    auto arguments = launch_arguments(subject_, further_);
    arguments.push_back(MapKernel::argument());
    kernel.launches.push_back({subject_.kernel, arguments, grid, numbers_.threads(), shared_bytes()});
    kernel.code = lines_.text();
    assemble(subject_, kernel);
    return kernel;
  }

  const Subject& subject_;
  const Nest& nest_;
  const BulkNumbers& numbers_;
  ContractionPlan plan_;
  Lines lines_;
  CudaExpression text_;
  ContractionFrame frame_;
  std::vector<FurtherParameter> further_;
};

Result<void> check_bulk(const Subject& subject, const ContractionPlan& plan) {
  if (!plan.is_real || (plan.left.plain && subject.arena[*plan.left.plain].bytes == 1))
    return bad_input("bulk copies have no form for bytes");
  if (plan.is_gathered()) return bad_input("bulk copies have no form for gathered operands");
  for (const lift::SpaceIndex& index : plan.batch) {
    if (subject.arena.contains(plan.count, index.variable))
      return bad_input("bulk copies have no form for batches whose numbers of terms differ");
  }
  return {};
}

}  // namespace

Result<ContractionPlan> plan_bulk(const Subject& subject, const Nest& nest) {
  auto plain = plan_tensor(subject, nest);
  if (plain && multiplies_split(subject, *plain)) return bad_input("bulk copies have no form for split numbers");
  if (plain || !subject.allows_tf32 || subject.is_double()) return plain;
  auto mapped = plan_contraction(subject, nest);
  return mapped && mapped->is_real ? std::move(mapped) : std::move(plain);
}

Result<WrittenKernel> write_bulk(const Subject& subject, const Nest& nest, const BulkNumbers& numbers) {
  TRY(plan, plan_bulk(subject, nest));
  TRY_VOID(check_bulk(subject, plan));
  return BulkWriter(subject, nest, numbers, std::move(plan)).write();
}

Result<WrittenKernel> write_bulk_of_two(const Subject& subject, const Nest& nest, const BulkNumbers& numbers) {
  TRY(plan, plan_shared_left(subject, nest));
  if (group_type(subject, plan) == ElementType::f32 || numbers.copies || numbers.cluster > 1)
    return bad_input("bulk copies have no form for two sums of other numbers than halves and bfloats");
  TRY_VOID(check_bulk(subject, plan));
  return BulkWriter(subject, nest, numbers, std::move(plan)).write();
}

}  // namespace whet::write
