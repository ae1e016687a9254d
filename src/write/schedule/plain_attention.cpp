#include "write/schedule/plain_attention.h"

#include <fmt/format.h>

#include <algorithm>

#include "write/schedule/attention_frame.h"
#include "write/schedule/line_fetch.h"
#include "write/schedule/register_tile.h"
#include "write/schedule/wide_packs.h"

namespace whet::write {

namespace {

constexpr int64_t k_pack = 4;                      // floats that are read at a time
constexpr int64_t k_lanes_of_row = 8;              // of 4 x 8 in a warp
constexpr int64_t k_most_groups = 15;              // barriers of a block beside that of all threads
constexpr int64_t k_most_plain_bytes = 99 * 1024;  // of shared memory that every GPU from sm_80 on gives
// Rows of a thread are packs that are 4 packs apart.
constexpr const char* k_row_of_thread = "first_row + r / kVector * (4 * kVector) + r % kVector";

class PlainAttentionWriter {
 public:
  PlainAttentionWriter(const Subject& subject, const Nest& nest, const PlainAttentionNumbers& numbers,
                       AttentionPlan plan)
      : subject_(subject),
        nest_(nest),
        numbers_(numbers),
        plan_(std::move(plan)),
        text_(subject, lines_),
        frame_(subject, nest, plan_, k_pack, lines_, text_),
        fetch_(subject, lines_, text_),
        held_(frame_.loads_along_keys()) {}

  Result<WrittenKernel> write() {
    TRY_VOID(check());
    further_ = launch_parameters(subject_, nest_, text_);
    lines_.open(fmt::format("__global__ void __launch_bounds__(kThreads, kBlocks) {}({})", subject_.kernel,
                            parameter_text(subject_, further_)));
    lines_.add("extern __shared__ float4 tiles[];");
    frame_.write_place();
    write_shared();
    lines_.section("Load: the queries of the block, and a group's tiles of keys and values");
    for (const FetchedLines& each : fetched()) fetch_.write(each);
    write_first_loads();
    write_loop();
    write_parts();
    write_results();
    lines_.close();
    if (!text_.failure().empty()) return bad_input("attention has no form for " + text_.failure());
    return finish();
  }

 private:
  bool has_groups() const { return numbers_.groups > 1; }
  bool has_copies() const {
    const auto list = fetched();
    return std::any_of(list.begin(), list.end(), [&](const FetchedLines& each) { return fetch_.is_copied(each); });
  }

  Result<void> check() const {
    if (numbers_.thread_rows % k_pack != 0 || numbers_.rows % (4 * numbers_.thread_rows) != 0)
      return bad_input("a tile has work for whole warps only");
    if (numbers_.terms % (2 * k_pack) != 0 || numbers_.columns % (k_lanes_of_row * k_pack) != 0)
      return bad_input("a thread has whole packs only");
    if (numbers_.groups > k_most_groups) return bad_input("there are not as many barriers as groups");
    if (numbers_.shared_bytes() > k_most_plain_bytes) return bad_input("the tiles do not fit into shared memory");
    return {};
  }

  void write_shared() {
    lines_.add("// Four floats more in a line keep the lines that are read at once on different banks.");
    write_lanes(lines_);
    lines_.add(has_groups() ? "const int group = warp / kWarpsDown, member = threadIdx.x % kGroupThreads;"
                            : "const int member = threadIdx.x;");
    const std::string of_group = has_groups() ? " + group * kKeys * (kTermLine + kColumns)" : "";
    const std::string all = has_groups() ? "kGroups * kKeys" : "kKeys";
    const std::string down = has_groups() ? "warp % kWarpsDown" : "warp";
    lines_.add(fmt::format("const int first_row = {} * (4 * kThreadRows) + lane_row * kVector;", down));
    lines_.add("float* const query_tile = reinterpret_cast<float*>(tiles);");
    lines_.add(fmt::format("float* const key_tile = query_tile + kRows * kTermLine{};", of_group));
    lines_.add("float* const value_tile = key_tile + kKeys * kTermLine;");
    lines_.add(
        fmt::format("float* const weight_tile = query_tile + kRows * kTermLine + {} * (kTermLine + kColumns) +", all));
    lines_.add("    warp * (4 * kThreadRows * kWeightLine);  // of the warp's rows");
  }

