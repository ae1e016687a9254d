#include "write/schedule/scan.h"

#include <fmt/format.h>

#include <algorithm>

#include "util/text.h"
#include "write/schedule/accumulators.h"
#include "write/schedule/row_index.h"
#include "write/subject/scan_plan.h"

namespace whet::write {

using lift::Kind;
using lift::Node;
using lift::Statement;

namespace {

struct ScanLoad {
  Expr load;
  std::string name, is_wide;
  bool is_scanned = false;  // the scan itself needs it, not only what is made of its result
};

class ScanWriter {
 public:
  ScanWriter(const Subject& subject, const Nest& nest, const ScanNumbers& numbers, ScanPlan plan)
      : subject_(subject),
        arena_(subject.arena),
        nest_(nest),
        numbers_(numbers),
        plan_(std::move(plan)),
        text_(subject, lines_) {}

  Result<WrittenKernel> write() {
    TRY_VOID(check());
    further_ = launch_parameters(subject_, nest_, text_);
    type_ = plan_.scanned.is_real ? std::string(text_.real_type()) : "long long";
    nothing_ = fmt::format("({})({})", type_, text_.identity(plan_.scanned.how, plan_.scanned.is_real));
    constexpr const char* k_scan_folds[] = {"Sum()", "Product()", "Largest()", "Smallest()"};
    fold_ = k_scan_folds[static_cast<size_t>(plan_.scanned.how)];
    names_ = row_names();
    choose_loads();
    if (numbers_.form == ScanForm::rows) write_rows_kernel();
    if (numbers_.form == ScanForm::in_three) write_three_kernels();
    if (numbers_.form == ScanForm::look_back) write_look_back_kernel();
    if (!text_.failure().empty()) return bad_input("scans have no form for " + text_.failure());
    return finish();
  }

 private:
  const lift::SpaceIndex& inner() const { return nest_.space.back(); }
  std::vector<lift::SpaceIndex> rows() const { return {nest_.space.begin(), nest_.space.end() - 1}; }
  bool is_block() const { return numbers_.lanes > 32; }
  int64_t tile() const { return numbers_.lanes * numbers_.vector * numbers_.packs; }

  // `k` runs through the row.
  std::vector<std::string> row_names() const {
    std::vector<std::string> names = index_names(nest_.space.size() - 1);
    if (names.size() > 2) names[2] = "index_2";
    return names;
  }

  Result<void> check() const {
    if (numbers_.form != ScanForm::rows && !is_block()) return bad_input("a tile takes a whole block");
    if (numbers_.form == ScanForm::look_back && !is_narrow_scan(subject_, nest_, plan_))
      return bad_input("a word that is published has no room for 64 bits");
    return {};
  }

  void choose_loads() {
    std::vector<Expr> roots{plan_.scanned.body};
    const auto scanned = unconditional_loads(arena_, roots);
    for (const Statement& statement : nest_.statements) roots.push_back(statement.value);
    for (const Expr load : unconditional_loads(arena_, roots)) {
      const Node node = arena_[load];
      if (motion(arena_, node.args[1], inner().variable, node.bytes) != Motion::unit) continue;
      if (!parts_of_kind(arena_, {node.args[1]}, Kind::load).empty()) continue;
      const bool is_scanned = std::find(scanned.begin(), scanned.end(), load) != scanned.end();
      loads_.push_back({load, text_.fresh(subject_.parameter(node.args[0]).name + "_in"),
                        wide_text(node.args[0], node.args[1], node.bytes), is_scanned});
    }
    for (const Statement& statement : nest_.statements) {
      const bool is_pack = motion(arena_, statement.offset, inner().variable, statement.bytes) == Motion::unit;
      store_wide_.push_back(is_pack ? wide_text(statement.array, statement.offset, statement.bytes) : "");
    }
  }

  std::string wide_text(Expr array, Expr offset, int bytes) {
    if (numbers_.vector == 1) return "false";
    const auto conditions = pack_conditions(subject_, array, offset, bytes, inner().variable, numbers_.vector, text_);
    if (!conditions) return "false";
    for (const std::string& condition : *conditions) {
      if (std::find(wide_.begin(), wide_.end(), condition) == wide_.end()) wide_.push_back(condition);
    }
    return "is_wide";
  }

