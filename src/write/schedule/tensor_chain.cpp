#include "write/schedule/tensor_chain.h"

#include <fmt/format.h>

#include <algorithm>

#include "lift/expression/substitute.h"
#include "write/schedule/chain_tile.h"
#include "write/schedule/contraction_frame.h"
#include "write/subject/rough_results.h"

namespace whet::write {

namespace {

constexpr int64_t k_most_tensor_chain_bytes = 99 * 1024;  // of shared memory that every GPU from sm_80 on gives
constexpr int64_t k_chunk_elements = 8;

bool is_power_of_two(int64_t number) {
  return number > 0 && (number & (number - 1)) == 0;
}

class TensorChainWriter {
 public:
  TensorChainWriter(const Subject& subject, const Nest& nest, const TensorChainNumbers& numbers, TensorChainPlan plan)
      : subject_(subject),
        arena_(subject.arena),
        nest_(nest),
        numbers_(numbers),
        plan_(std::move(plan.chain)),
        hidden_(std::move(plan.hidden)),
        is_left_(plan_.is_left),
        text_(subject, lines_),
        frame_(subject, plan_.outer, 2, lines_, text_),
        inputs_(subject, hidden_.sums[0].right, "inputs", own(), term(0), true, lines_, text_),
        other_(subject, plan_.other(), is_left_ ? "right" : "left", across(), unit(), !is_left_, lines_, text_) {
    for (size_t n = 0; n < hidden_.sums.size(); ++n)
      units_.emplace_back(subject, hidden_.sums[n].left, numbered("units", n), unit(), term(n), false, lines_, text_);
  }

  Result<WrittenKernel> write() {
    TRY_VOID(check());
    further_ = launch_parameters(subject_, nest_, text_);
    lines_.open(fmt::format("__global__ void __launch_bounds__(kThreads) {}({})", subject_.kernel,
                            parameter_text(subject_, further_)));
    write_head();
    write_fetches();
    write_loop();
    if (numbers_.shares > 1) write_combination();
    write_results();
    lines_.close();
    if (!text_.failure().empty()) return bad_input("a chain on tensor cores has no form for " + text_.failure());
    return finish();
  }

 private:
  static std::string numbered(const std::string& name, size_t n) {
    return n == 0 ? name : fmt::format("{}_{}", name, n + 1);
  }
  TileIndex down() const { return {plan_.outer.row().variable, "i", "count_down", "kTileM", numbers_.tile_m}; }
  TileIndex right() const { return {plan_.outer.column().variable, "j", "count_across", "kTileN", numbers_.tile_n}; }
  // The side of the result that the hidden values have, and the other one.
  TileIndex own() const { return is_left_ ? down() : right(); }
  TileIndex across() const { return is_left_ ? right() : down(); }
  TileIndex unit() const { return {plan_.outer.term, "of_slice", "terms", "kSlice", numbers_.slice}; }
  TileIndex term(size_t n) const { return {hidden_.sums[n].term, "k", "inner_terms", "kTileK", numbers_.tile_k}; }
  // Of the tile of a block, and of what a warp has of it.
  std::string tile_own() const { return is_left_ ? "tile_row" : "tile_column"; }
  std::string tile_across() const { return is_left_ ? "tile_column" : "tile_row"; }
  std::string warp_own() const { return is_left_ ? "warp_row" : "warp_column"; }
  std::string own_length() const { return is_left_ ? "kWarpM" : "kWarpN"; }
  std::string across_length() const { return is_left_ ? "kWarpN" : "kWarpM"; }

  static std::string multiplication(ElementType type) {
    return type == ElementType::f16 ? "mma_halves" : "mma_bfloats";
  }
  static std::string packing(ElementType type) { return type == ElementType::f16 ? "pack_halves" : "pack_bfloats"; }
  int64_t shared_bytes() const { return numbers_.shared_bytes(is_left_, static_cast<int64_t>(hidden_.sums.size())); }

  Result<void> check() const {
    const int64_t units_of_warp = numbers_.slice / numbers_.shares;
    if (numbers_.own % 16 != 0 || !is_power_of_two(numbers_.own) || !is_power_of_two(numbers_.shares) ||
        !is_power_of_two(units_of_warp) || own().length % numbers_.own != 0 ||
        units_of_warp * numbers_.shares != numbers_.slice || units_of_warp % 16 != 0 || across().length % 16 != 0 ||
        numbers_.tile_k % 16 != 0)
      return bad_input("a tile has work for whole warps only");
    if (numbers_.stages < 2 || numbers_.held < numbers_.stages)
      return bad_input("inputs that do not stay have a place for each stage");
    if (!numbers_.fits(is_left_, static_cast<int64_t>(hidden_.sums.size())))
      return bad_input("the tiles do not fit into shared memory");
    TRY_VOID(inputs_.check(numbers_.threads(is_left_)));
    TRY_VOID(other_.check(numbers_.threads(is_left_)));
    for (const ChainTile& each : units_) TRY_VOID(each.check(numbers_.threads(is_left_)));
    return {};
  }