  // Lanes have packs of keys and read one of each at a time: these lie next to each other.
  std::vector<FetchedLines> fetched() const {
    const std::string key = "const long long k = start + line;";
    return {{plan_.query, plan_.term, "query", "", "kRows", "kTerms", "terms", "const long long i = top + line;",
             "line < rows_here", "query_tile + line * kTermLine", "threadIdx.x", "kThreads"},
            {plan_.key_value, plan_.term, "key", "long long start", "kKeys", "kTerms", "terms", key, "k < end_key",
             "key_tile + (line % kVector * 8 + line / kVector) * kTermLine", "member", "kGroupThreads"},
            {plan_.value, plan_.column.variable, "value", "long long start", "kKeys", "kColumns", "count_across", key,
             "k < end_key", "value_tile + line * kColumns", "member", "kGroupThreads"}};
  }

  void add_commit() {
    if (has_copies()) lines_.add("cp_async_commit();");
  }
  void add_meeting(const std::string& why) {
    if (has_copies()) lines_.add("cp_async_wait<0>();");
    lines_.add((has_groups() ? "meet_in_part<kGroupThreads>(group);  // " : "__syncthreads();  // ") + why);
  }

  void write_first_loads() {
    lines_.add("");
    lines_.add("fetch_query();");
    lines_.add(has_groups() ? "const long long first = first_key + group * kKeys;"
                            : "const long long first = first_key;");
    lines_.add("if (first < end_key) fetch_key(first);");
    add_commit();
    lines_.add("float sums[kThreadRows][kColumns / 8] = {};");
    lines_.add(
        "float best[kThreadRows], weights[kThreadRows];  // the greatest score so far; the thread's own weights");
    lines_.add("#pragma unroll");
    lines_.add("for (int r = 0; r < kThreadRows; ++r) best[r] = -(float)kInfinity, weights[r] = 0.0f;");
    frame_.write_factors(false, held_);
    declare_held();
    if (!has_groups()) return;
    if (has_copies()) lines_.add("cp_async_wait<0>();");
    lines_.add("__syncthreads();  // the queries are there");
  }

  void declare_held() {
    WidePacks wide(subject_, k_pack, text_, "is_score_wide");
    for (const Expr load : held_) {
      const lift::Node node = subject_.arena[load];
      held_wide_.push_back(wide.of(node.args[0], node.args[1], node.bytes, plan_.key));
      held_names_.push_back(text_.fresh(subject_.parameter(node.args[0]).name + "_held"));
    }
    wide.declare(lines_);
  }

  void write_loop() {
    lines_.add("");
    lines_.open(fmt::format("for (long long start = first; start < end_key; start += {})", step()));
    add_meeting("the keys are there, and nobody reads the values before");
    lines_.add("fetch_value(start);");
    add_commit();
    write_held();
    write_scores();
    write_weights();
    lines_.section("Mix: the weights of a warp's rows go through shared memory");
    store_weights();
    add_meeting("the values and the weights are there, and nobody reads the keys");
    lines_.add(fmt::format("if (start + {0} < end_key) fetch_key(start + {0});", step()));
    add_commit();
    write_mixing();
    lines_.close();
  }

  std::string step() const { return has_groups() ? "kGroups * kKeys" : "kKeys"; }

  void open_rows(bool needs_row) {
    lines_.add("#pragma unroll");
    lines_.open("for (int r = 0; r < kThreadRows; ++r)");
    if (needs_row) lines_.add(fmt::format("const long long i = min(top + {}, bottom);", k_row_of_thread));
  }
  void open_keys() {
    lines_.add("#pragma unroll");
    lines_.open("for (int p = 0; p < kThreadKeys; ++p)");
  }

