#include "write/schedule/attention.h"

#include <fmt/format.h>

#include "write/schedule/attention_frame.h"

namespace whet::write {

using lift::Node;

namespace {

constexpr int64_t k_chunk = 8;                         // elements of a copy of 16 bytes
constexpr int64_t k_line_chunks = 8;                   // that are exchanged among each other
constexpr int64_t k_most_attention_bytes = 99 * 1024;  // of shared memory that every GPU with these instructions gives
constexpr int64_t k_longest_head = 256;

class AttentionWriter {
 public:
  AttentionWriter(const Subject& subject, const Nest& nest, const AttentionNumbers& numbers, AttentionPlan plan)
      : subject_(subject),
        arena_(subject.arena),
        nest_(nest),
        numbers_(numbers),
        plan_(std::move(plan)),
        text_(subject, lines_),
        frame_(subject, nest, plan_, 2, lines_, text_) {}

  Result<WrittenKernel> write() {
    TRY_VOID(check());
    further_ = launch_parameters(subject_, nest_, text_);
    lines_.open(fmt::format("__global__ void __launch_bounds__(kThreads) {}({})", subject_.kernel,
                            parameter_text(subject_, further_)));
    lines_.add("extern __shared__ uint4 tiles[];  // the queries, then for each stage keys and values");
    frame_.write_place();
    lines_.add("const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, first_row = warp * kWarpRows;");
    write_fetches();
    write_queries();
    write_sums();
    write_loop();
    write_results();
    lines_.close();
    if (!text_.failure().empty()) return bad_input("attention has no form for " + text_.failure());
    return finish();
  }

 private:
  static int64_t line_chunks(int64_t length) {
    return (length + k_chunk * k_line_chunks - 1) / (k_chunk * k_line_chunks) * k_line_chunks;
  }
  int64_t query_bytes() const { return numbers_.rows * line_chunks(numbers_.terms) * 16; }
  int64_t stage_chunks() const { return numbers_.keys * (line_chunks(numbers_.terms) + line_chunks(numbers_.columns)); }
  int64_t shared_bytes() const { return query_bytes() + numbers_.stages * stage_chunks() * 16; }
  bool is_half() const { return subject_.parameter(arena_[plan_.query].args[0]).type == ElementType::f16; }
  std::string multiply() const { return is_half() ? "mma_halves" : "mma_bfloats"; }
  std::string pack() const { return is_half() ? "pack_halves" : "pack_bfloats"; }

  Result<void> check() const {
    if (numbers_.rows % numbers_.warp_rows != 0 || numbers_.warp_rows % 16 != 0 || numbers_.keys % 16 != 0)
      return bad_input("a tile has work for whole warps only");
    if (numbers_.terms > k_longest_head || numbers_.columns > k_longest_head)
      return bad_input("attention has no tiles for rows of more than 256 elements");
    if (shared_bytes() > k_most_attention_bytes) return bad_input("the tiles do not fit into shared memory");
    return {};
  }

  // Copies chunks of `lines` lines, of which each has `length` elements; `own` is the index of a line.
  void write_fetch(Expr operand, Expr along, const std::string& name, const std::string& lines,
                   const std::string& length, const std::string& line_name, const std::string& to,
                   const std::string& index, const std::string& rest, const std::string& left) {
    const Node node = arena_[operand];
    WidePacks wide(subject_, k_chunk, text_, fmt::format("is_{}_wide", name), "kChunk");
    const std::string is_wide = wide.of(node.args[0], node.args[1], node.bytes, along);
    wide.declare(lines_);
    lines_.open(
        fmt::format("const auto fetch_{} = [&]({})", name, name == "queries" ? "" : "long long start, int stage"));
    const size_t before = text_.mark();
    lines_.add(fmt::format("uint4* const to = {};", to));
    lines_.add("#pragma unroll");
    lines_.open(
        fmt::format("for (int unit = threadIdx.x; unit < {} * ({} / kChunk); unit += kThreads)", lines, length));
    lines_.add(fmt::format("const int line = unit / ({0} / kChunk), chunk = unit % ({0} / kChunk);", length));
    lines_.add(index);
    text_.bind(along, "(chunk * kChunk)");
    lines_.add(fmt::format("fetch_chunk(to + swizzled<{}>(line, chunk), {}, {} ? (int){} - chunk * kChunk : 0, {});",
                           line_name, text_.address(node.args[0], node.args[1], node.bytes), rest, left, is_wide));
    lines_.close();
    lines_.close("};");
    text_.release(before);
  }