  void write_head() {
    lines_.add(fmt::format("extern __shared__ uint4 tiles[];  // of the {} operand, of inputs, of weights of units",
                           other_.name()));
    frame_.write_place();
    lines_.add(fmt::format("const long long inner_terms = {};", text_.integer(hidden_.sums[0].count)));
    lines_.add("const int term_tiles = (int)max(1LL, (inner_terms + kTileK - 1) / kTileK);");
    lines_.add("const bool is_held = term_tiles <= kHeld;  // all inputs of the block stay in shared memory");
    lines_.add("const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;");
    lines_.add(fmt::format("const int {} = warp / kShares * {};  // in the tile", warp_own(), own_length()));
    lines_.add("const int first_unit = warp % kShares * kWarpSlice;  // in a slice");
    lines_.add(fmt::format("uint4* const input_tiles = tiles + kSlice * {} / kChunk;", across().constant));
    lines_.add("uint4* const unit_tiles = input_tiles + kHeld * kInputChunks;");
  }

  std::string unit_tile(const std::string& stage, size_t n) const {
    return fmt::format("unit_tiles + {} * kStageChunks{}", stage,
                       n == 0 ? "" : fmt::format(" + {} * kSlice * kTileK / kChunk", n));
  }

  void write_fetches() {
    lines_.section(
        fmt::format("Load: inputs and weights of hidden units, and a slice of the {} operand", other_.name()));
    inputs_.write_fetch();
    for (ChainTile& each : units_) each.write_fetch();
    other_.write_fetch();
    lines_.add("");
    lines_.add("long long next_slice = 0;  // of the tile that comes next, and which of the terms' tiles it is");
    lines_.add("int next_tile = 0;");
    lines_.open("const auto fetch_next = [&](int stage)");
    lines_.add("if (next_slice >= terms) return;");
    lines_.add("const long long begin = (long long)next_tile * kTileK;");
    for (size_t n = 0; n < units_.size(); ++n)
      lines_.add(fmt::format("fetch_{}(next_slice, begin, {});", units_[n].name(), unit_tile("stage", n)));
    lines_.add("uint4* const to = input_tiles + (is_held ? next_tile : stage) * kInputChunks;");
    lines_.add(fmt::format("if (next_slice == 0 || !is_held) fetch_inputs({}, begin, to);", tile_own()));
    lines_.add("next_tile = next_tile + 1 == term_tiles ? 0 : next_tile + 1;");
    lines_.add("if (next_tile == 0) next_slice += kSlice;");
    lines_.close("};");
  }

  void write_loop() {
    lines_.section("Pipeline: load kStages - 1 tiles ahead");
    lines_.open("for (int stage = 0; stage < kStages - 1; ++stage)");
    lines_.add("fetch_next(stage);");
    lines_.add("cp_async_commit();");
    lines_.close();
    lines_.add("// Where the line lies whose address a lane gives to ldmatrix for the first matrices of a tile.");
    inputs_.write_place(warp_own(), "0");
    for (ChainTile& each : units_) each.write_place("first_unit", "0");
    other_.write_place("0", "first_unit");
    lines_.add(
        "// Sums of 16 x 8 elements: those of a lane are rows lane / 4 and lane / 4 + 8, columns lane % 4 * 2 and");
    lines_.add("// the next. Hidden values have units as columns.");
    lines_.add("float sums[kWarpM / 16][kWarpN / 8][4] = {};");
    write_loads_of_own();
    lines_.add("int stage = 0, free = kStages - 1;  // that is multiplied, and that is filled next");
    lines_.open("for (long long slice = 0; slice < terms; slice += kSlice)");
    write_loads_of_units();
    write_hidden_sums();
    write_map();
    write_outer_product();
    lines_.close();
  }