  // What scores read beside their sums is on its way while these are computed.
  void write_held() {
    if (held_.empty()) return;
    for (size_t n = 0; n < held_.size(); ++n)
      lines_.add(fmt::format("Pack<{}, kVector> {}[kThreadRows];",
                             cuda_name(subject_.parameter(subject_.arena[held_[n]].args[0]).type), held_names_[n]));
    open_rows(true);
    frame_.write_row_keys();
    lines_.add("const long long k = start + lane_column * kVector;");
    for (size_t n = 0; n < held_.size(); ++n) {
      const lift::Node node = subject_.arena[held_[n]];
      lines_.add(fmt::format("{}[r] = load_pack<kVector>({}, {} - k, {});", held_names_[n],
                             text_.address(node.args[0], node.args[1], node.bytes), frame_.row_end(), held_wide_[n]));
    }
    lines_.close();
  }

  void write_scores() {
    lines_.section("Multiply: scores of the thread's rows and keys");
    lines_.add("float scores[kThreadRows][kThreadKeys] = {};");
    lines_.add("#pragma unroll 2");
    lines_.open("for (int term = 0; term < kTerms; term += kVector)");
    lines_.add("float of_queries[kVector][kThreadRows], of_keys[kVector][kThreadKeys];");
    lines_.add("take_lines<kVector, 4 * kVector, kTermLine>(of_queries, query_tile + first_row * kTermLine + term);");
    lines_.add("take_lines<1, 8, kTermLine>(of_keys, key_tile + lane_column * kTermLine + term);");
    lines_.add("#pragma unroll");
    lines_.add("for (int e = 0; e < kVector; ++e) add_products(scores, of_queries[e], of_keys[e]);");
    lines_.close();
  }

  void write_weights() {
    lines_.section("Online softmax: scores become weights, sums so far shrink where a greater score came");
    write_maps();
    frame_.write_edge();
    lines_.open("if (is_edge)");
    open_rows(frame_.has_row_keys());
    frame_.write_row_keys();
    open_keys();
    lines_.add("const long long k = start + lane_column * kVector + p;");
    lines_.add(fmt::format("if ({}) scores[r][p] = -(float)kInfinity;", frame_.is_missing()));
    lines_.close();
    lines_.close();
    lines_.close();
    open_rows(false);
    lines_.add("float greatest = best[r];");
    lines_.add("#pragma unroll");
    lines_.add("for (int p = 0; p < kThreadKeys; ++p) greatest = fmaxf(greatest, scores[r][p]);");
    lines_.add("greatest = greatest_across(greatest);");
    lines_.add("const float base = greatest == -(float)kInfinity ? 0.0f : greatest;  // no key so far");
    lines_.add(fmt::format("const float shrink = {};", frame_.weight_of("best[r] - base")));
    lines_.add("best[r] = greatest;");
    lines_.add("weights[r] *= shrink;");
    open_keys();
    lines_.add(fmt::format("scores[r][p] = {};", frame_.weight_of("scores[r][p] - base")));
    lines_.add("weights[r] += scores[r][p];");
    lines_.close();
    lines_.add("#pragma unroll");
    lines_.add("for (int p = 0; p < kColumns / 8; ++p) sums[r][p] *= shrink;");
    lines_.close();
  }

  // Scores from the sums of products.
  void write_maps() {
    const size_t before = text_.mark();
    for (size_t n = 0; n < held_.size(); ++n) text_.bind(held_[n], held_names_[n] + "[r].at[p]");
    const size_t mark = text_.mark();
    const std::string score = frame_.score("scores[r][p]");
    text_.release(mark);
    if (score == "scores[r][p]") return text_.release(before);
    open_rows(frame_.needs_row());
    frame_.write_row_keys();
    open_keys();
    if (frame_.needs_key()) lines_.add("const long long k = start + lane_column * kVector + p;");
    lines_.add(fmt::format("scores[r][p] = {};", frame_.score("scores[r][p]")));
    lines_.close();
    lines_.close();
    text_.release(before);
  }