  void write_fetches() {
    lines_.section("Load: the queries of the block, and tiles of keys and values");
    write_fetch(plan_.query, plan_.term, "queries", "kRows", "kTerms", "kTermLine", "tiles",
                "const long long i = top + line;", "line < rows_here", "terms");
    const std::string stage = "tiles + kRows * kTermLine + stage * kStageChunks";
    write_fetch(plan_.key_value, plan_.term, "keys", "kKeys", "kTerms", "kTermLine", stage,
                "const long long k = start + line;", "k < end_key", "terms");
    write_fetch(plan_.value, plan_.column.variable, "values", "kKeys", "kColumns", "kColumnLine",
                stage + " + kKeys * kTermLine", "const long long k = start + line;", "k < end_key", "count_across");
  }

  // Where the four matrices of a chunk pair lie; a pair further on only bits of the place change.
  void write_queries() {
    lines_.section("Pipeline: load kStages - 1 tiles of keys and values ahead");
    lines_.add("fetch_queries();");
    lines_.open("for (int stage = 0; stage < kStages - 1; ++stage)");
    lines_.open("if (first_key + stage * kKeys < end_key)");
    lines_.add("fetch_keys(first_key + stage * kKeys, stage);");
    lines_.add("fetch_values(first_key + stage * kKeys, stage);");
    lines_.close();
    lines_.add("cp_async_commit();");
    lines_.close();
    lines_.add("// Where the line lies whose address a lane gives to ldmatrix for the first matrices.");
    lines_.add("const int query_place = swizzled<kTermLine>(first_row + lane % 16, lane / 16);");
    lines_.add("const int key_place = swizzled<kTermLine>(lane / 16 * 8 + lane % 8, lane / 8 % 2);");
    lines_.add("const int value_place = swizzled<kColumnLine>(lane % 16, lane / 16);");
    if (!numbers_.is_held) return;
    lines_.add("unsigned of_queries[kTerms / 16][kWarpRows / 16][4];");
    lines_.add("cp_async_wait<kStages - 2>();");
    lines_.add("__syncthreads();");
    lines_.add("#pragma unroll");
    lines_.open("for (int step = 0; step < kTerms / 16; ++step)");
    lines_.add("#pragma unroll");
    lines_.add("for (int s = 0; s < kWarpRows / 16; ++s) " + query_matrices("of_queries[step][s]"));
    lines_.close();
  }

  static std::string query_matrices(const std::string& to) {
    return fmt::format("ldmatrix_x4({}, tiles + next_chunks(query_place, step) + s * 16 * kTermLine);", to);
  }

  void write_sums() {
    lines_.add("");
    lines_.add(
        "// A lane has rows lane / 4 + 8 * r of its warp, and columns or keys lane % 4 * 2 + 8 * p and the next.");
    lines_.add("float sums[kWarpRows / 16][kColumns / 8][4] = {};");
    lines_.add(
        "float best[kWarpRows / 8], weights[kWarpRows / 8];  // the greatest score so far; the lane's own weights");
    lines_.add("#pragma unroll");
    lines_.add("for (int r = 0; r < kWarpRows / 8; ++r) best[r] = -(float)kInfinity, weights[r] = 0.0f;");
    frame_.write_factors(true);
  }

  void write_loop() {
    lines_.add("int stage = 0, free = kStages - 1;  // that is in use, and that is filled next");
    lines_.open("for (long long start = first_key; start < end_key; start += kKeys)");
    lines_.add("cp_async_wait<kStages - 2>();");
    lines_.add("__syncthreads();  // the tile is there, and no warp reads the one before");
    lines_.add("const long long next = start + (kStages - 1) * kKeys;");
    lines_.open("if (next < end_key)");
    lines_.add("fetch_keys(next, free);");
    lines_.add("fetch_values(next, free);");
    lines_.close();
    lines_.add("cp_async_commit();");
    lines_.add("const uint4* const key_tile = tiles + kRows * kTermLine + stage * kStageChunks;");
    lines_.add("const uint4* const value_tile = key_tile + kKeys * kTermLine;");
    write_scores();
    lines_.section("Online softmax: scores become weights, sums so far shrink where a greater score came");
    frame_.write_edge();
    lines_.add("#pragma unroll");
    lines_.open("for (int r = 0; r < kWarpRows / 8; ++r)");
    write_weights();
    lines_.close();
    write_mixing();
    lines_.add("free = stage;");
    lines_.add("stage = stage + 1 == kStages ? 0 : stage + 1;");
    lines_.close();
  }

