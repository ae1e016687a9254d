#include "write/schedule/split_keys.h"

#include <fmt/format.h>

#include <algorithm>

#include "write/schedule/attention_frame.h"

namespace whet::write {

using lift::Node;

namespace {

constexpr int64_t k_word = 16;              // bytes that a lane reads at a time
constexpr int64_t k_most_held = 128;        // floats of queries and of sums in registers
constexpr int64_t k_stored = 2;             // neighbouring results of a thread
constexpr int64_t k_combining = 128;        // threads of a block that combines parts
constexpr const char* k_scratch = "parts";  // for each part of a row: kColumns sums, the greatest score, the weight

class SplitKeysWriter {
 public:
  SplitKeysWriter(const Subject& subject, const Nest& nest, const SplitKeysNumbers& numbers, SplitKeysPlan plan)
      : subject_(subject),
        arena_(subject.arena),
        nest_(nest),
        numbers_(numbers),
        key_vector_(k_word / plan.key_bytes),
        value_vector_(k_word / plan.value_bytes),
        is_scaled_(plan.key_bytes == 2),
        plan_(std::move(plan.attention)),
        text_(subject, lines_),
        frame_(subject, nest, plan_, k_stored, lines_, text_) {}

  Result<WrittenKernel> write() {
    TRY_VOID(check());
    further_ = launch_parameters(subject_, nest_, text_);
    open_kernel("", "kThreads", "float*");
    lines_.add("__shared__ float of_groups[kGroups][kColumns + 2];  // sums, the greatest score, the weight");
    frame_.write_place(has_parts() ? BlockRole::parts : BlockRole::keys);
    write_part();
    write_queries();
    write_sums();
    write_loop();
    write_ending();
    lines_.close();
    if (has_parts()) write_combining();
    if (!text_.failure().empty()) return bad_input("attention has no form for " + text_.failure());
    return finish();
  }

 private:
  bool has_parts() const { return numbers_.parts > 1; }

  Result<void> check() const {
    const int64_t step = numbers_.lanes * std::max(key_vector_, value_vector_);
    if (numbers_.terms % step != 0 || numbers_.columns % step != 0) return bad_input("lanes have whole words only");
    if (numbers_.rows * (numbers_.terms + numbers_.columns) / numbers_.lanes > k_most_held)
      return bad_input("queries and sums do not fit into registers");
    return {};
  }

  void open_kernel(const std::string& suffix, const std::string& threads, const std::string& type) {
    const std::string scratch = has_parts() ? fmt::format(", {} {}", type, k_scratch) : "";
    lines_.open(fmt::format("__global__ void __launch_bounds__({}) {}{}({}{})", threads, subject_.kernel, suffix,
                            parameter_text(subject_, further_), scratch));
  }

  void write_part() {
    if (has_parts()) {
      lines_.add("// The keys of this block; all parts but the last have the same number.");
      lines_.add("const long long piece = (end_key - first_key + kParts - 1) / kParts;");
      lines_.add("const long long part_first = first_key + part * piece, part_end = min(part_first + piece, end_key);");
    } else {
      lines_.add("const long long part_first = first_key, part_end = end_key;");
    }
    lines_.add("const int lane = threadIdx.x % kLanes, group = threadIdx.x / kLanes;");
  }

  void open_rows() {
    lines_.add("#pragma unroll");
    lines_.open("for (int r = 0; r < kRows; ++r)");
  }

  void write_queries() {
    lines_.add("");
    lines_.add("// A lane has the terms and columns of every kLanes-th word.");
    lines_.add("float query[kRows][kTerms / kLanes];");
    open_rows();
    if (arena_.contains(plan_.query, plan_.row.variable)) lines_.add("const long long i = min(top + r, bottom);");
    lines_.add("#pragma unroll");
    lines_.open("for (int e = 0; e < kTerms / kLanes; ++e)");
    lines_.add("const int term = (e / kKeyVector * kLanes + lane) * kKeyVector + e % kKeyVector;");
    lines_.add("query[r][e] = 0.0f;");
    lines_.open("if (term < terms)");
    const size_t before = text_.mark();
    text_.bind(plan_.term, "term");
    text_.count_uses({});
    lines_.add(fmt::format("query[r][e] = {};", text_.real(plan_.query)));
    text_.release(before);
    lines_.close();
    lines_.close();
    lines_.close();
    declare_wide(plan_.key_value, plan_.term, "key");
    declare_wide(plan_.value, plan_.column.variable, "value");
  }