  void store_weights() {
    lines_.add("float* const own_weights = weight_tile + lane_row * kVector * kWeightLine;");
    open_rows(false);
    lines_.add("float* const line = own_weights + (r / kVector * (4 * kVector) + r % kVector) * kWeightLine;");
    lines_.add("Pack<float, kVector> of_row;");
    lines_.add("#pragma unroll");
    lines_.add("for (int p = 0; p < kThreadKeys; ++p) of_row.at[p] = scores[r][p];");
    lines_.add("*reinterpret_cast<Pack<float, kVector>*>(line + lane_column * kVector) = of_row;");
    lines_.close();
  }

  void write_mixing() {
    lines_.add("#pragma unroll 2");
    lines_.open("for (int key = 0; key < kKeys; key += kVector)");
    lines_.add("float of_weights[kVector][kThreadRows];");
    lines_.add("take_lines<kVector, 4 * kVector, kWeightLine>(of_weights, own_weights + key);");
    lines_.add("#pragma unroll");
    lines_.open("for (int e = 0; e < kVector; ++e)");
    lines_.add("float of_values[kColumns / 8];");
    lines_.add(
        "take_apart<kVector, 8 * kVector>(of_values, value_tile + (key + e) * kColumns + lane_column * kVector);");
    lines_.add("add_products(sums, of_weights[e], of_values);");
    lines_.close();
    lines_.close();
  }

  // What each group found of its keys, where tiles were.
  void write_parts() {
    lines_.section("Combine: what the groups found, weighed against the greatest of all scores");
    lines_.add("__syncthreads();  // nobody reads the tiles");
    lines_.add(fmt::format("const int lines = {};", has_groups() ? "kGroups * kRows" : "kRows"));
    lines_.add("float* const found = reinterpret_cast<float*>(tiles);");
    lines_.add("float* const best_found = found + lines * kColumnLine;");
    lines_.add("float* const weight_found = best_found + lines;");
    open_rows(false);
    lines_.add(fmt::format("const int line = {}{};", has_groups() ? "group * kRows + " : "", k_row_of_thread));
    lines_.add("const float weight = sum_across(weights[r]);");
    lines_.add("if (lane_column == 0) best_found[line] = best[r], weight_found[line] = weight;");
    lines_.add("#pragma unroll");
    lines_.open("for (int p = 0; p < kColumns / 8; p += kVector)");
    lines_.add("Pack<float, kVector> of_row;");
    lines_.add("#pragma unroll");
    lines_.add("for (int e = 0; e < kVector; ++e) of_row.at[e] = sums[r][p + e];");
    lines_.add("float* const to = found + line * kColumnLine + p * 8 + lane_column * kVector;");
    lines_.add("*reinterpret_cast<Pack<float, kVector>*>(to) = of_row;");
    lines_.close();
    lines_.close();
    lines_.add("__syncthreads();");
  }

  // A thread has a pack of a row, whose groups it goes through.
  void write_results() {
    lines_.add("#pragma unroll 1");
    lines_.open("for (int pack = threadIdx.x; pack < rows_here * (kColumns / kVector); pack += kThreads)");
    lines_.add("const int line = pack / (kColumns / kVector);");
    lines_.add("const long long i = top + line, j = pack % (kColumns / kVector) * kVector;");
    lines_.add("if (j >= count_across) continue;");
    if (has_groups()) {
      join_groups();
    } else {
      lines_.add("const float greatest = best_found[line], weight = weight_found[line];");
      lines_.add("const auto mixed = held_pack<kVector>(found + line * kColumnLine + j);");
    }
    frame_.write_row_results("greatest", "weight");
    frame_.write_results("mixed.at[e]");
    lines_.close();
  }

