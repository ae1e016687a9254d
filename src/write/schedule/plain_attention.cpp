#include "write/schedule/plain_attention.h"

#include <fmt/format.h>

#include "write/schedule/attention_frame.h"

namespace whet::write {

namespace {

constexpr int64_t k_side = 16;                     // threads along a row, and rows of threads
constexpr int64_t k_unit = 4;                      // elements that a thread brings at a time
constexpr int64_t k_most_plain_bytes = 99 * 1024;  // of shared memory that every GPU from sm_80 on gives

class PlainAttentionWriter {
 public:
  PlainAttentionWriter(const Subject& subject, const Nest& nest, const PlainAttentionNumbers& numbers,
                       AttentionPlan plan)
      : subject_(subject),
        nest_(nest),
        numbers_(numbers),
        plan_(std::move(plan)),
        text_(subject, lines_),
        frame_(subject, nest, plan_, vector(), lines_, text_) {}

  Result<WrittenKernel> write() {
    TRY_VOID(check());
    further_ = launch_parameters(subject_, nest_, text_);
    lines_.open(fmt::format("__global__ void __launch_bounds__(kThreads) {}({})", subject_.kernel,
                            parameter_text(subject_, further_)));
    lines_.add("extern __shared__ float4 tiles[];");
    frame_.write_place();
    write_shared();
    write_fetch(plan_.query, "query", "kRows", "const long long i = top + line;", "line < rows_here",
                "query_tile[term * kRowLine + line]");
    write_fetch(plan_.key_value, "key", "kKeys", "const long long k = start + line;", "k < end_key",
                "key_tile[term * kKeyLine + line]");
    write_value_fetch();
    lines_.add("");
    lines_.add("fetch_query();");
    write_sums();
    write_loop();
    write_results();
    lines_.close();
    if (!text_.failure().empty()) return bad_input("attention has no form for " + text_.failure());
    return finish();
  }

 private:
  int64_t row_line() const { return numbers_.rows + k_unit; }
  int64_t key_line() const { return numbers_.keys + k_unit; }
  int64_t shared_floats() const {
    return numbers_.terms * (row_line() + key_line()) + numbers_.keys * (numbers_.columns + row_line());
  }
  // Columns that a thread has next to each other.
  int64_t vector() const { return numbers_.columns % 64 == 0 ? 4 : numbers_.columns % 32 == 0 ? 2 : 1; }

  Result<void> check() const {
    if (numbers_.rows % k_side != 0 || numbers_.keys % k_side != 0 || numbers_.columns % k_side != 0 ||
        numbers_.terms % k_unit != 0)
      return bad_input("a tile has work for whole rows of threads only");
    if (shared_floats() * 4 > k_most_plain_bytes) return bad_input("the tiles do not fit into shared memory");
    return {};
  }

  void write_shared() {
    lines_.add("// Of queries and keys neighbours are elements of one term; of values, columns; of weights, rows.");
    lines_.add("float* const query_tile = reinterpret_cast<float*>(tiles);");
    lines_.add("float* const key_tile = query_tile + kTerms * kRowLine;");
    lines_.add("float* const value_tile = key_tile + kTerms * kKeyLine;");
    lines_.add("float* const weight_tile = value_tile + kKeys * kColumns;");
    lines_.add("const int across = threadIdx.x % 16, down = threadIdx.x / 16;");
  }

  // Neighbouring lanes bring neighbouring lines, so that they store to different banks.
  void write_fetch(Expr operand, const std::string& name, const std::string& lines, const std::string& index,
                   const std::string& is_there, const std::string& to) {
    lines_.add("");
    lines_.open(fmt::format("const auto fetch_{} = [&]({})", name, name == "query" ? "" : "long long start"));
    lines_.add("#pragma unroll 2");
    lines_.open(fmt::format("for (int unit = threadIdx.x; unit < {} * (kTerms / 4); unit += kThreads)", lines));
    lines_.add(fmt::format("const int line = unit % {};", lines));
    lines_.add(index);
    lines_.add("#pragma unroll");
    lines_.open("for (int e = 0; e < 4; ++e)");
    lines_.add(fmt::format("const int term = unit / {} * 4 + e;", lines));
    lines_.add("float element = 0.0f;");
    lines_.open(fmt::format("if ({} && term < terms)", is_there));
    write_element(operand, plan_.term, "term");
    lines_.close();
    lines_.add(to + " = element;");
    lines_.close();
    lines_.close();
    lines_.close("};");
  }