  // Loads of the map that are the same for all units, and for all rows or columns.
  void write_loads(bool are_of_units, const std::string& head, const std::string& length) {
    for (const Expr load : unconditional_loads(arena_, {hidden_.value})) {
      const bool is_of_own = arena_.contains(load, own().variable), is_of_unit = arena_.contains(load, unit().variable);
      if (text_.bound(load) || is_of_unit != are_of_units || (is_of_own && is_of_unit)) continue;
      const lift::Node node = arena_[load];
      const SubjectParameter& array = subject_.parameter(node.args[0]);
      const std::string name = text_.fresh(array.name + "_at");
      lines_.add(fmt::format("{} {}[{}];", cuda_name(array.type), name, length));
      lines_.add("#pragma unroll");
      lines_.open(fmt::format("for (int p = 0; p < {}; ++p)", length));
      lines_.add(head);
      lines_.add(fmt::format("{}[p] = *({});", name, text_.address(node.args[0], node.args[1], node.bytes)));
      lines_.close();
      held_.push_back({load, fmt::format("{}[{}]", name, are_of_units ? "p" : "r")});
    }
  }

  // Indices beyond the last are those of the last, so that nothing outside of an array is read.
  std::string own_index(const std::string& number) const {
    return fmt::format("const long long {} = min({} + {} + {} * 8 + lane / 4, {} - 1);", own().name, tile_own(),
                       warp_own(), number, own().count);
  }
  static std::string unit_index() {
    return "const long long of_slice = min(slice + first_unit + p / 2 * 8 + lane % 4 * 2 + p % 2, terms - 1);";
  }

  void write_loads_of_own() {
    const size_t before = text_.mark();
    text_.bind(own().variable, own().name);
    write_loads(false, own_index("p"), own_length() + " / 8");
    text_.release(before);
  }
  void write_loads_of_units() {
    const size_t before = text_.mark();
    text_.bind(unit().variable, unit().name);
    write_loads(true, unit_index(), "kWarpSlice / 4");
    text_.release(before);
  }

  void write_hidden_sums() {
    lines_.section("Multiply: the hidden values of the slice");
    for (size_t n = 0; n < units_.size(); ++n)
      lines_.add(fmt::format("float {}[{} / 16][kWarpSlice / 8][4] = {{}};", numbered("hidden_sums", n), own_length()));
    lines_.open("for (int term_tile = 0; term_tile < term_tiles; ++term_tile)");
    lines_.add("cp_async_wait<kStages - 2>();");
    lines_.add("__syncthreads();  // the tile is there, and no warp reads the one before");
    lines_.add(fmt::format("if (term_tile == 0) fetch_{}({}, slice, tiles);", other_.name(), tile_across()));
    lines_.add("fetch_next(free);");
    lines_.add("cp_async_commit();");
    lines_.add("const uint4* const input_tile = input_tiles + (is_held ? term_tile : stage) * kInputChunks;");
    for (size_t n = 0; n < units_.size(); ++n)
      lines_.add(fmt::format("const uint4* const {} = {};", numbered("unit_tile", n), unit_tile("stage", n)));
    lines_.add("#pragma unroll");
    lines_.open("for (int step = 0; step < kTileK / 16; ++step)");
    write_step();
    lines_.close();
    lines_.add("free = stage;");
    lines_.add("stage = stage + 1 == kStages ? 0 : stage + 1;");
    lines_.close();
  }

  void write_step() {
    lines_.add(fmt::format("unsigned of_inputs[{} / 16][4];", own_length()));
    lines_.add("#pragma unroll");
    lines_.add(fmt::format("for (int s = 0; s < {} / 16; ++s) {}", own_length(),
                           inputs_.read("of_inputs[s]", "input_tile", "s", "step")));
    lines_.add("#pragma unroll");
    lines_.open("for (int p = 0; p < kWarpSlice / 16; ++p)");
    for (size_t n = 0; n < units_.size(); ++n) {
      const std::string of = numbered("of_units", n), to = numbered("hidden_sums", n);
      lines_.add(fmt::format("unsigned {}[4];", of));
      lines_.add(units_[n].read(of, numbered("unit_tile", n), "p", "step"));
      lines_.add("#pragma unroll");
      lines_.open(fmt::format("for (int s = 0; s < {} / 16; ++s)", own_length()));
      const std::string multiply = multiplication(inputs_.type());
      lines_.add(fmt::format("{}({}[s][2 * p], of_inputs[s], {}[0], {}[1]);", multiply, to, of, of));
      lines_.add(fmt::format("{}({}[s][2 * p + 1], of_inputs[s], {}[2], {}[3]);", multiply, to, of, of));
      lines_.close();
    }
    lines_.close();
  }