  void declare_wide(Expr operand, Expr along, const std::string& name) {
    const Node node = arena_[operand];
    const bool is_key = name == "key";
    WidePacks wide(subject_, is_key ? key_vector_ : value_vector_, text_, fmt::format("is_{}_wide", name),
                   is_key ? "kKeyVector" : "kValueVector");
    (is_key ? is_key_wide_ : is_value_wide_) = wide.of(node.args[0], node.args[1], node.bytes, along);
    wide.declare(lines_);
  }

  void write_sums() {
    lines_.add("float sums[kRows][kColumns / kLanes] = {};");
    lines_.add("float best[kRows], weights[kRows];  // the greatest score so far; the weights of the group's keys");
    lines_.add("#pragma unroll");
    lines_.add("for (int r = 0; r < kRows; ++r) best[r] = -(float)kInfinity, weights[r] = 0.0f;");
    frame_.write_factors(is_scaled_);
  }

  std::string type_of(Expr operand) const {
    return std::string(cuda_name(subject_.parameter(arena_[operand].args[0]).type));
  }

  void open_keys() {
    lines_.add("#pragma unroll");
    lines_.open("for (int u = 0; u < kUnroll; ++u)");
  }

  // Everything that is read for the keys of a turn is on its way before anything of it is used.
  void write_loads(Expr operand, Expr along, const std::string& name, const std::string& vector,
                   const std::string& length, const std::string& count, const std::string& is_wide) {
    const Node node = arena_[operand];
    lines_.add("#pragma unroll");
    lines_.open(fmt::format("for (int c = 0; c < {} / kLanes / {}; ++c)", length, vector));
    lines_.add(fmt::format("const int word = (c * kLanes + lane) * {};", vector));
    const size_t before = text_.mark();
    text_.bind(along, "word");
    lines_.add(fmt::format("of_{}[u][c] = load_words<{}>({}, k < part_end ? {} - word : 0, {});", name, vector,
                           text_.address(node.args[0], node.args[1], node.bytes), count, is_wide));
    text_.release(before);
    lines_.close();
  }

  void write_loop() {
    lines_.open("for (long long start = part_first; start < part_end; start += kGroups * kUnroll)");
    lines_.add(fmt::format("HeldWords<{}, kKeyVector> of_key[kUnroll][kTerms / kLanes / kKeyVector];",
                           type_of(plan_.key_value)));
    lines_.add(fmt::format("HeldWords<{}, kValueVector> of_value[kUnroll][kColumns / kLanes / kValueVector];",
                           type_of(plan_.value)));
    open_keys();
    lines_.add("const long long k = start + u * kGroups + group;");
    write_loads(plan_.key_value, plan_.term, "key", "kKeyVector", "kTerms", "terms", is_key_wide_);
    write_loads(plan_.value, plan_.column.variable, "value", "kValueVector", "kColumns", "count_across",
                is_value_wide_);
    lines_.close();
    open_rows();
    if (frame_.needs_row()) lines_.add("const long long i = min(top + r, bottom);");
    frame_.write_row_keys();
    write_scores();
    write_weights();
    write_mixing();
    lines_.close();
    lines_.close();
  }

  void write_scores() {
    lines_.add("float scores[kUnroll], greatest = best[r];");
    open_keys();
    lines_.add("const long long k = start + u * kGroups + group;");
    lines_.add("float dot = 0.0f;");
    lines_.add("#pragma unroll");
    lines_.open("for (int e = 0; e < kTerms / kLanes; ++e)");
    lines_.add("dot += query[r][e] * (float)of_key[u][e / kKeyVector].at(e % kKeyVector);");
    lines_.close();
    lines_.add("dot = sum_of_lanes<kLanes>(dot);");
    lines_.add(fmt::format("scores[u] = {};", frame_.score("dot")));
    const std::string missing = frame_.has_row_keys() ? "k >= part_end || " + frame_.is_missing() : "k >= part_end";
    lines_.add(fmt::format("if ({}) scores[u] = -(float)kInfinity;", missing));
    lines_.add("greatest = fmaxf(greatest, scores[u]);");
    lines_.close();
  }

