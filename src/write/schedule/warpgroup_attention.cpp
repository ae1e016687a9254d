#include "write/schedule/warpgroup_attention.h"

#include <fmt/format.h>

#include "write/schedule/attention.h"
#include "write/schedule/attention_frame.h"
#include "write/schedule/attention_producer.h"
#include "write/schedule/group_parts.h"
#include "write/text/code_words.h"

namespace whet::write {

namespace {

constexpr int64_t k_box = 64;                  // elements of a line of a tile: 128 bytes
constexpr int64_t k_line_of_box = 8;           // chunks of it
constexpr int64_t k_longest_line = 128;        // elements
constexpr int64_t k_registers = 65'536 / 128;  // of a multiprocessor, for a thread of one warpgroup
constexpr int64_t k_most_registers = 240;      // that setmaxnreg is asked for
constexpr int64_t k_attention_vector = 8;      // neighbouring results that a lane stores
constexpr const char* k_slope = "slope";       // the factor of the sum of products, where it has no name
constexpr const char* k_key_of_lane = "const long long k = start + p / 2 * 8 + lane % 4 * 2 + p % 2;";

class WarpgroupAttentionWriter {
 public:
  WarpgroupAttentionWriter(const Subject& subject, const Nest& nest, const WarpgroupAttentionNumbers& numbers,
                           AttentionPlan plan)
      : subject_(subject),
        nest_(nest),
        numbers_(numbers),
        plan_(std::move(plan)),
        text_(subject, lines_),
        frame_(subject, nest, plan_, k_attention_vector, lines_, text_) {}

  Result<WrittenKernel> write() {
    TRY_VOID(check());
    further_ = launch_parameters(subject_, nest_, text_);
    lines_.open(fmt::format("__global__ void __launch_bounds__(kThreads, 1) {}({})", subject_.kernel,
                            parameter_text(subject_, further_)));
    lines_.add("extern __shared__ __align__(1024) uint4 tiles[];  // the queries, then for each stage keys and values");
    frame_.take_top_of_warp();
    frame_.write_place();
    write_start();
    AttentionProducer(subject_, plan_, lines_, text_).write(factor_.value_or(""));
    write_multiplications();
    write_softmax();
    write_loop();
    write_results();
    lines_.close();
    if (!text_.failure().empty()) return bad_input("attention has no form for " + text_.failure());
    return finish();
  }

 private:
  static int64_t boxes(int64_t length) { return (length + k_box - 1) / k_box; }
  int64_t term_chunks() const { return boxes(numbers_.terms) * k_line_of_box; }
  int64_t column_chunks() const { return boxes(numbers_.columns) * k_line_of_box; }
  int64_t shared_bytes() const {
    return 16 * (numbers_.rows() * term_chunks() + numbers_.stages * numbers_.keys * (term_chunks() + column_chunks()));
  }
  bool is_half() const { return subject_.parameter(subject_.arena[plan_.query].args[0]).type == ElementType::f16; }
  const char* kind() const { return is_half() ? "halves" : "bfloats"; }
  bool has_turns() const { return numbers_.groups > 1; }
  int64_t producer_registers() const { return numbers_.groups < 3 ? 40 : 32; }

  Result<void> check() const {
    if (numbers_.terms > k_longest_line || numbers_.columns > k_longest_line)
      return bad_input("attention by wgmma has no tiles for rows of more than 128 elements");
    if (shared_bytes() > k_most_group_bytes) return bad_input("the tiles do not fit into shared memory");
    return {};
  }