  void write_element(Expr operand, Expr variable, const std::string& name) {
    const size_t before = text_.mark();
    text_.bind(variable, name);
    text_.count_uses({});
    lines_.add(fmt::format("element = {};", text_.real(operand)));
    text_.release(before);
  }

  void write_value_fetch() {
    lines_.add("");
    lines_.open("const auto fetch_value = [&](long long start)");
    lines_.add("#pragma unroll 4");
    lines_.open("for (int unit = threadIdx.x; unit < kKeys * kColumns; unit += kThreads)");
    lines_.add("const long long k = start + unit / kColumns;");
    lines_.add("const int j = unit % kColumns;");
    lines_.add("float element = 0.0f;");
    lines_.open("if (k < end_key && j < count_across)");
    write_element(plan_.value, plan_.column.variable, "j");
    lines_.close();
    lines_.add("value_tile[unit] = element;");
    lines_.close();
    lines_.close("};");
  }

  void write_sums() {
    lines_.add("float sums[kThreadRows][kColumns / 16] = {};");
    lines_.add(
        "float best[kThreadRows], weights[kThreadRows];  // the greatest score so far; the thread's own weights");
    lines_.add("#pragma unroll");
    lines_.add("for (int r = 0; r < kThreadRows; ++r) best[r] = -(float)kInfinity, weights[r] = 0.0f;");
    frame_.write_factors(false);
  }

  void write_loop() {
    lines_.open("for (long long start = first_key; start < end_key; start += kKeys)");
    lines_.add("__syncthreads();  // nobody needs the tiles before");
    lines_.add("fetch_key(start);");
    lines_.add("fetch_value(start);");
    lines_.add("__syncthreads();");
    lines_.add("float scores[kThreadRows][kThreadKeys] = {};");
    lines_.add("#pragma unroll 8");
    lines_.open("for (int term = 0; term < kTerms; ++term)");
    lines_.add("const auto of_queries = held_pack<kThreadRows>(query_tile + term * kRowLine + down * kThreadRows);");
    lines_.add("const auto of_keys = held_pack<kThreadKeys>(key_tile + term * kKeyLine + across * kThreadKeys);");
    lines_.add("#pragma unroll");
    lines_.open("for (int r = 0; r < kThreadRows; ++r)");
    lines_.add("#pragma unroll");
    lines_.add("for (int p = 0; p < kThreadKeys; ++p) scores[r][p] += of_queries.at[r] * of_keys.at[p];");
    lines_.close();
    lines_.close();
    frame_.write_edge();
    lines_.add("#pragma unroll");
    lines_.open("for (int r = 0; r < kThreadRows; ++r)");
    write_weights();
    lines_.close();
    write_mixing();
    lines_.close();
  }

  void open_keys_of_thread() {
    lines_.add("#pragma unroll");
    lines_.open("for (int p = 0; p < kThreadKeys; ++p)");
  }

  void write_weights() {
    if (frame_.needs_row()) lines_.add("const long long i = min(top + down * kThreadRows + r, bottom);");
    frame_.write_row_keys();
    lines_.add("float greatest = best[r];");
    open_keys_of_thread();
    lines_.add("const long long k = start + across * kThreadKeys + p;");
    const std::string score = frame_.score("scores[r][p]");
    if (score != "scores[r][p]") lines_.add(fmt::format("scores[r][p] = {};", score));
    lines_.add(fmt::format("if (is_edge && ({})) scores[r][p] = -(float)kInfinity;", frame_.is_missing()));
    lines_.add("greatest = fmaxf(greatest, scores[r][p]);");
    lines_.close();
    lines_.add("greatest = greatest_of_lanes<16>(greatest);");
    lines_.add("const float base = greatest == -(float)kInfinity ? 0.0f : greatest;  // no key so far");
    lines_.add(fmt::format("const float shrink = {};", frame_.weight_of("best[r] - base")));
    lines_.add("best[r] = greatest;");
    lines_.add("weights[r] *= shrink;");
    open_keys_of_thread();
    lines_.add(fmt::format("scores[r][p] = {};", frame_.weight_of("scores[r][p] - base")));
    lines_.add("weights[r] += scores[r][p];");
    lines_.close();
    lines_.add("#pragma unroll");
    lines_.add("for (int p = 0; p < kColumns / 16; ++p) sums[r][p] *= shrink;");
  }