  void open_kernel(const std::string& name, const std::string& more) {
    const std::string own = parameter_text(subject_, further_);
    lines_.open(fmt::format("__global__ void __launch_bounds__(kThreads) {}({}{})", name, own,
                            more.empty() ? "" : (own.empty() ? "" : ", ") + more));
    kernel_mark_ = text_.mark();
  }
  void close_kernel() {
    text_.release(kernel_mark_);
    lines_.close();
  }

  void write_counts() {
    lines_.add(fmt::format("const long long count = {};", text_.integer(inner().count)));
    if (!wide_.empty()) lines_.add(fmt::format("const bool is_wide = {};", join(wide_, " && ")));
  }

  void write_rows_kernel() {
    open_kernel(subject_.kernel, "");
    if (!is_block()) lines_.add("const int lane = threadIdx.x % kLanes;");
    lines_.add(is_block()
                   ? "const long long row = blockIdx.x;"
                   : "const long long row = (long long)blockIdx.x * (kThreads / kLanes) + threadIdx.x / kLanes;");
    lines_.add(fmt::format("const bool is_row = row < {};", count_text(rows(), text_)));
    write_row_indices(rows(), names_, "(is_row ? row : 0)", lines_, text_);
    write_counts();
    lines_.add("const long long length = is_row ? count : 0;");
    lines_.add(fmt::format("{} carry = {};", type_, nothing_));
    lines_.open("for (long long tile = 0; tile < count; tile += kTile)");
    write_start();
    write_tile(true);
    lines_.add(fmt::format("{} all = total;", type_));
    lines_.add(is_block() ? fmt::format("const {} ahead = {}(carry, warps_before<kThreads>(total, {}, {}, all));",
                                        type_, fold_, nothing_, fold_)
                          : fmt::format("const {} ahead = carry;", type_));
    write_stores();
    lines_.add(fmt::format("carry = {}(carry, all);", fold_));
    lines_.close();
    close_kernel();
  }

  // Where the packs of a thread begin in a row: those of a warp, or of the lanes that share a row, are neighbours.
  void write_start() {
    lines_.add(is_block() ? "const long long start = tile + threadIdx.x / 32 * (32 * kVector * kPacks) + threadIdx.x % "
                            "32 * kVector;"
                          : "const long long start = tile + lane * kVector;");
  }

  void open_packs() {
    lines_.add("#pragma unroll");
    lines_.open("for (int p = 0; p < kPacks; ++p)");
    lines_.add(fmt::format("const long long k = start + p * ({} * kVector);", is_block() ? "32" : "kLanes"));
  }

  void open_elements() {
    lines_.add("#pragma unroll");
    lines_.open("for (int e = 0; e < kVector; ++e)");
  }

  // Loads the tile. With `keeps`, `so_far` holds the scan among the elements of a warp, and `total` its end.
  void write_tile(bool keeps) {
    for (const ScanLoad& load : loads_) {
      if (!keeps && !load.is_scanned) continue;
      const ElementType type = subject_.parameter(arena_[load.load].args[0]).type;
      lines_.add(fmt::format("Pack<{}, kVector> {}[kPacks];", cuda_name(type), load.name));
    }
    open_packs();
    const size_t before = text_.mark();
    text_.bind(inner().variable, "k");
    for (const ScanLoad& load : loads_) {
      if (!keeps && !load.is_scanned) continue;
      const Node node = arena_[load.load];
      lines_.add(fmt::format("{}[p] = load_pack<kVector>({}, length - k, {});", load.name,
                             text_.address(node.args[0], node.args[1], node.bytes), load.is_wide));
    }
    text_.release(before);
    lines_.close();
    if (keeps) lines_.add(fmt::format("Pack<{}, kVector> so_far[kPacks];", type_));
    lines_.add(fmt::format("{} total = {};", type_, nothing_));
    open_packs();
    write_pack_scan(keeps);
    lines_.close();
  }

