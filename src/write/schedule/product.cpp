#include "write/schedule/product.h"

#include <fmt/format.h>

#include <algorithm>

#include "write/schedule/contraction_frame.h"
#include "write/schedule/gathered_operand.h"
#include "write/schedule/split_terms.h"
#include "write/schedule/word_fetch.h"
#include "write/subject/convolution_plan.h"

namespace whet::write {

using lift::Node;

namespace {

constexpr int64_t k_most_product_bytes = 48 * 1024;                 // of shared memory that needs no leave
constexpr int64_t k_all_registers = 65'536, k_most_threads = 2048;  // of a multiprocessor
constexpr int64_t k_lanes_down = 4, k_lanes_across = 8;             // of a warp

// An operand with its names in the kernel.
struct StagedOperand {
  const ContractionOperand& operand;
  std::string side;   // "left", "right"
  std::string tile;   // "kTileM", "kTileN"
  std::string first;  // "tile_row", "tile_column": the first element of the tile
  std::string here;   // "rows_here", "columns_here"
  std::string index;  // "i", "j"
  int64_t length = 0;
  bool is_copy = false;                // made before, in lines of whole words
  bool is_asked = false;               // gathered, and only a launch tells whether by a mask
  std::string is_wide = {};            // whether its packs are whole words: a name in the kernel
  std::vector<std::string> held = {};  // names of the packs, of the operand's packed loads; none: they are copied
};

class ProductWriter {
 public:
  ProductWriter(const Subject& subject, const Nest& nest, const ProductNumbers& numbers, ContractionPlan plan)
      : subject_(subject),
        arena_(subject.arena),
        nest_(nest),
        numbers_(numbers),
        plan_(std::move(plan)),
        text_(subject, lines_),
        frame_(subject, plan_, vector(), lines_, text_),
        left_wide_(subject, vector(), text_, "is_left_wide"),
        right_wide_(subject, vector(), text_, "is_right_wide"),
        left_{plan_.left, "left", "kTileM", "tile_row", "rows_here", "i", numbers.tile_m, numbers.copies.left},
        right_{plan_.right,    "right", "kTileN",       "tile_column",
               "columns_here", "j",     numbers.tile_n, numbers.copies.right} {}

  Result<WrittenKernel> write() {
    TRY_VOID(check());
    further_ = launch_parameters(subject_, nest_, text_);
    lines_.open(fmt::format("__global__ void __launch_bounds__(kThreads, kBlocks) {}({})", subject_.kernel,
                            parameter_text(subject_, further_)));
    write_head();
    write_staging(left_, left_wide_);
    write_staging(right_, right_wide_);
    write_multiplication();
    write_loop();
    write_sums();
    lines_.close();
    if (!text_.failure().empty()) return bad_input("a product has no form for " + text_.failure());
    return finish();
  }

 private:
  std::string number_type() const {
    if (plan_.is_real) return std::string(text_.real_type());
    return plan_.is_narrow ? "int" : "long long";
  }
  int64_t number_bytes() const { return plan_.is_narrow ? 4 : 8; }
  int64_t vector() const { return 16 / number_bytes(); }
  // Blocks of a multiprocessor that its registers have room for.
  int64_t blocks() const {
    const int64_t room = k_all_registers / (numbers_.threads() * numbers_.registers(number_bytes()));
    return std::clamp<int64_t>(room, 1, k_most_threads / numbers_.threads());
  }
  ElementType element_type(const ContractionOperand& operand) const {
    return subject_.parameter(arena_[*operand.plain].args[0]).type;
  }
  // Whether shared memory holds the operand's elements as they are.
  bool is_kept_as_is(const ContractionOperand& operand) const {
    return !operand.is_gathered && operand.is_plain() && cuda_name(element_type(operand)) == number_type();
  }
  // Whether packs go to shared memory without a register between.
  bool is_copied(const ContractionOperand& operand) const { return is_kept_as_is(operand) && !operand.along_terms; }

  GatheredOperand gathered(const StagedOperand& each) {
    return {subject_, plan_, each.operand, {each.side, each.tile, each.first, each.here, number_type(), false, true},
            lines_,   text_};
  }
  bool has_gathered() const { return plan_.is_gathered(); }