  void join_groups() {
    lines_.add("float greatest = -(float)kInfinity, weight = 0.0f;");
    lines_.add("#pragma unroll");
    lines_.add("for (int g = 0; g < kGroups; ++g) greatest = fmaxf(greatest, best_found[g * kRows + line]);");
    lines_.add("const float base = greatest == -(float)kInfinity ? 0.0f : greatest;  // no key");
    lines_.add("Pack<float, kVector> mixed = {};");
    lines_.add("#pragma unroll");
    lines_.open("for (int g = 0; g < kGroups; ++g)");
    lines_.add("const int part = g * kRows + line;");
    lines_.add(fmt::format("const float share = {};", frame_.weight_of("best_found[part] - base")));
    lines_.add("const auto of_group = held_pack<kVector>(found + part * kColumnLine + j);");
    lines_.add("weight += share * weight_found[part];");
    lines_.add("#pragma unroll");
    lines_.add("for (int e = 0; e < kVector; ++e) mixed.at[e] += share * of_group.at[e];");
    lines_.close();
  }

  int64_t registers() const {
    const int64_t keys = numbers_.keys() / k_lanes_of_row, columns = numbers_.columns / k_lanes_of_row;
    const int64_t held = keys * static_cast<int64_t>(held_.size());
    return numbers_.thread_rows * (columns + keys + held + k_pack) + k_pack * keys + 40;
  }

  Result<WrittenKernel> finish() {
    WrittenKernel kernel;
    kernel.schedule = "plain_attention";
    kernel.reason =
        "Plain attention: a block has kRows rows. Groups of warps take turns with tiles of kKeys keys in shared "
        "memory, "
        "and each weighs its own against the greatest score so far; when a greater one comes, the sums shrink. A "
        "thread "
        "has kThreadRows rows, and of each kThreadKeys scores and some columns in registers. The next keys come "
        "while values are mixed, and values while scores are computed. Tiles of which no row has a key are left out.";
    kernel.constants = {{"kRows", numbers_.rows, "of a block"},
                        {"kKeys", numbers_.keys(), "of a tile"},
                        {"kGroups", numbers_.groups, "of warps with keys of their own"},
                        {"kTerms", numbers_.terms, "of a score, at most: others are computed slowly"},
                        {"kColumns", numbers_.columns, "of a value, at most"},
                        {"kThreadRows", numbers_.thread_rows, "rows of a thread"},
                        {"kThreadKeys", numbers_.keys() / k_lanes_of_row, "keys of a thread: kKeys / 8"},
                        {"kWarpsDown", numbers_.group_threads() / 32, "warps of a group: kRows / (4 * kThreadRows)"},
                        {"kTermLine", numbers_.terms + k_pack, "floats of a line of queries or keys: kTerms + 4"},
                        {"kWeightLine", numbers_.keys() + k_pack, "floats of a line of weights: kKeys + 4"},
                        {"kColumnLine", numbers_.columns + k_pack, "floats of a line of results: kColumns + 4"},
                        {"kVector", k_pack, "floats that are read at a time"},
                        {"kGroupThreads", numbers_.group_threads(), "of a group"},
                        {"kThreads", numbers_.threads(), "of a block"},
                        {"kBlocks", blocks_with_room(numbers_.threads(), registers()),
                         "of a multiprocessor, that its registers have room for"}};
    TRY(grid, frame_.grid(numbers_.rows));
    kernel.launches = {
        {subject_.kernel, launch_arguments(subject_, further_), grid, numbers_.threads(), numbers_.shared_bytes()}};
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
  LineFetch fetch_;
  std::vector<Expr> held_;  // what scores load beside their sums
  std::vector<std::string> held_names_, held_wide_;
  std::vector<FurtherParameter> further_;
};

}  // namespace

int64_t PlainAttentionNumbers::shared_bytes() const {
  const int64_t term_line = terms + k_pack, weight_line = keys() + k_pack, column_line = columns + k_pack;
  const int64_t tiles = rows * term_line + groups * keys() * (term_line + columns) + groups * rows * weight_line;
  const int64_t found = groups * rows * (column_line + 2);
  return 4 * std::max(tiles, found);
}

Result<WrittenKernel> write_plain_attention(const Subject& subject, const Nest& nest,
                                            const PlainAttentionNumbers& numbers) {
  TRY(plan, plan_attention(subject, nest));
  return PlainAttentionWriter(subject, nest, numbers, std::move(plan)).write();
}

}  // namespace whet::write