  void write_pack_scan(bool keeps) {
    const std::string run = keeps ? "run" : "total";
    if (keeps) lines_.add(fmt::format("{} run = {};", type_, nothing_));
    open_elements();
    if (keeps && !plan_.is_inclusive) lines_.add("so_far[p].at[e] = run;");
    lines_.open("if (e < length - k)");
    const size_t before = text_.mark();
    text_.bind(inner().variable, "(k + e)");
    for (const ScanLoad& load : loads_) text_.bind(load.load, load.name + "[p].at[e]");
    text_.count_uses({plan_.scanned.body});
    const std::string body = plan_.scanned.is_real ? text_.real(plan_.scanned.body) : text_.integer(plan_.scanned.body);
    lines_.add(fmt::format("{0} = {1};", run, text_.combined(plan_.scanned.how, plan_.scanned.is_real, run, body)));
    text_.release(before);
    lines_.close();
    if (keeps && plan_.is_inclusive) lines_.add("so_far[p].at[e] = run;");
    lines_.close();
    if (!keeps) return;
    lines_.add(fmt::format("{} all_lanes;", type_));
    lines_.add(fmt::format("const {} ahead_of_lane = {}(total, lanes_before<{}>(run, {}, {}, all_lanes));", type_,
                           fold_, is_block() ? "32" : "kLanes", nothing_, fold_));
    open_elements();
    lines_.add(fmt::format("so_far[p].at[e] = {}(ahead_of_lane, so_far[p].at[e]);", fold_));
    lines_.close();
    lines_.add(fmt::format("total = {}(total, all_lanes);", fold_));
  }

  void write_stores() {
    open_packs();
    const size_t before = text_.mark();
    std::vector<std::string> packs;
    for (size_t i = 0; i < nest_.statements.size(); ++i) {
      const SubjectParameter& array = subject_.parameter(nest_.statements[i].array);
      packs.push_back(store_wide_[i].empty() ? "" : text_.fresh(array.name + "_out"));
      if (!packs[i].empty()) lines_.add(fmt::format("Pack<{}, kVector> {};", cuda_name(array.type), packs[i]));
    }
    open_elements();
    lines_.open("if (e < length - k)");
    const size_t element = text_.mark();
    text_.bind(inner().variable, "(k + e)");
    for (const ScanLoad& load : loads_) text_.bind(load.load, load.name + "[p].at[e]");
    lines_.add(fmt::format("const {} scanned = {}(ahead, so_far[p].at[e]);", type_, fold_));
    text_.bind(plan_.scanned.node, "scanned");
    std::vector<Expr> roots;
    for (const Statement& statement : nest_.statements) roots.push_back(statement.value);
    text_.count_uses(roots);
    for (size_t i = 0; i < packs.size(); ++i) {
      const Statement& statement = nest_.statements[i];
      const std::string value = text_.stored(statement);
      lines_.add(
          packs[i].empty()
              ? fmt::format("*({}) = {};", text_.address(statement.array, statement.offset, statement.bytes), value)
              : fmt::format("{}.at[e] = {};", packs[i], value));
    }
    text_.release(element);
    lines_.close();
    lines_.close();
    text_.bind(inner().variable, "k");
    for (size_t i = 0; i < packs.size(); ++i) {
      const Statement& statement = nest_.statements[i];
      if (packs[i].empty()) continue;
      lines_.add(fmt::format("store_pack({}, {}, length - k, {});",
                             text_.address(statement.array, statement.offset, statement.bytes), packs[i],
                             store_wide_[i]));
    }
    text_.release(before);
    lines_.close();
  }

  // Declares the row and the tile in it from the number of the tile among all.
  void write_tile_place(const std::string& number) {
    write_counts();
    lines_.add("const long long length = count;");
    lines_.add("const long long tiles = (count + kTile - 1) / kTile;  // of a row");
    lines_.add(fmt::format("if ({} >= tiles * ({})) return;", number, count_text(rows(), text_)));
    lines_.add(fmt::format("const long long row = divide({}, tiles);", number));
    lines_.add(fmt::format("const long long tile = modulo({}, tiles) * kTile;", number));
    write_row_indices(rows(), names_, "row", lines_, text_);
    write_start();
  }