  void write_start() {
    lines_.add("const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, group = warp / 4;");
    lines_.section("Set up the pipeline");
    lines_.add("// mbarriers: the producer has filled a tile; consumers have read it");
    lines_.add("__shared__ unsigned long long full_queries, full_keys[kStages], full_values[kStages];");
    lines_.add("__shared__ unsigned long long empty_keys[kStages], empty_values[kStages];");
    lines_.open("if (threadIdx.x == 0)");
    lines_.add("mbarrier_init(&full_queries, kWarpgroup);");
    lines_.open("for (int stage = 0; stage < kStages; ++stage)");
    for (const char* each : {"full_keys", "full_values"})
      lines_.add(fmt::format("mbarrier_init(&{}[stage], kWarpgroup);", each));
    for (const char* each : {"empty_keys", "empty_values"})
      lines_.add(fmt::format("mbarrier_init(&{}[stage], kConsumers);", each));
    lines_.close();
    lines_.add("fence_mbarrier_init();");
    lines_.close();
    lines_.add("__syncthreads();");
    lines_.add("uint4* const key_tiles = tiles + kRows * kTermChunks;");
    lines_.add("uint4* const value_tiles = key_tiles + kKeys * kTermChunks;");
    frame_.write_factors(true);
    factor_ = frame_.plain_factor();
    if (!factor_) return;
    lines_.add(
        "// Sums of products are compared before they are multiplied: queries take the sign of the factor, and a");
    lines_.add("// factor of zero leaves missing keys what they are.");
    const bool is_name = code_words(*factor_).contains(*factor_);
    if (!is_name) lines_.add(fmt::format("const float {} = {};", k_slope, *factor_)), factor_ = k_slope;
    lines_.add(fmt::format("const float steepness = {0} == 0.0f ? 1e-38f : fabsf({0});", *factor_));
  }

  void write_multiplications() {
    lines_.section("Multiply: the kWgmmaRows rows of a consumer warpgroup");
    lines_.add("take_registers<kConsumerRegisters>();");
    lines_.add(
        "// Numbers 4p to 4p + 3 of a lane are those of rows lane / 4 and lane / 4 + 8 of the warp's 16, columns or");
    lines_.add("// keys 8p + lane % 4 * 2 and the next.");
    lines_.add("float sums[kColumnChunks * kChunk / 2] = {}, scores[kKeys / 2] = {};");
    lines_.add("unsigned of_weights[kKeys / 16][4];  // two keys each");
    lines_.open("const auto multiply = [&](int stage)");
    lines_.add("wgmma_fence();");
    lines_.add("#pragma unroll");
    lines_.open("for (int step = 0; step < kTerms / 16; ++step)");
    lines_.add(
        "const int place = step % 4 * 2;  // of its first chunk in a line; four steps further there are other lines");
    lines_.add("const uint4* const query_lines = tiles + (step / 4 * kRows + group * kWgmmaRows) * kLineChunks;");
    lines_.add("const uint4* const key_lines = key_tiles + stage * kStageChunks + step / 4 * kKeys * kLineChunks;");
    lines_.add(
        fmt::format("score_{}_{}(scores, matrix_descriptor<kNoFurther>(query_lines + place),", kind(), numbers_.keys));
    lines_.add("    matrix_descriptor<kNoFurther>(key_lines + place), step > 0);");
    lines_.close();
    lines_.add("wgmma_commit();");
    lines_.close("};");
    lines_.open("const auto mix = [&](int stage)");
    lines_.add("wgmma_fence();");
    lines_.add("#pragma unroll");
    lines_.open("for (int step = 0; step < kKeys / 16; ++step)");
    lines_.add("const uint4* const value_lines = value_tiles + stage * kStageChunks + step * 16 * kLineChunks;");
    lines_.add(fmt::format("mix_{}_{}(sums, of_weights[step], matrix_descriptor<kKeys * kLineBytes>(value_lines));",
                           kind(), column_chunks() * 8));
    lines_.close();
    lines_.add("wgmma_commit();");
    lines_.close("};");
    lines_.open("const auto release = [&](unsigned long long* barrier)");
    lines_.add("if (threadIdx.x % kWarpgroup == 0) mbarrier_arrive(barrier);");
    lines_.close("};");
  }

  void open_keys_of_row() {
    lines_.add("#pragma unroll");
    lines_.open("for (int p = 0; p < kKeys / 4; ++p)");
    lines_.add("float& score = scores[p / 2 * 4 + r * 2 + p % 2];");
  }