  Result<void> check() {
    if (numbers_.tile_m % (k_lanes_down * numbers_.thread_m) != 0 ||
        numbers_.tile_n % (k_lanes_across * numbers_.thread_n) != 0)
      return bad_input("a tile has work for whole warps only");
    if (numbers_.thread_m % vector() != 0 || numbers_.thread_n % vector() != 0)
      return bad_input("a thread has whole packs only");
    for (const StagedOperand* each : {&left_, &right_}) {
      const std::string refusal =
          each->operand.is_gathered ? gathered(*each).refusal(each->length, numbers_.threads()) : "";
      if (!refusal.empty()) return bad_input("a product has no form for " + refusal);
    }
    for (const StagedOperand* each : {&left_, &right_}) {
      if (each->is_copy && numbers_.threads() % (each->length / vector()) != 0)
        return bad_input("the threads of a block are no multiple of a line's packs");
    }
    for (const int64_t length : {numbers_.tile_m, numbers_.tile_n}) {
      if (length * numbers_.tile_k % (vector() * numbers_.threads()) != 0 || numbers_.tile_k % (2 * vector()) != 0)
        return bad_input("the packs of a tile are no multiple of a block's threads");
    }
    const int64_t bytes = 2 * numbers_.tile_k * (numbers_.tile_m + numbers_.tile_n + 2 * vector()) * number_bytes();
    if (bytes > k_most_product_bytes) return bad_input("the tiles do not fit into shared memory");
    return {};
  }

  void write_head() {
    lines_.add(
        "// Two tiles of each operand, one in use and one to come. kVector elements more in a line keep the packs of");
    lines_.add("// different terms on different banks when they are turned.");
    for (const StagedOperand* each : {&left_, &right_})
      lines_.add(fmt::format("__shared__ alignas(16) {} {}_tile[2][kTileK][{} + kVector];", number_type(), each->side,
                             each->tile));
    frame_.write_place();
    lines_.add(
        "// A warp has 4 x 8 lanes. A thread has packs of rows that are 4 packs apart, and of columns 8 packs apart.");
    lines_.add(
        "// Neighbouring lanes read the same rows, and lanes at distance 2 the same columns: 16 lanes are served at "
        "once.");
    lines_.add("const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;");
    lines_.add("const int lane_row = lane / 2 % 2 + lane / 16 * 2, lane_column = lane % 2 + lane / 4 % 4 * 2;");
    lines_.add("const int first_row = warp / kWarpsAcross * (4 * kThreadM) + lane_row * kVector;");
    lines_.add("const int first_column = warp % kWarpsAcross * (8 * kThreadN) + lane_column * kVector;");
  }

  std::string pack_type(Expr load) const {
    return fmt::format("Pack<{}, kVector>", cuda_name(subject_.parameter(arena_[load].args[0]).type));
  }

  // The functions that load the packs of an operand to registers, and that keep them in shared memory.
  void write_staging(StagedOperand& staged, WidePacks& wide) {
    if (staged.operand.is_gathered) return write_gathering(staged);
    std::vector<std::string> is_wide;
    const ContractionOperand& operand = staged.operand;
    const Expr along = operand.along_terms ? plan_.term : operand.own.variable;
    lines_.add("");
    if (staged.is_copy)
      return write_word_fetch(subject_, plan_, {operand, staged.side, staged.tile, staged.first, staged.here}, lines_,
                              text_);
    for (const Expr load : operand.packed) {
      const Node node = arena_[load];
      if (!is_copied(operand)) staged.held.push_back(text_.fresh(subject_.parameter(node.args[0]).name + "_next"));
      is_wide.push_back(wide.of(node.args[0], node.args[1], node.bytes, along));
      staged.is_wide = is_wide.back() == "false" || staged.is_wide == "false" ? "false" : is_wide.back();
    }
    wide.declare(lines_);
    if (is_copied(operand)) return write_copies(staged, is_wide[0]);
    if (!operand.packed.empty()) write_loads(staged, is_wide);
    write_keeping(staged);
  }

  void write_gathering(StagedOperand& staged) {
    GatheredOperand operand = gathered(staged);
    operand.write();
    staged.is_asked = operand.asks();
    const std::string place = fmt::format("{0}_tile[buffer][term][{0}_line]", staged.side);
    if (staged.is_asked) operand.write_alone(place);
    lines_.open(
        fmt::format("const auto keep_{} = [&]({}int buffer)", staged.side, staged.is_asked ? "long long start, " : ""));
    if (staged.is_asked)
      lines_.add(fmt::format("if (!{}) return gather_{}(start, buffer);", operand.has_mask(), staged.side));
    operand.open_elements();
    lines_.add(fmt::format("{} = {}_next[p];", place, staged.side));
    lines_.close();
    lines_.close("};");
  }
  void add_places(const std::string& start, const std::string& slot) {
    for (const StagedOperand* each : {&left_, &right_}) {
      if (each->operand.is_gathered) lines_.add(fmt::format("place_{}({}, {});", each->side, start, slot));
    }
  }

