#include "write/schedule/tiles.h"

#include <fmt/format.h>

#include <algorithm>

#include "write/schedule/row_index.h"
#include "write/schedule/schedule_work.h"
#include "write/schedule/wide_packs.h"
#include "write/subject/tile_plan.h"

namespace whet::write {

using lift::Kind;
using lift::Node;
using lift::Statement;

namespace {

constexpr int64_t k_most_turned_bytes = 48 * 1024;  // of shared memory that needs no leave

struct TiledLoad {
  Expr load;
  std::string name, tile, is_wide;
};

class TilesWriter {
 public:
  TilesWriter(const Subject& subject, const Nest& nest, const TilesNumbers& numbers, TilePlan plan)
      : subject_(subject),
        arena_(subject.arena),
        nest_(nest),
        numbers_(numbers),
        plan_(std::move(plan)),
        text_(subject, lines_),
        wide_(subject, numbers.vector, text_),
        wide_turned_(subject, numbers.vector, text_, "is_wide_turned") {}

  Result<WrittenKernel> write() {
    TRY_VOID(check());
    further_ = launch_parameters(subject_, nest_, text_);
    lines_.open(fmt::format("__global__ void __launch_bounds__(kThreads) {}({})", subject_.kernel,
                            parameter_text(subject_, further_)));
    write_head();
    write_turned_loads();
    write_straight_loads();
    lines_.add("__syncthreads();");
    write_elements();
    lines_.close();
    if (!text_.failure().empty()) return bad_input("tiles have no form for " + text_.failure());
    return finish();
  }

 private:
  int64_t packs_of_side() const { return numbers_.tile / numbers_.vector; }

  Result<void> check() const {
    const int64_t squares = packs_of_side() * packs_of_side();
    if (squares % numbers_.threads != 0) return bad_input("a tile has work for whole blocks only");
    int64_t bytes = 0;
    for (const Expr load : plan_.turned) bytes += numbers_.tile * numbers_.tile * arena_[load].bytes;
    if (bytes > k_most_turned_bytes) return bad_input("the tiles of all loads do not fit into shared memory");
    return {};
  }

  std::string type_of(Expr load) const { return std::string(cuda_name(subject_.parameter(arena_[load].args[0]).type)); }

  std::string wide_text(Expr array, Expr offset, int bytes, Expr along) {
    return (along == plan_.down.variable ? wide_turned_ : wide_).of(array, offset, bytes, along);
  }

  TiledLoad tiled(Expr load, const char* suffix, Expr along) {
    const Node node = arena_[load];
    const std::string stem = subject_.parameter(node.args[0]).name + suffix;
    return {load, text_.fresh(stem), "", wide_text(node.args[0], node.args[1], node.bytes, along)};
  }

  void write_head() {
    for (const Expr load : plan_.turned) {
      turned_.push_back(tiled(load, "_in", plan_.down.variable));
      turned_.back().tile = text_.fresh(subject_.parameter(arena_[load].args[0]).name + "_tile");
      lines_.add(fmt::format("__shared__ Pack<{}, kVector> {}[kTile][kPacks];", type_of(load), turned_.back().tile));
    }
    for (const Expr load : plan_.straight) straight_.push_back(tiled(load, "_in", plan_.across.variable));
    for (const Statement& statement : nest_.statements)
      store_wide_.push_back(wide_text(statement.array, statement.offset, statement.bytes, plan_.across.variable));
    lines_.add(fmt::format("const long long count_down = {};", text_.integer(plan_.down.count)));
    lines_.add(fmt::format("const long long count_across = {};", text_.integer(plan_.across.count)));
    lines_.add("const long long tiles_across = (count_across + kTile - 1) / kTile;");
    lines_.add("const long long tiles_down = (count_down + kTile - 1) / kTile;");
    const std::string batches = plan_.batch.empty() ? "" : fmt::format(" * ({})", count_text(plan_.batch, text_));
    lines_.add(fmt::format("if (blockIdx.x >= tiles_across * tiles_down{}) return;", batches));
    lines_.add("const long long tile_column = modulo(blockIdx.x, tiles_across) * kTile;");
    const char* const line = "divide(blockIdx.x, tiles_across)";
    lines_.add(plan_.batch.empty() ? fmt::format("const long long tile_row = {} * kTile;", line)
                                   : fmt::format("const long long tile_row = modulo({}, tiles_down) * kTile;", line));
    auto names = index_names(nest_.space.size());
    write_row_indices(plan_.batch, {names.begin() + 2, names.end()}, fmt::format("divide({}, tiles_down)", line),
                      lines_, text_);
    wide_turned_.declare(lines_);
    wide_.declare(lines_);
  }