  // Whether the map needs the index beside what is held.
  bool needs(const TileIndex& index, const Expr value) const {
    lift::Replacements held;
    for (const HeldLoad& each : held_) held.insert({each.load, arena_.fresh_variable()});
    for (const ContractionPlan& each : hidden_.sums) held.insert({each.total, arena_.fresh_variable()});
    return arena_.contains(lift::substitute(arena_, value, held), index.variable);
  }

  void write_map() {
    const ElementType type = other_.type();
    const Expr value = before_rounding(arena_, hidden_.value, type);
    lines_.section("Map: sums become hidden values, zeros beyond the last unit");
    lines_.add("#pragma unroll");
    lines_.open("for (int p = 0; p < kWarpSlice / 4; ++p)");
    lines_.add("const bool is_there = slice + first_unit + p / 2 * 8 + lane % 4 * 2 + p % 2 < terms;");
    if (needs(unit(), value)) lines_.add(unit_index());
    lines_.add("#pragma unroll");
    lines_.open(fmt::format("for (int r = 0; r < {} / 8; ++r)", own_length()));
    if (needs(own(), value)) lines_.add(own_index("r"));
    const size_t before = text_.mark();
    text_.bind(unit().variable, unit().name);
    text_.bind(own().variable, own().name);
    for (const HeldLoad& each : held_) text_.bind(each.load, each.text);
    lines_.add("float& value = hidden_sums[r / 2][p / 2][r % 2 * 2 + p % 2];");
    for (size_t n = 0; n < hidden_.sums.size(); ++n)
      text_.bind(hidden_.sums[n].total,
                 n == 0 ? "value" : fmt::format("hidden_sums_{}[r / 2][p / 2][r % 2 * 2 + p % 2]", n + 1));
    text_.count_uses({value});
    lift::Statement stored = plan_.outer.statements[0];  // as if to an array of what they are multiplied with
    stored.array = arena_[*plan_.other().plain].args[0], stored.value = value;
    text_.set_rough(are_results_rough(subject_, {stored}, hidden_.sums.front().total));
    const std::string result = text_.real(value);
    text_.set_rough(false);
    lines_.add(fmt::format("value = is_there ? {} : 0.0f;", result));
    text_.release(before);
    lines_.close();
    lines_.close();
  }

  // The hidden values of two blocks of 8 units are, as they lie in the lanes, a left operand of 16 terms, and the two
  // halves of its rows are right operands.
  void write_outer_product() {
    lines_.section("Multiply: hidden values");
    lines_.open("if (term_tiles < kStages)");
    lines_.add(fmt::format("cp_async_wait<0>();  // else the {} operand came with one of the tiles", other_.name()));
    lines_.add("__syncthreads();");
    lines_.close();
    lines_.add("#pragma unroll");
    lines_.open("for (int step = 0; step < kWarpSlice / 16; ++step)");
    lines_.add(fmt::format("unsigned of_hidden[{} / 16][4];", own_length()));
    lines_.add("#pragma unroll");
    lines_.open(fmt::format("for (int s = 0; s < {} / 16; ++s)", own_length()));
    lines_.add("#pragma unroll");
    lines_.open("for (int r = 0; r < 4; ++r)");
    lines_.add("const float* const pair = &hidden_sums[s][2 * step + r / 2][r % 2 * 2];");
    lines_.add(fmt::format("of_hidden[s][r] = {}(pair[0], pair[1]);", packing(other_.type())));
    lines_.close();
    lines_.close();
    const std::string of_other = "of_" + other_.name(), multiply = multiplication(other_.type());
    lines_.add("#pragma unroll");
    lines_.open(fmt::format("for (int p = 0; p < {} / 16; ++p)", across_length()));
    lines_.add(fmt::format("unsigned {}[4];", of_other));
    lines_.add(other_.read(of_other, "tiles", "p", "step"));
    lines_.add("#pragma unroll");
    lines_.open(fmt::format("for (int s = 0; s < {} / 16; ++s)", own_length()));
    if (is_left_) {
      lines_.add(fmt::format("{}(sums[s][2 * p], of_hidden[s], of_right[0], of_right[1]);", multiply));
      lines_.add(fmt::format("{}(sums[s][2 * p + 1], of_hidden[s], of_right[2], of_right[3]);", multiply));
    } else {
      lines_.add(fmt::format("{}(sums[p][2 * s], of_left, of_hidden[s][0], of_hidden[s][2]);", multiply));
      lines_.add(fmt::format("{}(sums[p][2 * s + 1], of_left, of_hidden[s][1], of_hidden[s][3]);", multiply));
    }
    lines_.close();
    lines_.close();
    lines_.close();
  }