  // How many elements from the first of a pack on there are.
  std::string rest_of(const StagedOperand& staged) const {
    return staged.operand.along_terms ? fmt::format("line < {} ? terms_here - term : 0", staged.here)
                                      : fmt::format("term < terms_here ? {} - line : 0", staged.here);
  }

  void write_copies(const StagedOperand& staged, const std::string& is_wide) {
    lines_.open(fmt::format("const auto fetch_{} = [&](long long start, int buffer, bool is_whole)", staged.side));
    const size_t before = text_.mark();
    open_packs(staged, true);
    const Node node = arena_[*staged.operand.plain];
    lines_.add(fmt::format("uint4* const to = reinterpret_cast<uint4*>(&{}_tile[buffer][term][line]);", staged.side));
    lines_.add(fmt::format("fetch_chunk(to, {}, is_whole ? kVector : {}, is_whole || {});",
                           text_.address(node.args[0], node.args[1], node.bytes), rest_of(staged), is_wide));
    lines_.close();
    lines_.close("};");
    text_.release(before);
  }

  void write_loads(const StagedOperand& staged, const std::vector<std::string>& is_wide) {
    const ContractionOperand& operand = staged.operand;
    for (size_t n = 0; n < operand.packed.size(); ++n)
      lines_.add(fmt::format("{} {}[{} * kTileK / kVector / kThreads];", pack_type(operand.packed[n]), staged.held[n],
                             staged.tile));
    lines_.open(fmt::format("const auto load_{} = [&](long long start, bool is_whole)", staged.side));
    const size_t before = text_.mark();
    open_packs(staged, true);
    for (size_t n = 0; n < operand.packed.size(); ++n) {
      const Node node = arena_[operand.packed[n]];
      lines_.add(fmt::format("{}[p] = load_pack<kVector>({}, {}, {}{});", staged.held[n],
                             text_.address(node.args[0], node.args[1], node.bytes),
                             is_wide[n] == "false" ? rest_of(staged) : "is_whole ? kVector : " + rest_of(staged),
                             is_wide[n] == "false" ? "" : "is_whole || ", is_wide[n]));
    }
    lines_.close();
    lines_.close("};");
    text_.release(before);
  }

  // Opens the loop over a thread's packs, with the indices of the first element of each. Along the terms two lanes read
  // 32 bytes of a line and 16 lines follow each other, which keeps the turned elements on different banks.
  void open_packs(const StagedOperand& staged, bool with_indices) {
    if (with_indices) lines_.add("const int terms_here = (int)min(terms - start, (long long)kTileK);");
    lines_.add("#pragma unroll");
    lines_.open(fmt::format("for (int p = 0; p < {} * kTileK / kVector / kThreads; ++p)", staged.tile));
    lines_.add("const int unit = threadIdx.x + p * kThreads;");
    if (staged.operand.along_terms) {
      lines_.add(fmt::format("const int line = unit / 2 % {0}, term = (unit % 2 + unit / (2 * {0}) * 2) * kVector;",
                             staged.tile));
    } else {
      lines_.add(fmt::format("const int line = unit % ({0} / kVector) * kVector, term = unit / ({0} / kVector);",
                             staged.tile));
    }
    if (!with_indices) return;
    lines_.add(fmt::format("const long long {} = {} + line, k = start + term;", staged.index, staged.first));
    text_.bind(staged.operand.own.variable, staged.index);
    text_.bind(plan_.term, "k");
  }

  // What is done to the elements is done here: each once for a block.
  void write_keeping(const StagedOperand& staged) {
    const bool is_as_is = is_kept_as_is(staged.operand);
    lines_.open(fmt::format("const auto keep_{} = [&]({}int buffer)", staged.side,
                            staged.operand.is_plain() ? "" : "long long start, "));
    const size_t before = text_.mark();
    open_packs(staged, !staged.operand.is_plain());
    const std::string values = is_as_is ? staged.held[0] + "[p]" : "values";
    if (!is_as_is) {
      lines_.add(fmt::format("Pack<{}, kVector> values;", number_type()));
      lines_.add("#pragma unroll");
      lines_.open("for (int e = 0; e < kVector; ++e)");
      write_value(staged);
      lines_.close();
    }
    if (staged.operand.along_terms) {
      lines_.add("#pragma unroll");
      lines_.add(fmt::format("for (int e = 0; e < kVector; ++e) {}_tile[buffer][term + e][line] = {}.at[e];",
                             staged.side, values));
    } else {
      lines_.add(fmt::format("*reinterpret_cast<Pack<{}, kVector>*>(&{}_tile[buffer][term][line]) = {};", number_type(),
                             staged.side, values));
    }
    lines_.close();
    lines_.close("};");
    text_.release(before);
  }