  void write_scores() {
    lines_.section("Multiply: scores of the warp's rows and the keys of the tile");
    lines_.add("float scores[kWarpRows / 16][kKeys / 8][4] = {};");
    lines_.add("#pragma unroll");
    lines_.open("for (int step = 0; step < kTerms / 16; ++step)");
    const std::string queries = numbers_.is_held ? "of_queries[step]" : "of_queries";
    if (!numbers_.is_held) {
      lines_.add("unsigned of_queries[kWarpRows / 16][4];");
      lines_.add("#pragma unroll");
      lines_.add("for (int s = 0; s < kWarpRows / 16; ++s) " + query_matrices("of_queries[s]"));
    }
    lines_.add("#pragma unroll");
    lines_.open("for (int p = 0; p < kKeys / 16; ++p)");
    lines_.add("unsigned of_keys[4];");
    lines_.add("ldmatrix_x4(of_keys, key_tile + next_chunks(key_place, step) + p * 16 * kTermLine);");
    lines_.add("#pragma unroll");
    lines_.open("for (int s = 0; s < kWarpRows / 16; ++s)");
    lines_.add(fmt::format("{}(scores[s][2 * p], {}[s], of_keys[0], of_keys[1]);", multiply(), queries));
    lines_.add(fmt::format("{}(scores[s][2 * p + 1], {}[s], of_keys[2], of_keys[3]);", multiply(), queries));
    lines_.close();
    lines_.close();
    lines_.close();
  }

  void open_keys_of_lane() {
    lines_.add("#pragma unroll");
    lines_.open("for (int p = 0; p < kKeys / 4; ++p)");
    lines_.add("float& score = scores[r / 2][p / 2][r % 2 * 2 + p % 2];");
  }

  void write_weights() {
    const std::string key = "const long long k = start + p / 2 * 8 + lane % 4 * 2 + p % 2;";
    if (frame_.needs_row()) lines_.add("const long long i = min(top + first_row + r * 8 + lane / 4, bottom);");
    open_keys_of_lane();
    if (frame_.needs_key()) lines_.add(key);
    const std::string score = frame_.score("score");
    if (score != "score") lines_.add(fmt::format("score = {};", score));
    lines_.close();
    lines_.open("if (is_edge)");
    frame_.write_row_keys();
    open_keys_of_lane();
    lines_.add(key);
    lines_.add(fmt::format("if ({}) score = -(float)kInfinity;", frame_.is_missing()));
    lines_.close();
    lines_.close();
    lines_.add("float greatest = best[r];");
    open_keys_of_lane();
    lines_.add("greatest = fmaxf(greatest, score);");
    lines_.close();
    lines_.add("greatest = greatest_of_lanes<4>(greatest);");
    lines_.add("const float base = greatest == -(float)kInfinity ? 0.0f : greatest;  // no key so far");
    lines_.add("const float shrink = raise_two(best[r] - base);");
    lines_.add("best[r] = greatest;");
    lines_.add("weights[r] *= shrink;");
    open_keys_of_lane();
    lines_.add("score = raise_two(score - base);");
    lines_.add("weights[r] += score;");
    lines_.close();
    lines_.add("#pragma unroll");
    lines_.add("for (int p = 0; p < kColumns / 4; ++p) sums[r / 2][p / 2][r % 2 * 2 + p % 2] *= shrink;");
  }

  // The weights of two blocks of 8 keys are, as they lie in the lanes, a left operand of 16 terms.
  void write_mixing() {
    lines_.section("Multiply: weights and values");
    lines_.add("#pragma unroll");
    lines_.open("for (int step = 0; step < kKeys / 16; ++step)");
    lines_.add("unsigned of_weights[kWarpRows / 16][4];");
    lines_.add("#pragma unroll");
    lines_.open("for (int s = 0; s < kWarpRows / 16; ++s)");
    lines_.add("#pragma unroll");
    lines_.open("for (int e = 0; e < 4; ++e)");
    lines_.add("const float (&pair)[4] = scores[s][2 * step + e / 2];");
    lines_.add(fmt::format("of_weights[s][e] = {}(pair[e % 2 * 2], pair[e % 2 * 2 + 1]);", pack()));
    lines_.close();
    lines_.close();
    lines_.add("#pragma unroll");
    lines_.open("for (int p = 0; p < kColumns / 16; ++p)");
    lines_.add("unsigned of_values[4];");
    lines_.add(
        "ldmatrix_x4_transposed(of_values, value_tile + next_chunks(value_place, p) + step * 16 * kColumnLine);");
    lines_.add("#pragma unroll");
    lines_.open("for (int s = 0; s < kWarpRows / 16; ++s)");
    lines_.add(fmt::format("{}(sums[s][2 * p], of_weights[s], of_values[0], of_values[1]);", multiply()));
    lines_.add(fmt::format("{}(sums[s][2 * p + 1], of_weights[s], of_values[2], of_values[3]);", multiply()));
    lines_.close();
    lines_.close();
    lines_.close();
  }