  // A thread loads squares of kVector packs, turns each, and leaves the packs of the other direction in shared memory.
  void write_turned_loads() {
    const size_t before = text_.mark();
    for (const TiledLoad& each : turned_)
      lines_.add(fmt::format("Pack<{}, kVector> {}[kSquares][kVector];", type_of(each.load), each.name));
    open_squares();
    lines_.add("const long long i = tile_row + down * kVector;");
    lines_.add("#pragma unroll");
    lines_.open("for (int e = 0; e < kVector; ++e)");
    lines_.add("const long long j = tile_column + across * kVector + e;");
    lines_.add("const long long rest = j < count_across ? count_down - i : 0;");
    text_.bind(plan_.down.variable, "i");
    text_.bind(plan_.across.variable, "j");
    for (const TiledLoad& each : turned_) {
      const Node node = arena_[each.load];
      lines_.add(fmt::format("{}[s][e] = {}<kVector>({}, rest, {});", each.name, text_.pack_load(node.bytes),
                             text_.address(node.args[0], node.args[1], node.bytes), each.is_wide));
    }
    lines_.close();
    lines_.close();
    open_squares();
    lines_.add("#pragma unroll");
    lines_.open("for (int e = 0; e < kVector; ++e)");
    for (const TiledLoad& each : turned_)
      lines_.add(fmt::format("{}[down * kVector + e][across ^ down] = turn_pack({}[s], e);", each.tile, each.name));
    lines_.close();
    lines_.close();
    text_.release(before);
  }

  void open_squares() {
    lines_.add("#pragma unroll");
    lines_.open("for (int s = 0; s < kSquares; ++s)");
    lines_.add("const int square = threadIdx.x + s * kThreads;");
    lines_.add("const int down = square % kPacks, across = square / kPacks;");
  }

  // Opens the loop over the packs that a thread stores, with the indices of the first element of each.
  void open_packs() {
    lines_.add("#pragma unroll");
    lines_.open("for (int s = 0; s < kSquares * kVector; ++s)");
    lines_.add("const int pack = threadIdx.x + s * kThreads;");
    lines_.add("const int down = pack / kPacks, across = pack % kPacks;");
    lines_.add("const long long i = tile_row + down, j = tile_column + across * kVector;");
    text_.bind(plan_.down.variable, "i");
  }

  void write_straight_loads() {
    if (straight_.empty()) return;
    const size_t before = text_.mark();
    for (const TiledLoad& each : straight_)
      lines_.add(fmt::format("Pack<{}, kVector> {}[kSquares * kVector];", type_of(each.load), each.name));
    open_packs();
    text_.bind(plan_.across.variable, "j");
    for (const TiledLoad& each : straight_) {
      const Node node = arena_[each.load];
      lines_.add(fmt::format("{}[s] = {}<kVector>({}, i < count_down ? count_across - j : 0, {});", each.name,
                             text_.pack_load(node.bytes), text_.address(node.args[0], node.args[1], node.bytes),
                             each.is_wide));
    }
    lines_.close();
    text_.release(before);
  }