  void write_softmax() {
    lines_.section("Online softmax: scores become weights, sums so far shrink where a greater score came");
    lines_.add("float best[2] = {-(float)kInfinity, -(float)kInfinity};  // the greatest score so far");
    lines_.add("float weights[2] = {}, shrink[2];  // the lane's own weights; what sums so far are multiplied by");
    lines_.open("const auto weigh = [&](long long start)");
    frame_.write_edge();
    if (!factor_) write_scores();
    write_missing();
    write_greatest();
    lines_.add("#pragma unroll");
    lines_.open("for (int n = 0; n < kKeys / 2; ++n)");
    lines_.add(factor_ ? "scores[n] = raise_two(fmaf(scores[n], steepness, -base[n / 2 % 2]));"
                       : "scores[n] = raise_two(scores[n] - base[n / 2 % 2]);");
    lines_.add("weights[n / 2 % 2] += scores[n];");
    lines_.close();
    lines_.add("settle(scores);");
    lines_.close("};");
    lines_.add("// Rounded to the type of the values, weights are a left operand as they lie in the lanes.");
    lines_.open("const auto shrink_and_pack = [&]()");
    lines_.add("#pragma unroll");
    lines_.add("for (int n = 0; n < kColumnChunks * 4; ++n) sums[n] *= shrink[n / 2 % 2];");
    lines_.add("#pragma unroll");
    lines_.open("for (int n = 0; n < kKeys / 4; ++n)");
    lines_.add(fmt::format("of_weights[n / 4][n % 4] = pack_{}(scores[2 * n], scores[2 * n + 1]);", kind()));
    lines_.close();
    lines_.close("};");
  }

  void open_keys_of_rows() {
    lines_.add("#pragma unroll");
    lines_.open("for (int r = 0; r < 2; ++r)");
    if (frame_.needs_row()) lines_.add("const long long i = min(top + warp * 16 + r * 8 + lane / 4, bottom);");
  }

  void open_keys() {
    lines_.add("#pragma unroll");
    lines_.open("for (int p = 0; p < kKeys / 4; ++p)");
    lines_.add("float& score = scores[p / 2 * 4 + r * 2 + p % 2];");
  }

  void write_scores() {
    if (frame_.score("score") == "score") return;
    open_keys_of_rows();
    open_keys();
    if (frame_.needs_key()) lines_.add(k_key_of_lane);
    lines_.add(fmt::format("score = {};", frame_.score("score")));
    lines_.close();
    lines_.close();
  }

  // Keys of a tile as 32 bits: the loops are unrolled, and each lane has its own.
  void write_missing() {
    const bool has_first = frame_.has_row_keys() && !plan_.first.empty();
    const auto add_bound = [&](const char* name, const char* bound) {
      lines_.add(
          fmt::format("const int {} = (int)min(max({} - start, 0ll), (long long)kKeys) - lane % 4 * 2;", name, bound));
    };
    lines_.open("if (is_edge)");
    open_keys_of_rows();
    frame_.write_row_keys();
    if (has_first) add_bound("first", "row_first");
    add_bound("end", frame_.has_row_keys() ? "row_end" : "end_key");
    open_keys();
    lines_.add("const int key = p / 2 * 8 + p % 2;");
    lines_.add(has_first ? "if (key < first || key >= end) score = -(float)kInfinity;"
                         : "if (key >= end) score = -(float)kInfinity;");
    lines_.close();
    lines_.close();
    lines_.close();
  }

  void write_greatest() {
    const char* const scaled = factor_ ? " * steepness" : "";
    lines_.add("float base[2];");
    lines_.add("#pragma unroll");
    lines_.open("for (int r = 0; r < 2; ++r)");
    lines_.add("float greatest = best[r];");
    lines_.add("#pragma unroll");
    lines_.add("for (int p = 0; p < kKeys / 4; ++p) greatest = fmaxf(greatest, scores[p / 2 * 4 + r * 2 + p % 2]);");
    lines_.add("greatest = greatest_of_lanes<4>(greatest);");
    lines_.add(fmt::format("base[r] = greatest == -(float)kInfinity ? 0.0f : greatest{};  // no key so far", scaled));
    lines_.add(fmt::format("shrink[r] = raise_two(best[r]{} - base[r]);", scaled));
    lines_.add("best[r] = greatest;");
    lines_.add("weights[r] *= shrink[r];");
    lines_.close();
  }