  void write_results() {
    lines_.section("Store");
    lines_.add("#pragma unroll");
    lines_.open("for (int r = 0; r < kWarpRows / 8; ++r)");
    lines_.add("const long long i = top + first_row + r * 8 + lane / 4;");
    lines_.add("const float weight = sum_of_lanes<4>(weights[r]);");
    lines_.add("if (i >= count_down) continue;");
    frame_.write_row_results("best[r]", "weight");
    lines_.add("#pragma unroll");
    lines_.open("for (int p = 0; p < kColumns / 8; ++p)");
    lines_.add("const long long j = p * 8 + lane % 4 * 2;");
    lines_.add("if (j >= count_across) continue;");
    frame_.write_results("sums[r / 2][p][r % 2 * 2 + e]");
    lines_.close();
    lines_.close();
  }

  Result<WrittenKernel> finish() {
    WrittenKernel kernel;
    kernel.schedule = "attention";
    kernel.reason =
        "Attention: a block has kRows rows and goes through the keys in tiles of kKeys, with an online softmax. Scores "
        "are multiplied on tensor cores (mma.sync) and stay in registers, where they become weights: powers of two, "
        "against the greatest score so far; when a greater one comes, the sums shrink. The weights are an operand of "
        "the next multiplication as they lie in the lanes, rounded to the type of the values. Keys and values are "
        "copied to kStages stages of shared memory asynchronously (cp.async), kStages - 1 tiles ahead; their 16-byte "
        "chunks are swizzled so that no access has bank conflicts. Tiles of which no row has a key are skipped. Sums "
        "are in float, in another order than the original's.";
    kernel.constants = {{"kRows", numbers_.rows, "of a block"},
                        {"kKeys", numbers_.keys, "of a tile"},
                        {"kWarpRows", numbers_.warp_rows, "rows of a warp"},
                        {"kTerms", numbers_.terms, "of a score, at most: others are computed slowly"},
                        {"kColumns", numbers_.columns, "of a value, at most"},
                        {"kStages", numbers_.stages, "of the pipeline: tiles of keys and values in shared memory"},
                        {"kChunk", k_chunk, "elements of a 16-byte chunk"},
                        {"kTermLine", line_chunks(numbers_.terms), "chunks of a line of queries and keys"},
                        {"kColumnLine", line_chunks(numbers_.columns), "chunks of a line of values"},
                        {"kStageChunks", stage_chunks(), "chunks of a stage: kKeys * (kTermLine + kColumnLine)"},
                        {"kVector", 2, "neighbouring results of a lane"},
                        {"kThreads", numbers_.threads(), "of a block: 32 * (kRows / kWarpRows)"}};
    TRY(grid, frame_.grid(numbers_.rows));
    kernel.launches = {
        {subject_.kernel, launch_arguments(subject_, further_), grid, numbers_.threads(), shared_bytes()}};
    kernel.code = lines_.text();
    assemble(subject_, kernel);
    return kernel;
  }

  const Subject& subject_;
  lift::Arena& arena_;
  const Nest& nest_;
  const AttentionNumbers& numbers_;
  AttentionPlan plan_;
  Lines lines_;
  CudaExpression text_;
  AttentionFrame frame_;
  std::vector<FurtherParameter> further_;
};

}  // namespace

Result<AttentionPlan> plan_tensor_attention(const Subject& subject, const Nest& nest) {
  lift::Arena& arena = subject.arena;
  TRY(plan, plan_attention(subject, nest));
  if (!runs_along(subject, plan.query, plan.term) || !runs_along(subject, plan.key_value, plan.term) ||
      !runs_along(subject, plan.value, plan.column.variable))
    return bad_input("tensor cores have no form for operands that are not neighbours in memory as they are");
  const ElementType type = subject.parameter(arena[plan.query].args[0]).type;
  bool is_same = type == ElementType::f16 || type == ElementType::bf16;
  for (const Expr e : {plan.key_value, plan.value}) is_same &= subject.parameter(arena[e].args[0]).type == type;
  for (const lift::Statement& each : plan.statements) is_same &= subject.parameter(each.array).type == type;
  if (!is_same) return bad_input("attention on tensor cores is for halves or bfloats, operands and results alike");
  return plan;
}

Result<WrittenKernel> write_attention(const Subject& subject, const Nest& nest, const AttentionNumbers& numbers) {
  TRY(plan, plan_tensor_attention(subject, nest));
  return AttentionWriter(subject, nest, numbers, std::move(plan)).write();
}

}  // namespace whet::write