  // Element e of a pack. What lies outside of the operand is zero: packs outside of an array are.
  void write_value(const StagedOperand& staged) {
    const ContractionOperand& operand = staged.operand;
    const size_t before = text_.mark();
    text_.bind(operand.along_terms ? plan_.term : operand.own.variable,
               operand.along_terms ? "(k + e)" : fmt::format("({} + e)", staged.index));
    for (size_t n = 0; n < operand.packed.size(); ++n) text_.bind(operand.packed[n], staged.held[n] + "[p].at[e]");
    if (!operand.is_plain()) {
      lines_.add(fmt::format("values.at[e] = {};", plan_.is_real ? text_.number(0) : "0"));
      lines_.open(operand.along_terms ? fmt::format("if (line < {} && term + e < terms_here)", staged.here)
                                      : fmt::format("if (line + e < {} && term < terms_here)", staged.here));
    }
    text_.count_uses({operand.value});
    lines_.add(
        fmt::format("values.at[e] = {};", plan_.is_real ? text_.real(operand.value) : text_.integer(operand.value)));
    if (!operand.is_plain()) lines_.close();
    text_.release(before);
  }

  void write_multiplication() {
    lines_.add("");
    lines_.add(fmt::format("{} sums[kThreadM][kThreadN] = {{}};", number_type()));
    lines_.open("const auto multiply = [&](int buffer)");
    lines_.add("#pragma unroll");
    lines_.open("for (int k = 0; k < kTileK; ++k)");
    lines_.add(fmt::format("{} of_left[kThreadM], of_right[kThreadN];", number_type()));
    lines_.add("take_apart<kVector, 4 * kVector>(of_left, &left_tile[buffer][k][first_row]);");
    lines_.add("take_apart<kVector, 8 * kVector>(of_right, &right_tile[buffer][k][first_column]);");
    lines_.add("add_products(sums, of_left, of_right);");
    lines_.close();
    lines_.close("};");
  }

  // What brings the tile that begins with the term to the buffer: before a multiplication, and after it.
  void add_loads(const std::string& start, const std::string& buffer, const std::string& is_whole) {
    for (const StagedOperand* each : {&left_, &right_}) {
      if (each->operand.is_gathered) lines_.add(fmt::format("load_{}({}, {});", each->side, start, buffer));
      if (is_copied(each->operand))
        lines_.add(fmt::format("fetch_{}({}, {}, {});", each->side, start, buffer, is_whole));
      if (!each->held.empty()) lines_.add(fmt::format("load_{}({}, {});", each->side, start, is_whole));
    }
    if (has_copies()) lines_.add("cp_async_commit();");
  }
  void add_keeping(const std::string& start, const std::string& buffer) {
    for (const StagedOperand* each : {&left_, &right_}) {
      if (is_copied(each->operand)) continue;
      const bool has_start = each->operand.is_gathered ? each->is_asked : !each->operand.is_plain();
      lines_.add(fmt::format("keep_{}({}{});", each->side, has_start ? start + ", " : "", buffer));
    }
    if (has_copies()) lines_.add("cp_async_wait<0>();");
  }
  bool has_copies() const { return is_copied(plan_.left) || is_copied(plan_.right); }

  // Whether all packs of whole tiles are whole words; empty: they never are.
  std::string whole_text() const {
    std::string text = "rows_here == kTileM && columns_here == kTileN";
    for (const StagedOperand* each : {&left_, &right_}) {
      if (each->operand.is_gathered || each->is_copy) continue;
      if (each->is_wide.empty() || each->is_wide == "false") return "";
      text += " && " + each->is_wide;
    }
    return text;
  }