  void write_elements() {
    const size_t before = text_.mark();
    open_packs();
    lines_.add("if (i >= count_down || j >= count_across) continue;");
    for (const TiledLoad& each : turned_)
      lines_.add(fmt::format("const Pack<{}, kVector> {} = {}[down][across ^ (down / kVector)];", type_of(each.load),
                             each.name + "_turned", each.tile));
    std::vector<std::string> outs;
    for (const Statement& statement : nest_.statements) {
      const SubjectParameter& array = subject_.parameter(statement.array);
      outs.push_back(text_.fresh(array.name + "_out"));
      lines_.add(fmt::format("Pack<{}, kVector> {};", cuda_name(array.type), outs.back()));
    }
    lines_.add("#pragma unroll");
    lines_.open("for (int e = 0; e < kVector; ++e)");
    write_values(outs);
    lines_.close();
    text_.bind(plan_.across.variable, "j");
    for (size_t i = 0; i < outs.size(); ++i) {
      const Statement& statement = nest_.statements[i];
      lines_.add(fmt::format("store_pack({}, {}, count_across - j, {});",
                             text_.address(statement.array, statement.offset, statement.bytes), outs[i],
                             store_wide_[i]));
    }
    lines_.close();
    text_.release(before);
  }

  void write_values(const std::vector<std::string>& outs) {
    const size_t before = text_.mark();
    text_.bind(plan_.across.variable, "(j + e)");
    for (const TiledLoad& each : turned_) text_.bind(each.load, each.name + "_turned.at[e]");
    for (const TiledLoad& each : straight_) text_.bind(each.load, each.name + "[s].at[e]");
    std::vector<Expr> values;
    for (const Statement& statement : nest_.statements) values.push_back(statement.value);
    const auto loads = parts_of_kind(arena_, values, Kind::load);
    const bool in_place = std::any_of(loads.begin(), loads.end(), [&](Expr load) { return !text_.bound(load); });
    if (in_place) lines_.open("if (e < count_across - j)");
    text_.count_uses(values);
    for (size_t i = 0; i < outs.size(); ++i)
      lines_.add(fmt::format("{}.at[e] = {};", outs[i], text_.stored(nest_.statements[i])));
    if (in_place) lines_.close();
    text_.release(before);
  }

  Result<WrittenKernel> finish() {
    WrittenKernel kernel;
    kernel.schedule = "tiles";
    kernel.reason =
        "Tiles: memory is read along one index and written along another, both in whole packs. A thread loads squares "
        "of kVector x kVector elements, turns them in registers, and exchanges packs with its block through shared "
        "memory; pack p of row r lies at p ^ (r / kVector), so that no access has bank conflicts.";
    const int64_t squares = packs_of_side() * packs_of_side() / numbers_.threads;
    kernel.constants = {{"kThreads", numbers_.threads, "of a block"},
                        {"kTile", numbers_.tile, "elements of a tile's side"},
                        {"kVector", numbers_.vector, "elements of a pack"},
                        {"kPacks", packs_of_side(), "of a tile's side: kTile / kVector"},
                        {"kSquares", squares, "of a thread: kPacks * kPacks / kThreads"}};
    TRY(batches, count_formula(subject_, plan_.batch));
    TRY(height, count_formula(subject_, {plan_.down}));
    TRY(width, count_formula(subject_, {plan_.across}));
    kernel.launches = {{subject_.kernel, launch_arguments(subject_, further_),
                        fmt::format("max(1, {} * ceil_div({}, {}) * ceil_div({}, {}))", batches, height, numbers_.tile,
                                    width, numbers_.tile),
                        numbers_.threads}};
    kernel.launches.back().work =
        counted(subject_, nest_.space, [&](WorkCount& count) { count_tiles(subject_, nest_, plan_, numbers_, count); });
    kernel.code = lines_.text();
    assemble(subject_, kernel);
    return kernel;
  }

  const Subject& subject_;
  lift::Arena& arena_;
  const Nest& nest_;
  const TilesNumbers& numbers_;
  TilePlan plan_;
  Lines lines_;
  CudaExpression text_;
  std::vector<TiledLoad> turned_, straight_;
  WidePacks wide_, wide_turned_;
  std::vector<std::string> store_wide_;
  std::vector<FurtherParameter> further_;
};

}  // namespace

Result<WrittenKernel> write_tiles(const Subject& subject, const Nest& nest, const TilesNumbers& numbers) {
  TRY(plan, plan_tiles(subject, nest));
  return TilesWriter(subject, nest, numbers, std::move(plan)).write();
}

}  // namespace whet::write