  // The weights of a row are stored and read by the 16 lanes that share it.
  void write_mixing() {
    lines_.add("__syncwarp();");
    open_keys_of_thread();
    lines_.add("Pack<float, kThreadRows> of_weights;");
    lines_.add("#pragma unroll");
    lines_.add("for (int r = 0; r < kThreadRows; ++r) of_weights.at[r] = scores[r][p];");
    lines_.add("float* const to = weight_tile + (across * kThreadKeys + p) * kRowLine + down * kThreadRows;");
    lines_.add("*reinterpret_cast<Pack<float, kThreadRows>*>(to) = of_weights;");
    lines_.close();
    lines_.add("__syncwarp();");
    lines_.add("#pragma unroll 8");
    lines_.open("for (int key = 0; key < kKeys; ++key)");
    lines_.add("const auto of_weights = held_pack<kThreadRows>(weight_tile + key * kRowLine + down * kThreadRows);");
    lines_.add("#pragma unroll");
    lines_.open("for (int p = 0; p < kColumns / 16; p += kVector)");
    lines_.add("const auto of_values = held_pack<kVector>(value_tile + key * kColumns + p * 16 + across * kVector);");
    lines_.add("#pragma unroll");
    lines_.open("for (int r = 0; r < kThreadRows; ++r)");
    lines_.add("#pragma unroll");
    lines_.add("for (int e = 0; e < kVector; ++e) sums[r][p + e] += of_weights.at[r] * of_values.at[e];");
    lines_.close();
    lines_.close();
    lines_.close();
  }

  void write_results() {
    lines_.add("");
    lines_.add("#pragma unroll");
    lines_.open("for (int r = 0; r < kThreadRows; ++r)");
    lines_.add("const long long i = top + down * kThreadRows + r;");
    lines_.add("const float weight = sum_of_lanes<16>(weights[r]);");
    lines_.add("if (i >= count_down) continue;");
    frame_.write_row_results("best[r]", "weight");
    lines_.add("#pragma unroll");
    lines_.open("for (int p = 0; p < kColumns / 16; p += kVector)");
    lines_.add("const long long j = p * 16 + across * kVector;");
    lines_.add("if (j >= count_across) continue;");
    frame_.write_results("sums[r][p + e]");
    lines_.close();
    lines_.close();
  }

  Result<WrittenKernel> finish() {
    WrittenKernel kernel;
    kernel.schedule = "plain_attention";
    kernel.reason =
        "Plain attention: a block has kRows rows and goes through the keys in tiles of kKeys, in shared memory. 16 "
        "lanes "
        "share a row; a thread has kThreadRows rows, and of each kThreadKeys scores and some columns in registers. "
        "Scores become weights, exponentials against the greatest score so far; when a greater one comes, the sums "
        "shrink. Tiles of which no row has a key are left out.";
    kernel.constants = {{"kRows", numbers_.rows, "of a block"},
                        {"kKeys", numbers_.keys, "of a tile"},
                        {"kTerms", numbers_.terms, "of a score, at most: others are computed slowly"},
                        {"kColumns", numbers_.columns, "of a value, at most"},
                        {"kThreadRows", numbers_.rows / k_side, "rows of a thread: kRows / 16"},
                        {"kThreadKeys", numbers_.keys / k_side, "keys of a thread: kKeys / 16"},
                        {"kRowLine", row_line(), "floats between two terms of queries, or two keys of weights"},
                        {"kKeyLine", key_line(), "floats between two terms of keys"},
                        {"kVector", vector(), "neighbouring columns of a thread"},
                        {"kThreads", k_side * k_side, "of a block"}};
    TRY(grid, frame_.grid(numbers_.rows));
    kernel.launches = {
        {subject_.kernel, launch_arguments(subject_, further_), grid, k_side * k_side, shared_floats() * 4}};
    kernel.code = lines_.text();
    assemble(subject_, kernel);
    return kernel;
  }

  const Subject& subject_;
  const Nest& nest_;
  const PlainAttentionNumbers& numbers_;
  AttentionPlan plan_;
  Lines lines_;
  CudaExpression text_;
  AttentionFrame frame_;
  std::vector<FurtherParameter> further_;
};

}  // namespace

Result<WrittenKernel> write_plain_attention(const Subject& subject, const Nest& nest,
                                            const PlainAttentionNumbers& numbers) {
  TRY(plan, plan_attention(subject, nest));
  return PlainAttentionWriter(subject, nest, numbers, std::move(plan)).write();
}

}  // namespace whet::write