  // The next tiles are on their way while those before are multiplied.
  void write_loop() {
    lines_.add("");
    if (has_gathered()) {
      add_places("0", "0");
      add_places("kTileK", "1");
      lines_.add("__syncthreads();");
    }
    add_loads("0", "0", "false");
    add_keeping("0", "0");
    lines_.add("__syncthreads();");
    lines_.add("int buffer = 0;");
    const bool has_whole = !whole_text().empty();
    if (has_whole) {
      lines_.add("// Tiles of which everything is there need no comparisons.");
      lines_.add(fmt::format("const bool has_whole_tiles = {};", whole_text()));
    }
    lines_.open("for (long long start = 0; start < terms; start += kTileK)");
    lines_.add("const long long next = start + kTileK;");
    if (has_whole) {
      lines_.open("if (has_whole_tiles && next + kTileK <= terms)");
      add_loads("next", "buffer ^ 1", "true");
      lines_.turn("} else if (next < terms) {");
    } else {
      lines_.open("if (next < terms)");
    }
    add_loads("next", "buffer ^ 1", "false");
    lines_.close();
    lines_.add("multiply(buffer);");
    add_places("next + kTileK", "buffer");
    lines_.add("buffer ^= 1;");
    lines_.open("if (next < terms)");
    add_keeping("next", "buffer");
    lines_.close();
    lines_.add("__syncthreads();");
    lines_.close();
  }

  void write_sums() {
    lines_.add("");
    lines_.add("#pragma unroll");
    lines_.open("for (int s = 0; s < kThreadM; ++s)");
    lines_.add("const long long i = tile_row + first_row + s / kVector * (4 * kVector) + s % kVector;");
    lines_.add("#pragma unroll");
    lines_.open("for (int p = 0; p < kThreadN / kVector; ++p)");
    lines_.add("const long long j = tile_column + first_column + p * (8 * kVector);");
    lines_.add("if (i >= count_down || j >= count_across) continue;");
    frame_.write_results("sums[s][p * kVector + e]");
    lines_.close();
    lines_.close();
  }

  Result<WrittenKernel> finish() {
    WrittenKernel kernel;
    kernel.schedule = "product";
    kernel.reason =
        "Product: a block computes kTileM x kTileN sums from tiles of kTileK terms in shared memory, a thread kThreadM "
        "x "
        "kThreadN of them in registers, so that an element is read from memory once for a tile and from shared memory "
        "once for a thread. The next tiles are loaded while these are multiplied. kGroup tiles below each other run "
        "side "
        "by side and share what they read in L2.";
    const int64_t across = numbers_.tile_n / (k_lanes_across * numbers_.thread_n);
    kernel.constants = {{"kTileM", numbers_.tile_m, "rows of a block"},
                        {"kTileN", numbers_.tile_n, "columns of a block"},
                        {"kTileK", numbers_.tile_k, "terms in shared memory at a time"},
                        {"kThreadM", numbers_.thread_m, "rows of a thread"},
                        {"kThreadN", numbers_.thread_n, "columns of a thread"},
                        {"kVector", vector(), "elements of a pack: 16 bytes of shared memory"},
                        {"kThreads", numbers_.threads(), "of a block: kTileM / kThreadM * (kTileN / kThreadN)"},
                        {"kBlocks", blocks(), "of a multiprocessor, that its registers have room for"},
                        {"kWarpsAcross", across, "warps next to each other: kTileN / (8 * kThreadN)"},
                        {"kGroup", numbers_.group, "tiles below each other that run side by side"}};
    TRY(grid, frame_.grid(numbers_.tile_m, numbers_.tile_n));
    kernel.launches = {{subject_.kernel, launch_arguments(subject_, further_), grid, numbers_.threads()}};
    kernel.code = lines_.text();
    assemble(subject_, kernel);
    return kernel;
  }

  const Subject& subject_;
  lift::Arena& arena_;
  const Nest& nest_;
  const ProductNumbers& numbers_;
  ContractionPlan plan_;
  Lines lines_;
  CudaExpression text_;
  ContractionFrame frame_;
  WidePacks left_wide_, right_wide_;
  StagedOperand left_, right_;
  std::vector<FurtherParameter> further_;
};

Result<WrittenKernel> write_parts(const Subject& subject, const Nest& nest, const ProductNumbers& numbers) {
  const auto write = [&](const Subject& part, const Nest& of_part) -> Result<WrittenKernel> {
    TRY(plan, plan_gathered_contraction(part, of_part));
    return ProductWriter(part, of_part, numbers, std::move(plan)).write();
  };
  if (numbers.parts == 1) return write(subject, nest);
  return write_split_terms(subject, nest, numbers.parts, numbers.tile_k, write);
}

}  // namespace

Result<WrittenKernel> write_product(const Subject& subject, const Nest& nest, const ProductNumbers& numbers) {
  if (!numbers.copies.any()) return write_parts(subject, nest, numbers);
  return write_whole_lines(subject, nest, numbers.copies, [&](const Subject& part, const Nest& of_part) {
    return write_parts(part, of_part, numbers);
  });
}

}  // namespace whet::write