  void write_three_kernels() {
    open_kernel(subject_.kernel + "_totals", type_ + "* tile_totals");
    lines_.add("const long long number = blockIdx.x;");
    write_tile_place("number");
    write_tile(false);
    lines_.add(fmt::format("total = reduce_block<kThreads>(total, {});", fold_));
    lines_.add("if (threadIdx.x == 0) tile_totals[number] = total;");
    close_kernel();
    lines_.add("");
    write_carry_kernel();
    lines_.add("");
    open_kernel(subject_.kernel, "const " + type_ + "* tile_carries");
    lines_.add("const long long number = blockIdx.x;");
    write_tile_place("number");
    lines_.add(fmt::format("const {} carry = tile_carries[number];", type_));
    write_tile(true);
    lines_.add(fmt::format("{} all;", type_));
    lines_.add(fmt::format("const {} ahead = {}(carry, warps_before<kThreads>(total, {}, {}, all));", type_, fold_,
                           nothing_, fold_));
    write_stores();
    close_kernel();
  }

  // A block takes the totals of a row and leaves what precedes each of them.
  void write_carry_kernel() {
    open_kernel(subject_.kernel + "_carries", type_ + "* tile_totals");
    lines_.add(
        fmt::format("const long long tiles = ({} + kTile - 1) / kTile;  // of a row", text_.integer(inner().count)));
    lines_.add(fmt::format("const long long row = blockIdx.x;  // below {}", count_text(rows(), text_)));
    lines_.add(fmt::format("{} carry = {};", type_, nothing_));
    lines_.open("for (long long first = 0; first < tiles; first += kThreads)");
    lines_.add("const long long place = first + threadIdx.x;");
    lines_.add(fmt::format("const {} value = place < tiles ? tile_totals[row * tiles + place] : {};", type_, nothing_));
    lines_.add(fmt::format("{} all_lanes, all;", type_));
    lines_.add(fmt::format("const {} in_warp = lanes_before<32>(value, {}, {}, all_lanes);", type_, nothing_, fold_));
    lines_.add(fmt::format("const {} ahead = {}(carry, warps_before<kThreads>(all_lanes, {}, {}, all));", type_, fold_,
                           nothing_, fold_));
    lines_.add(fmt::format("if (place < tiles) tile_totals[row * tiles + place] = {}(ahead, in_warp);", fold_));
    lines_.add(fmt::format("carry = {}(carry, all);", fold_));
    lines_.close();
    close_kernel();
  }

  // The first word counts the tiles that were begun, so that a block never waits for one that has not.
  void write_look_back_kernel() {
    lines_.open(fmt::format(
        "__global__ void __launch_bounds__(kThreads) {}_clear(unsigned long long* tile_words, long long word_count)",
        subject_.kernel));
    lines_.add("const long long word = (long long)blockIdx.x * kThreads + threadIdx.x;");
    lines_.add("if (word < word_count) tile_words[word] = 0;");
    lines_.close();
    lines_.add("");
    open_kernel(subject_.kernel, "unsigned long long* tile_words");
    lines_.add("__shared__ long long begun;");
    lines_.add(fmt::format("__shared__ {} of_tiles_before;", type_));
    lines_.add("if (threadIdx.x == 0) begun = (long long)atomicAdd(tile_words, 1ULL);");
    lines_.add("__syncthreads();");
    lines_.add("const long long number = begun;");
    write_tile_place("number");
    write_tile(true);
    lines_.add(fmt::format("{} all;", type_));
    lines_.add(fmt::format("const {} in_tile = warps_before<kThreads>(total, {}, {}, all);", type_, nothing_, fold_));
    lines_.open("if (threadIdx.x < 32)");
    lines_.add(fmt::format("const {} found = tiles_before(tile_words + 1 + row * tiles, tile / kTile, all, {}, {});",
                           type_, nothing_, fold_));
    lines_.add("if (threadIdx.x == 0) of_tiles_before = found;");
    lines_.close();
    lines_.add("__syncthreads();");
    lines_.add(fmt::format("const {} ahead = {}(of_tiles_before, in_tile);", type_, fold_));
    write_stores();
    close_kernel();
  }