  // Each time half of the warps that are left give theirs to the others.
  void write_combination() {
    lines_.section("Combine: what warps have of the same results, from other hidden values");
    lines_.add("float* const given = reinterpret_cast<float*>(tiles);");
    lines_.add("const int share = warp % kShares;");
    lines_.add("#pragma unroll");
    lines_.open("for (int takers = kShares / 2; takers > 0; takers /= 2)");
    lines_.add("float* const of_lane = given + (warp / kShares * takers + share % takers) * (kWarpM * kWarpN) + lane;");
    lines_.add("__syncthreads();  // nobody reads what lies there");
    write_exchange("if (share >= takers && share < 2 * takers)", "of_lane[{} * 32] = sums[s][p][e];");
    lines_.add("__syncthreads();");
    write_exchange("if (share < takers)", "sums[s][p][e] += of_lane[{} * 32];");
    lines_.close();
    lines_.add("if (share > 0) return;");
  }

  void write_exchange(const std::string& condition, const std::string& text) {
    lines_.open(condition);
    for (const char* const loop : {"for (int s = 0; s < kWarpM / 16; ++s)", "for (int p = 0; p < kWarpN / 8; ++p)"}) {
      lines_.add("#pragma unroll");
      lines_.open(loop);
    }
    lines_.add("#pragma unroll");
    lines_.add("for (int e = 0; e < 4; ++e) " + fmt::format(fmt::runtime(text), "((s * (kWarpN / 8) + p) * 4 + e)"));
    lines_.close();
    lines_.close();
    lines_.close();
  }

  void write_results() {
    lines_.section("Store");
    lines_.add("#pragma unroll");
    lines_.open("for (int s = 0; s < kWarpM / 8; ++s)");
    lines_.add(fmt::format("const long long i = tile_row + {}s * 8 + lane / 4;", is_left_ ? "warp_row + " : ""));
    lines_.add("#pragma unroll");
    lines_.open("for (int p = 0; p < kWarpN / 8; ++p)");
    lines_.add(
        fmt::format("const long long j = tile_column + {}p * 8 + lane % 4 * 2;", is_left_ ? "" : "warp_column + "));
    lines_.add("if (i >= count_down || j >= count_across) continue;");
    frame_.write_results("sums[s / 2][p][s % 2 * 2 + e]");
    lines_.close();
    lines_.close();
  }

  Result<WrittenKernel> finish() {
    WrittenKernel kernel;
    kernel.schedule = "tensor_chain";
    kernel.reason = fmt::format(
        "Chain of products on tensor cores (mma.sync): a block has kTileM x kTileN results and goes through the hidden "
        "values in slices of kSlice. The sums of a slice stay in registers, where they become hidden values, rounded "
        "to the type of what they are multiplied with: as they lie in the lanes they are the {} operand of the next "
        "multiplication. Nothing between the products goes to memory. kShares warps have the same {} and each its own "
        "hidden values; at the end they add up their sums. Weights of the hidden units come in tiles of kTileK terms "
        "to kStages stages of shared memory asynchronously (cp.async), kStages - 1 ahead of the one in use; inputs of "
        "up to kHeld such tiles stay there for all slices, longer ones come again with each. Their 16-byte chunks are "
        "swizzled so that no access has bank conflicts. Sums are in float, in another order than the original's.",
        is_left_ ? "left" : "right", is_left_ ? "rows" : "columns");
    kernel.constants = constants();
    TRY(grid, frame_.grid(numbers_.tile_m, numbers_.tile_n));
    kernel.launches = {
        {subject_.kernel, launch_arguments(subject_, further_), grid, numbers_.threads(is_left_), shared_bytes()}};
    kernel.code = lines_.text();
    assemble(subject_, kernel);
    return kernel;
  }

