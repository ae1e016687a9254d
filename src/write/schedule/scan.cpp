#include "write/schedule/scan.h"

#include <fmt/format.h>

#include "write/schedule/scan_tile.h"
#include "write/schedule/schedule_work.h"

namespace whet::write {

namespace {

class ScanWriter {
 public:
  ScanWriter(const Subject& subject, const Nest& nest, const ScanNumbers& numbers, ScanPlan plan)
      : subject_(subject),
        nest_(nest),
        numbers_(numbers),
        plan_(std::move(plan)),
        text_(subject, lines_),
        tile_(subject, nest, numbers, plan_, text_, lines_),
        type_(tile_.type()),
        nothing_(tile_.nothing()),
        fold_(tile_.fold()) {}

  Result<WrittenKernel> write() {
    TRY_VOID(check());
    further_ = launch_parameters(subject_, nest_, text_);
    names_ = row_names();
    tile_.choose_loads();
    if (numbers_.form == ScanForm::rows) write_rows_kernel();
    if (numbers_.form == ScanForm::in_three) write_three_kernels();
    if (numbers_.form == ScanForm::look_back) write_look_back_kernel();
    if (!text_.failure().empty()) return bad_input("scans have no form for " + text_.failure());
    return finish();
  }

 private:
  const lift::SpaceIndex& inner() const { return nest_.space.back(); }
  std::vector<lift::SpaceIndex> rows() const { return {nest_.space.begin(), nest_.space.end() - 1}; }
  bool is_block() const { return tile_.is_block(); }
  int64_t tile() const { return numbers_.lanes * numbers_.vector * numbers_.packs; }  // elements

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
    tile_.declare_wide();
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
    tile_.write_start();
    tile_.write_loads(true);
    tile_.write_scan();
    lines_.add(fmt::format("{} all = total;", type_));
    lines_.add(is_block() ? fmt::format("const {} ahead = {}(carry, warps_before<kThreads>(total, {}, {}, all));",
                                        type_, fold_, nothing_, fold_)
                          : fmt::format("const {} ahead = carry;", type_));
    tile_.write_stores();
    lines_.add(fmt::format("carry = {}(carry, all);", fold_));
    lines_.close();
    close_kernel();
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
    tile_.write_start();
  }

  void write_three_kernels() {
    open_kernel(subject_.kernel + "_totals", type_ + "* tile_totals");
    lines_.add("const long long number = blockIdx.x;");
    write_tile_place("number");
    tile_.write_loads(false);
    tile_.write_total();
    lines_.add(fmt::format("total = reduce_block<kThreads, 0>(total, {});", fold_));
    lines_.add("if (threadIdx.x == 0) tile_totals[number] = total;");
    close_kernel();
    lines_.add("");
    write_carry_kernel();
    lines_.add("");
    open_kernel(subject_.kernel, "const " + type_ + "* tile_carries");
    lines_.add("const long long number = blockIdx.x;");
    write_tile_place("number");
    lines_.add(fmt::format("const {} carry = tile_carries[number];", type_));
    tile_.write_loads(true);
    tile_.write_scan();
    lines_.add(fmt::format("{} all;", type_));
    lines_.add(fmt::format("const {} ahead = {}(carry, warps_before<kThreads>(total, {}, {}, all));", type_, fold_,
                           nothing_, fold_));
    tile_.write_stores();
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
    tile_.write_loads(true);
    tile_.write_scan();
    lines_.add(fmt::format("{} all;", type_));
    lines_.add(fmt::format("const {} in_tile = warps_before<kThreads>(total, {}, {}, all);", type_, nothing_, fold_));
    lines_.open("if (threadIdx.x < 32)");
    lines_.add(fmt::format("const {} found = tiles_before(tile_words + 1 + row * tiles, tile / kTile, all, {}, {});",
                           type_, nothing_, fold_));
    lines_.add("if (threadIdx.x == 0) of_tiles_before = found;");
    lines_.close();
    lines_.add("__syncthreads();");
    lines_.add(fmt::format("const {} ahead = {}(of_tiles_before, in_tile);", type_, fold_));
    tile_.write_stores();
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
    count_launches(kernel);
    kernel.code = lines_.text();
    assemble(subject_, kernel);
    return kernel;
  }

  void count_launches(WrittenKernel& kernel) {
    std::vector<ScanPart> parts{ScanPart::whole};
    if (numbers_.form == ScanForm::in_three) parts = {ScanPart::totals, ScanPart::carries, ScanPart::whole};
    if (numbers_.form == ScanForm::look_back) parts = {ScanPart::clearing, ScanPart::whole};
    for (size_t i = 0; i < parts.size(); ++i) {
      kernel.launches[i].work = counted(subject_, nest_.space, [&](WorkCount& count) {
        count_scan(subject_, nest_, plan_, numbers_, parts[i], count);
      });
    }
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
  const Nest& nest_;
  const ScanNumbers& numbers_;
  const ScanPlan plan_;
  Lines lines_;
  CudaExpression text_;
  ScanTile tile_;
  const std::string type_, nothing_, fold_;
  std::vector<std::string> names_;
  std::vector<FurtherParameter> further_;
  size_t kernel_mark_ = 0;
};

}  // namespace

Result<WrittenKernel> write_scan(const Subject& subject, const Nest& nest, const ScanNumbers& numbers) {
  TRY(plan, plan_scan(subject, nest));
  return ScanWriter(subject, nest, numbers, std::move(plan)).write();
}

}  // namespace whet::write