  void write_weights() {
    lines_.add("const float base = greatest == -(float)kInfinity ? 0.0f : greatest;  // no key so far");
    lines_.add(fmt::format("const float shrink = {};", frame_.weight_of("best[r] - base")));
    lines_.add("best[r] = greatest;");
    lines_.add("weights[r] *= shrink;");
    open_keys();
    lines_.add(fmt::format("scores[u] = {};", frame_.weight_of("scores[u] - base")));
    lines_.add("weights[r] += scores[u];");
    lines_.close();
  }

  void write_mixing() {
    lines_.add("#pragma unroll");
    lines_.open("for (int e = 0; e < kColumns / kLanes; ++e)");
    lines_.add("sums[r][e] *= shrink;");
    lines_.add("#pragma unroll");
    lines_.open("for (int u = 0; u < kUnroll; ++u)");
    lines_.add("sums[r][e] += scores[u] * (float)of_value[u][e / kValueVector].at(e % kValueVector);");
    lines_.close();
    lines_.close();
  }

  // The sums of all groups, one row after the other.
  void write_ending() {
    lines_.add("");
    open_rows();
    lines_.add("__syncthreads();  // nobody reads the row before");
    lines_.add("#pragma unroll");
    lines_.open("for (int e = 0; e < kColumns / kLanes; ++e)");
    lines_.add("of_groups[group][(e / kValueVector * kLanes + lane) * kValueVector + e % kValueVector] = sums[r][e];");
    lines_.close();
    lines_.add("if (lane == 0) of_groups[group][kColumns] = best[r], of_groups[group][kColumns + 1] = weights[r];");
    lines_.add("__syncthreads();");
    lines_.add("if (top + r > bottom) continue;");
    lines_.open("for (int j = threadIdx.x * kVector; j < kColumns; j += kThreads * kVector)");
    add_combination("kGroups", "of_groups[g]");
    if (has_parts()) {
      write_kept_part();
    } else {
      write_row();
    }
    lines_.close();
    lines_.close();
  }

  // `greatest`, `weight` and `mixed` of columns from `j` on, of `count` lines with sums, greatest score and weight.
  void add_combination(const std::string& count, const std::string& line) {
    lines_.add("float greatest = -(float)kInfinity, weight = 0.0f, mixed[kVector] = {};");
    lines_.add(fmt::format("for (int g = 0; g < {}; ++g) greatest = fmaxf(greatest, {}[kColumns]);", count, line));
    lines_.add("const float base = greatest == -(float)kInfinity ? 0.0f : greatest;");
    lines_.open(fmt::format("for (int g = 0; g < {}; ++g)", count));
    lines_.add(fmt::format("const float share = {};", frame_.weight_of(line + "[kColumns] - base")));
    lines_.add(fmt::format("weight += {}[kColumns + 1] * share;", line));
    lines_.add("#pragma unroll");
    lines_.add(fmt::format("for (int e = 0; e < kVector; ++e) mixed[e] += {}[j + e] * share;", line));
    lines_.close();
  }

  void write_kept_part() {
    lines_.add(fmt::format(
        "float* const to = {} + ((long long)block * kRows + r) * kParts * kPartFloats + part * kPartFloats;",
        k_scratch));
    lines_.add("#pragma unroll");
    lines_.add("for (int e = 0; e < kVector; ++e) to[j + e] = mixed[e];");
    lines_.add("if (j == 0) to[kColumns] = greatest, to[kColumns + 1] = weight;");
  }

  void write_row() {
    lines_.add("if (j >= count_across) continue;");
    const auto has_row = [&](const lift::Statement& each) {
      return arena_.contains(each.offset, plan_.row.variable) || arena_.contains(each.value, plan_.row.variable);
    };
    if (std::any_of(plan_.statements.begin(), plan_.statements.end(), has_row))
      lines_.add("const long long i = top + r;");
    const size_t before = text_.mark();
    frame_.write_row_results("greatest", "weight");
    frame_.write_results("mixed[e]");
    text_.release(before);
  }

  void write_combining() {
    lines_.add("");
    open_kernel("_combine", "kCombineThreads", "const float*");
    frame_.write_place(BlockRole::combining);
    lines_.open("for (int at = threadIdx.x; at < rows_here * (kColumns / kVector); at += kCombineThreads)");
    lines_.add("const int r = at / (kColumns / kVector), j = at % (kColumns / kVector) * kVector;");
    lines_.add(fmt::format("const float* const row = {} + ((long long)blockIdx.x * kRows + r) * kParts * kPartFloats;",
                           k_scratch));
    add_combination("kParts", "(row + g * kPartFloats)");
    write_row();
    lines_.close();
    lines_.close();
  }