  std::vector<WrittenConstant> constants() const {
    const auto sums = static_cast<int64_t>(hidden_.sums.size());
    const std::string own_tile = own().constant;
    return {{"kTileM", numbers_.tile_m, "rows of a block"},
            {"kTileN", numbers_.tile_n, "columns of a block"},
            {"kTileK", numbers_.tile_k, "terms of a tile of inputs and of weights of units"},
            {"kSlice", numbers_.slice, "hidden values at a time: terms of the outer product"},
            {"kWarpM", is_left_ ? numbers_.own : numbers_.tile_m, "rows of a warp"},
            {"kWarpN", is_left_ ? numbers_.tile_n : numbers_.own, "columns of a warp"},
            {"kShares", numbers_.shares, fmt::format("warps that have the same {}", is_left_ ? "rows" : "columns")},
            {"kWarpSlice", numbers_.slice / numbers_.shares, "hidden values of a warp in a slice: kSlice / kShares"},
            {"kStages", numbers_.stages, "of the pipeline: tiles of weights in shared memory"},
            {"kHeld", numbers_.held, "tiles of inputs in shared memory"},
            {"kChunk", k_chunk_elements, "elements of a 16-byte chunk"},
            {"kInputChunks", own().length * numbers_.tile_k / k_chunk_elements,
             fmt::format("chunks of a tile of inputs: {} * kTileK / kChunk", own_tile)},
            {"kStageChunks", sums * numbers_.slice * numbers_.tile_k / k_chunk_elements,
             fmt::format("chunks of a stage: {}kSlice * kTileK / kChunk", sums > 1 ? fmt::format("{} * ", sums) : "")},
            {"kVector", 2, "neighbouring sums of a lane"},
            {"kThreads", numbers_.threads(is_left_),
             fmt::format("of a block: 32 * ({} / {}) * kShares", own_tile, own_length())},
            {"kGroup", numbers_.group, "tiles below each other that run side by side"}};
  }

  // A load of the map, with its text there.
  struct HeldLoad {
    Expr load;
    std::string text;
  };

  const Subject& subject_;
  lift::Arena& arena_;
  const Nest& nest_;
  const TensorChainNumbers& numbers_;
  ChainPlan plan_;
  HiddenPlan hidden_;
  bool is_left_;
  Lines lines_;
  CudaExpression text_;
  ContractionFrame frame_;
  ChainTile inputs_, other_;
  std::vector<ChainTile> units_;
  std::vector<HeldLoad> held_;
  std::vector<FurtherParameter> further_;
};

bool is_for_tensor_cores(const Subject& subject, const ContractionOperand& operand) {
  if (!operand.is_plain()) return false;
  const ElementType type = subject.parameter(subject.arena[*operand.plain].args[0]).type;
  return type == ElementType::f16 || type == ElementType::bf16;
}

ElementType operand_type(const Subject& subject, const ContractionOperand& operand) {
  return subject.parameter(subject.arena[*operand.plain].args[0]).type;
}

}  // namespace

int64_t TensorChainNumbers::shared_bytes(bool is_left, int64_t sums) const {
  const int64_t own_tile = is_left ? tile_m : tile_n, across = is_left ? tile_n : tile_m;
  const int64_t tiles = 2 * (slice * across + held * own_tile * tile_k + stages * sums * slice * tile_k);
  return std::max(tiles, shares / 2 * tile_m * tile_n * 4);
}

bool TensorChainNumbers::fits(bool is_left, int64_t sums) const {
  return shared_bytes(is_left, sums) <= k_most_tensor_chain_bytes;
}

Result<TensorChainPlan> plan_tensor_chain(const Subject& subject, const Nest& nest) {
  TRY(chain, plan_chain(subject, nest));
  if (!chain.rounded || !is_for_tensor_cores(subject, chain.other()))
    return bad_input("a chain on tensor cores rounds hidden values to halves or bfloats, which the class has to allow");
  TRY(hidden, plan_hidden(subject, nest, chain));
  lift::Arena& arena = subject.arena;
  const ContractionPlan& first = hidden.sums.front();
  for (const ContractionPlan& each : hidden.sums) {
    if (!is_for_tensor_cores(subject, each.left) || !is_for_tensor_cores(subject, each.right) ||
        operand_type(subject, each.left) != operand_type(subject, each.right))
      return bad_input("tensor cores have no form for operands that are not neighbours in memory as they are");
    const Expr same = lift::substitute(arena, *each.right.plain, {{each.term, first.term}});
    if (same != *first.right.plain || each.count != first.count)
      return bad_input("a chain on tensor cores has the same inputs in all sums of a hidden value");
  }
  return TensorChainPlan{std::move(chain), std::move(hidden)};
}

Result<WrittenKernel> write_tensor_chain(const Subject& subject, const Nest& nest, const TensorChainNumbers& numbers) {
  TRY(plan, plan_tensor_chain(subject, nest));
  return TensorChainWriter(subject, nest, numbers, std::move(plan)).write();
}

}  // namespace whet::write