  // A warpgroup begins its multiplications when the one before it has begun its own: their softmax take turns.
  void write_loop() {
    lines_.section("Pipeline: scores of the next tile are multiplied while weights of this one are mixed");
    if (has_turns()) lines_.add("constexpr int kFirstTurn = 1;  // the barrier of the first group");
    lines_.add("int stage = 0;");
    lines_.add("unsigned phase = 0;  // the parity of the rounds through all stages");
    lines_.open("if (first_key < end_key)");
    lines_.add("mbarrier_wait(&full_queries, 0);");
    lines_.add("mbarrier_wait(&full_keys[0], 0);");
    lines_.add("fence_async_proxy();");
    lines_.add("multiply(0);");
    if (has_turns()) lines_.add("if (group == kConsumers - 1 && first_key + kKeys < end_key) pass_turn(kFirstTurn);");
    lines_.add("wgmma_wait<0>();");
    lines_.add("settle(scores);");
    lines_.add("release(&empty_keys[0]);");
    lines_.add("weigh(first_key);");
    lines_.add("shrink_and_pack();");
    write_tiles();
    lines_.add("mbarrier_wait(&full_values[stage], phase);");
    lines_.add("fence_async_proxy();");
    lines_.add("mix(stage);");
    lines_.add("wgmma_wait<0>();");
    lines_.add("settle(sums);");
    lines_.close();
  }

  // The assembler moves the last wait before the softmax. Kernels in which the wait for the next keys parts them took
  // longer on an H200, by 5 % (heads of 128) and 12 % (64).
  void write_tiles() {
    lines_.open("for (long long start = first_key + kKeys; start < end_key; start += kKeys)");
    lines_.add("const int previous = stage;");
    lines_.add("const unsigned previous_phase = phase;");
    lines_.open("if (++stage == kStages)");
    lines_.add("stage = 0;");
    lines_.add("phase ^= 1;");
    lines_.close();
    lines_.add("mbarrier_wait(&full_keys[stage], phase);");
    lines_.add("fence_async_proxy();");
    if (has_turns()) lines_.add("wait_for_turn(kFirstTurn + group);");
    lines_.add("multiply(stage);");
    lines_.add("mbarrier_wait(&full_values[previous], previous_phase);");
    lines_.add("fence_async_proxy();");
    lines_.add("mix(previous);");
    if (has_turns()) write_passing();
    lines_.add("wgmma_wait<1>();  // the scores are there");
    lines_.add("settle(scores);");
    lines_.add("release(&empty_keys[stage]);");
    lines_.add("weigh(start);");
    lines_.add("wgmma_wait<0>();");
    lines_.add("settle(sums);");
    lines_.add("release(&empty_values[previous]);");
    lines_.add("shrink_and_pack();");
    lines_.close();
  }

  // The last group passes its turn to the first, which has none in the end.
  void write_passing() {
    lines_.open("if (group < kConsumers - 1)");
    lines_.add("pass_turn(kFirstTurn + group + 1);");
    lines_.turn("} else if (start + kKeys < end_key) {");
    lines_.add("pass_turn(kFirstTurn);");
    lines_.close();
  }