  std::string scan_reason() const {
    const std::string tile_text =
        "A thread loads all its kPacks packs of kVector elements of a tile at once; lanes are scanned by shuffles and "
        "warps in shared memory.";
    if (numbers_.form == ScanForm::rows)
      return fmt::format("Scan: {} run through a row, tile after tile, and carry what was before. ",
                         is_block() ? "the threads of a block" : "kLanes threads") +
             tile_text;
    if (numbers_.form == ScanForm::in_three)
      return "Scan in three kernels: the total of each tile, a scan of the totals, and a scan of each tile from "
             "there. " +
             tile_text;
    return "Scan in one pass with look-back: a block publishes what its tile has, adds up what the tiles before it "
           "have "
           "published, and publishes that, so that memory is read once. Tiles are begun in order, so that nobody waits "
           "for a block that has not started. " +
           tile_text;
  }

  std::vector<std::string> with(const std::string& scratch) const {
    std::vector<std::string> list = launch_arguments(subject_, further_);
    list.push_back("\"" + scratch + "\"");
    return list;
  }

  Result<WrittenKernel> finish() {
    WrittenKernel kernel;
    kernel.schedule = "scan";
    kernel.reason = scan_reason();
    kernel.constants = {{"kThreads", numbers_.threads, "of a block"}};
    if (!is_block()) kernel.constants.push_back({"kLanes", numbers_.lanes, "threads that share a row"});
    kernel.constants.push_back({"kVector", numbers_.vector, "elements of a pack"});
    kernel.constants.push_back({"kPacks", numbers_.packs, "of a thread in a tile"});
    kernel.constants.push_back({"kTile", tile(), "elements of a tile"});
    TRY(row_count, count_formula(subject_, rows()));
    TRY(length, count_formula(subject_, {inner()}));
    const std::string tiles = fmt::format("max(1, {} * ceil_div({}, {}))", row_count, length, tile());
    add_launches(row_count, tiles, kernel);
    kernel.code = lines_.text();
    assemble(subject_, kernel);
    return kernel;
  }

  void add_launches(const std::string& row_count, const std::string& tiles, WrittenKernel& kernel) {
    const std::string& name = subject_.kernel;
    if (numbers_.form == ScanForm::rows) {
      kernel.launches = {{name, launch_arguments(subject_, further_),
                          fmt::format("max(1, ceil_div({}, {}))", row_count, numbers_.threads / numbers_.lanes),
                          numbers_.threads}};
      return;
    }
    if (numbers_.form == ScanForm::in_three) {
      const char* const type = type_ == "float" ? "f32" : type_ == "double" ? "f64" : "i64";
      kernel.scratch = {{"tile_totals", type, tiles}};
      kernel.launches = {
          {name + "_totals", with("tile_totals"), tiles, numbers_.threads},
          {name + "_carries", with("tile_totals"), fmt::format("max(1, {})", row_count), numbers_.threads},
          {name, with("tile_totals"), tiles, numbers_.threads}};
      return;
    }
    const std::string words = tiles + " + 1";
    kernel.scratch = {{"tile_words", "u64", words}};
    kernel.launches = {{name + "_clear",
                        {"\"tile_words\"", fmt::format("{{ type = \"i64\", value = \"{}\" }}", words)},
                        fmt::format("ceil_div({}, {})", words, numbers_.threads),
                        numbers_.threads},
                       {name, with("tile_words"), tiles, numbers_.threads}};
  }

  const Subject& subject_;
  lift::Arena& arena_;
  const Nest& nest_;
  const ScanNumbers& numbers_;
  const ScanPlan plan_;
  Lines lines_;
  CudaExpression text_;
  std::string type_, nothing_, fold_;
  std::vector<ScanLoad> loads_;
  std::vector<std::string> wide_, store_wide_, names_;  // an empty text in store_wide_: elements are stored one by one
  std::vector<FurtherParameter> further_;
  size_t kernel_mark_ = 0;
};

}  // namespace

Result<WrittenKernel> write_scan(const Subject& subject, const Nest& nest, const ScanNumbers& numbers) {
  TRY(plan, plan_scan(subject, nest));
  return ScanWriter(subject, nest, numbers, std::move(plan)).write();
}

}  // namespace whet::write