  std::string reason() const {
    std::string text =
        "Split keys: queries are few, so keys and values are read once, straight to registers. kLanes lanes share a "
        "key, kUnroll of a group are on their way at a time; scores become weights against the greatest score so far, "
        "and the sums shrink when a greater one comes. Groups take keys in turn, and what they have is combined in "
        "shared memory.";
    if (has_parts())
      text +=
          " kParts blocks share the keys of a query; a second kernel combines what they leave in scratch memory, "
          "always in the same order.";
    return text;
  }

  Result<WrittenKernel> finish() {
    WrittenKernel kernel;
    kernel.schedule = "split_keys";
    kernel.reason = reason();
    kernel.constants = {{"kRows", numbers_.rows, "of a block"},
                        {"kLanes", numbers_.lanes, "that share a key"},
                        {"kUnroll", numbers_.unroll, "keys of a group of lanes at a time"},
                        {"kTerms", numbers_.terms, "of a score, at most: others are computed slowly"},
                        {"kColumns", numbers_.columns, "of a value, at most"},
                        {"kKeyVector", key_vector_, "elements of a key that a lane reads at a time"},
                        {"kValueVector", value_vector_, "those of a value"},
                        {"kVector", k_stored, "neighbouring results of a thread"},
                        {"kThreads", numbers_.threads, "of a block"},
                        {"kGroups", numbers_.groups(), "of lanes: kThreads / kLanes"}};
    TRY(blocks, frame_.grid(numbers_.rows));
    std::vector<std::string> arguments = launch_arguments(subject_, further_);
    if (!has_parts()) {
      kernel.launches = {{subject_.kernel, arguments, blocks, numbers_.threads}};
    } else {
      const int64_t part = numbers_.columns + 2;
      kernel.constants.push_back({"kParts", numbers_.parts, "blocks that share the keys of a query"});
      kernel.constants.push_back({"kPartFloats", part, "floats that a block leaves of a row: kColumns + 2"});
      kernel.constants.push_back({"kCombineThreads", k_combining, "of a block that combines"});
      kernel.scratch = {{k_scratch, "f32", fmt::format("{} * {}", blocks, numbers_.rows * numbers_.parts * part)}};
      arguments.push_back(fmt::format("\"{}\"", k_scratch));
      kernel.launches = {{subject_.kernel, arguments, fmt::format("{} * {}", blocks, numbers_.parts), numbers_.threads},
                         {subject_.kernel + "_combine", arguments, blocks, k_combining}};
    }
    kernel.code = lines_.text();
    assemble(subject_, kernel);
    return kernel;
  }

  const Subject& subject_;
  lift::Arena& arena_;
  const Nest& nest_;
  const SplitKeysNumbers& numbers_;
  int64_t key_vector_, value_vector_;
  bool is_scaled_;
  AttentionPlan plan_;
  Lines lines_;
  CudaExpression text_;
  AttentionFrame frame_;
  std::string is_key_wide_, is_value_wide_;
  std::vector<FurtherParameter> further_;
};

}  // namespace

Result<SplitKeysPlan> plan_split_keys(const Subject& subject, const Nest& nest) {
  lift::Arena& arena = subject.arena;
  TRY(plan, plan_attention(subject, nest));
  const auto is_float = [&](Expr e) {
    const ElementType type = subject.parameter(arena[e].args[0]).type;
    return type == ElementType::f32 || type == ElementType::f16 || type == ElementType::bf16;
  };
  if (!runs_along(subject, plan.key_value, plan.term) || !runs_along(subject, plan.value, plan.column.variable) ||
      !is_float(plan.key_value) || !is_float(plan.value))
    return bad_input("keys and values cannot be split where they are not neighbours in memory as they are");
  const int64_t key_bytes = arena[plan.key_value].bytes, value_bytes = arena[plan.value].bytes;
  return SplitKeysPlan{std::move(plan), key_bytes, value_bytes};
}

Result<WrittenKernel> write_split_keys(const Subject& subject, const Nest& nest, const SplitKeysNumbers& numbers) {
  TRY(plan, plan_split_keys(subject, nest));
  return SplitKeysWriter(subject, nest, numbers, std::move(plan)).write();
}

}  // namespace whet::write