  void write_results() {
    lines_.section("Store: four lanes exchange their sums of 32 columns, and each has kVector neighbours of two rows");
    lines_.add("#pragma unroll");
    lines_.open("for (int r = 0; r < 2; ++r)");
    lines_.add("const long long row = top + warp * 16 + r * 8 + lane / 4, i = min(row, bottom);");
    lines_.add("const float weight = sum_of_lanes<4>(weights[r]);");
    frame_.write_row_results(factor_ ? "(best[r] * steepness)" : "best[r]", "weight");
    lines_.add("#pragma unroll");
    lines_.open("for (int p = 0; p < kColumnChunks; p += 4)");
    lines_.add("const long long j = (p + lane % 4) * 8;");
    lines_.add("float of_lane[kVector];");
    lines_.add("#pragma unroll");
    lines_.add("for (int e = 0; e < kVector; ++e) of_lane[e] = sums[(p + e / 2) * 4 + r * 2 + e % 2];");
    lines_.add("turn_quads(of_lane);");
    lines_.add("if (row >= count_down || j >= count_across) continue;");
    frame_.write_results("of_lane[e]");
    lines_.close();
    lines_.close();
  }

  Result<WrittenKernel> finish() {
    WrittenKernel kernel;
    kernel.schedule = "warpgroup_attention";
    kernel.architecture = k_group_architecture;
    kernel.reason =
        "Warpgroup attention: a block has kRows rows and goes through the keys in tiles of kKeys, with an online "
        "softmax. A producer warpgroup copies keys and values to kStages stages of shared memory asynchronously "
        "(cp.async), in the 128-byte swizzle of wgmma; kConsumers consumer warpgroups multiply 64 rows each by wgmma. "
        "Scores stay in registers, where they become weights: powers of two, against the greatest score so far; when a "
        "greater one comes, the sums shrink. The weights are an operand of the next multiplication as they lie in the "
        "lanes, rounded to the type of the values. Scores of the next tile are under way meanwhile, and consumer "
        "warpgroups take turns, so that one multiplies while another computes weights. Tiles of which no row has a key "
        "are skipped. Sums are in float, in another order than the original's. It needs sm_90a.";
    const int64_t consuming =
        std::min(k_most_registers, (k_registers - producer_registers()) / numbers_.groups / 8 * 8);
    kernel.constants = {
        {"kRows", numbers_.rows(), "of a block: 64 of each consumer warpgroup"},
        {"kKeys", numbers_.keys, "of a tile"},
        {"kTerms", numbers_.terms, "of a score, at most: others are computed slowly"},
        {"kColumns", numbers_.columns, "of a value, at most"},
        {"kStages", numbers_.stages, "of the pipeline: tiles of keys and values in shared memory"},
        {"kConsumers", numbers_.groups, "warpgroups that multiply"},
        {"kChunk", 8, "elements of a 16-byte chunk"},
        {"kTermChunks", term_chunks(), "chunks of a query or key"},
        {"kColumnChunks", column_chunks(), "chunks of a value"},
        {"kStageChunks", numbers_.keys * (term_chunks() + column_chunks()),
         "chunks of a stage: kKeys * (kTermChunks + kColumnChunks)"},
        {"kVector", k_attention_vector, "neighbouring results that a lane stores"},
        {"kThreads", numbers_.threads(), "of a block: those of the consumer warpgroups and of the producer's"},
        {"kProducerRegisters", producer_registers(), "of a thread of the producer warpgroup"},
        {"kConsumerRegisters", consuming, "of a thread of the consumer warpgroups"}};
    TRY(grid, frame_.grid(numbers_.rows()));
    kernel.launches = {
        {subject_.kernel, launch_arguments(subject_, further_), grid, numbers_.threads(), shared_bytes()}};
    kernel.code = lines_.text();
    assemble(subject_, kernel);
    return kernel;
  }

  const Subject& subject_;
  const Nest& nest_;
  const WarpgroupAttentionNumbers& numbers_;
  AttentionPlan plan_;
  Lines lines_;
  CudaExpression text_;
  AttentionFrame frame_;
  std::vector<FurtherParameter> further_;
  std::optional<std::string> factor_;  // of the sum of products, where the score is nothing else
};

}  // namespace

Result<WrittenKernel> write_warpgroup_attention(const Subject& subject, const Nest& nest,
                                                const WarpgroupAttentionNumbers& numbers) {
  TRY(plan, plan_tensor_attention(subject, nest));
  return WarpgroupAttentionWriter(subject, nest, numbers, std::move(plan)).write();
}

}  // namespace whet::write
