#include "write/schedule/thin.h"

#include <fmt/format.h>

#include "write/schedule/contraction_frame.h"
#include "write/schedule/split_terms.h"

namespace whet::write {

using lift::Node;

namespace {

// An operand with its names in the kernel.
struct ThinOperand {
  const ContractionOperand& operand;
  bool is_few;
  std::string index;             // "i", "j"
  std::string count;             // "kFew", "kMany"
  std::string values, one;       // "of_few"; the index of an element, "f"
  std::string first, tile_here;  // "tile_row", "rows_here"
  std::string is_wide = "false";
  std::vector<std::string> held = {};  // names of the packs, of the operand's packed loads
};

class ThinWriter {
 public:
  ThinWriter(const Subject& subject, const Nest& nest, const ThinNumbers& numbers, ContractionPlan plan)
      : subject_(subject),
        arena_(subject.arena),
        nest_(nest),
        numbers_(numbers),
        plan_(std::move(plan)),
        text_(subject, lines_),
        frame_(subject, plan_, 1, lines_, text_),
        few_(operand_of(numbers.is_row_few, true)),
        many_(operand_of(!numbers.is_row_few, false)) {}

  Result<WrittenKernel> write() {
    TRY_VOID(check());
    further_ = launch_parameters(subject_, nest_, text_);
    lines_.open(fmt::format("__global__ void __launch_bounds__(kThreads) {}({})", subject_.kernel,
                            parameter_text(subject_, further_)));
    frame_.write_place();
    write_places();
    write_terms();
    write_loop();
    write_sums();
    lines_.close();
    if (!text_.failure().empty()) return bad_input("thin products have no form for " + text_.failure());
    return finish();
  }

 private:
  ThinOperand operand_of(bool is_row, bool is_few) const {
    return {is_row ? plan_.left : plan_.right,
            is_few,
            is_row ? "i" : "j",
            is_few ? "kFew" : "kMany",
            is_few ? "of_few" : "of_many",
            is_few ? "f" : "c",
            is_row ? "tile_row" : "tile_column",
            is_row ? "rows_here" : "columns_here"};
  }
  std::string number_type() const {
    if (plan_.is_real) return std::string(text_.real_type());
    return plan_.is_narrow ? "int" : "long long";
  }
  // Whether lanes follow each other along the terms, or else along the elements of the long side.
  bool is_along_terms() const { return many_.operand.along_terms; }
  bool has_packs(const ThinOperand& each) const {
    return !each.operand.packed.empty() && (!each.is_few || each.operand.along_terms);
  }

  Result<void> check() const {
    if (many_.operand.packed.empty())
      return bad_input("the elements of the long operand lie apart or are chosen by data");
    if (is_along_terms() && numbers_.lanes > 32) return bad_input("at most a warp shares the terms of an element");
    return {};
  }

  void write_places() {
    const std::string others = "(kThreads / kLanes)";
    lines_.add("// The threads that share the terms of an element are `share` of kLanes.");
    lines_.add(is_along_terms()
                   ? "const int share = threadIdx.x % kLanes, first = threadIdx.x / kLanes * kMany;"
                   : fmt::format("const int share = threadIdx.x / {0}, first = threadIdx.x % {0} * kMany;", others));
    for (ThinOperand* each : {&few_, &many_}) {
      if (!has_packs(*each)) continue;
      const bool along = each->operand.along_terms;
      WidePacks wide(subject_, along ? numbers_.terms : numbers_.many, text_, fmt::format("is_{}_wide", each->values),
                     along ? "kTerms" : "kMany");
      for (const Expr load : each->operand.packed) {
        const Node node = arena_[load];
        each->held.push_back(text_.fresh(subject_.parameter(node.args[0]).name + "_in"));
        each->is_wide =
            wide.of(node.args[0], node.args[1], node.bytes, along ? plan_.term : each->operand.own.variable);
      }
      wide.declare(lines_);
    }
    lines_.add(fmt::format("{} sums[kFew][kMany] = {{}};", number_type()));
  }

  // The text of the index of element `one`. Those beyond the last are read as the last and never stored; packs along
  // the index are guarded.
  void add_index(const ThinOperand& each) {
    if (each.is_few) {
      lines_.add(fmt::format("const long long {} = {} + min(f, {} - 1);", each.index, each.first, each.tile_here));
    } else if (is_along_terms()) {
      lines_.add(
          fmt::format("const long long {} = {} + min(first + c, {} - 1);", each.index, each.first, each.tile_here));
    } else {
      lines_.add(fmt::format("const long long {} = {} + first;", each.index, each.first));
    }
    text_.bind(each.operand.own.variable, each.index);
  }

  std::string pack_of(const ThinOperand& each, size_t n, const std::string& count, const std::string& left) {
    const Node node = arena_[each.operand.packed[n]];
    return fmt::format("const Pack<{}, {}> {} = load_pack<{}>({}, {}, is_whole || {});",
                       cuda_name(subject_.parameter(node.args[0]).type), count, each.held[n], count,
                       text_.address(node.args[0], node.args[1], node.bytes), left, each.is_wide);
  }

  // Adds the products of the terms from k on.
  void write_terms() {
    lines_.add("// is_whole: all terms and elements are there, and packs are whole words.");
    lines_.open("const auto add_terms = [&](long long k, bool is_whole)");
    lines_.add(fmt::format("{} of_many[kMany][kTerms];", number_type()));
    is_along_terms() ? write_along_terms(many_) : write_across_terms();
    lines_.add("#pragma unroll");
    lines_.open("for (int f = 0; f < kFew; ++f)");
    lines_.add(fmt::format("{} of_few[kTerms];", number_type()));
    write_elements_of_terms(few_);
    lines_.add("#pragma unroll");
    lines_.open("for (int c = 0; c < kMany; ++c)");
    lines_.add("#pragma unroll");
    lines_.add("for (int t = 0; t < kTerms; ++t) sums[f][c] += of_few[t] * of_many[c][t];");
    lines_.close();
    lines_.close();
    lines_.close("};");
  }

  void write_along_terms(const ThinOperand& each) {
    lines_.add("#pragma unroll");
    lines_.open("for (int c = 0; c < kMany; ++c)");
    write_elements_of_terms(each);
    lines_.close();
  }

  // The values of an element at kTerms terms.
  void write_elements_of_terms(const ThinOperand& each) {
    const size_t before = text_.mark();
    add_index(each);
    text_.bind(plan_.term, "k");
    for (size_t n = 0; has_packs(each) && n < each.operand.packed.size(); ++n)
      lines_.add(pack_of(each, n, "kTerms", "is_whole ? kTerms : terms - k"));
    lines_.add("#pragma unroll");
    lines_.open("for (int t = 0; t < kTerms; ++t)");
    text_.bind(plan_.term, "(k + t)");
    write_value(each, fmt::format("{}{}[t]", each.values, each.is_few ? "" : "[c]"), "t", "k + t < terms");
    lines_.close();
    text_.release(before);
  }

  // The values of kMany neighbours at each of the terms.
  void write_across_terms() {
    const size_t before = text_.mark();
    lines_.add("#pragma unroll");
    lines_.open("for (int t = 0; t < kTerms; ++t)");
    add_index(many_);
    text_.bind(plan_.term, "(k + t)");
    const std::string here = fmt::format("{} - first", many_.tile_here);
    for (size_t n = 0; n < many_.operand.packed.size(); ++n)
      lines_.add(pack_of(many_, n, "kMany", fmt::format("is_whole ? kMany : k + t < terms ? {} : 0", here)));
    lines_.add("#pragma unroll");
    lines_.open("for (int c = 0; c < kMany; ++c)");
    text_.bind(many_.operand.own.variable, fmt::format("({} + c)", many_.index));
    write_value(many_, "of_many[c][t]", "c", fmt::format("k + t < terms && c < {}", here));
    lines_.close();
    lines_.close();
    text_.release(before);
  }

  // What is not there is zero: packs outside of an array are.
  void write_value(const ThinOperand& each, const std::string& to, const std::string& at, const std::string& is_there) {
    const size_t before = text_.mark();
    for (size_t n = 0; n < each.held.size(); ++n)
      text_.bind(each.operand.packed[n], fmt::format("{}.at[{}]", each.held[n], at));
    const bool is_plain = each.operand.is_plain() && has_packs(each);
    if (!is_plain) {
      lines_.add(fmt::format("{} = {};", to, plan_.is_real ? text_.number(0) : "0"));
      lines_.open(fmt::format("if (is_whole || ({}))", is_there));
    }
    text_.count_uses({each.operand.value});
    lines_.add(fmt::format("{} = {};", to,
                           plan_.is_real ? text_.real(each.operand.value) : text_.integer(each.operand.value)));
    if (!is_plain) lines_.close();
    text_.release(before);
  }

  void write_loop() {
    lines_.add("constexpr int kStep = kLanes * kTerms;");
    lines_.add("long long k = share * kTerms;");
    std::string whole = "k + kTerms <= terms";
    for (const ThinOperand* each : {&many_, &few_}) {
      if (has_packs(*each)) whole = fmt::format("{} && {}", each->is_wide, whole);
    }
    if (!is_along_terms()) whole = fmt::format("first + kMany <= {} && {}", many_.tile_here, whole);
    lines_.add("#pragma unroll 2");
    lines_.add(fmt::format("for (; {}; k += kStep) add_terms(k, true);", whole));
    lines_.add("for (; k < terms; k += kStep) add_terms(k, false);");
  }

  void write_sums() {
    lines_.add("");
    lines_.add("#pragma unroll");
    lines_.open("for (int f = 0; f < kFew; ++f)");
    if (!is_along_terms() && numbers_.lanes > 1)
      lines_.add("reduce_slices<kThreads, kThreads / kLanes>(sums[f], Sum());");
    lines_.add("#pragma unroll");
    lines_.open("for (int c = 0; c < kMany; ++c)");
    if (is_along_terms()) lines_.add("sums[f][c] = reduce_lanes<kLanes>(sums[f][c], Sum());");
    const std::string of_few = fmt::format("{} + f", few_.first), of_many = fmt::format("{} + first + c", many_.first);
    lines_.add(fmt::format("const long long i = {}, j = {};", numbers_.is_row_few ? of_few : of_many,
                           numbers_.is_row_few ? of_many : of_few));
    lines_.add("if (share != (f * kMany + c) % kLanes || i >= count_down || j >= count_across) continue;");
    frame_.write_results("sums[f][c]");
    lines_.close();
    lines_.close();
  }

  Result<WrittenKernel> finish() {
    WrittenKernel kernel;
    kernel.schedule = "thin";
    kernel.reason =
        "Thin: one side of the product is short. A thread reads kMany elements of the long operand for kTerms terms, "
        "each once for kFew elements of the short one, which stays in the caches; kLanes threads share the terms of an "
        "element and add up what they have.";
    const int64_t down = numbers_.is_row_few ? numbers_.few : numbers_.tile();
    const int64_t across = numbers_.is_row_few ? numbers_.tile() : numbers_.few;
    kernel.constants = {{"kFew", numbers_.few, "elements of the short side, of a thread"},
                        {"kMany", numbers_.many, "elements of the long side, of a thread"},
                        {"kTerms", numbers_.terms, "terms of a thread at a time"},
                        {"kLanes", numbers_.lanes, "threads that share the terms of an element"},
                        {"kThreads", numbers_.threads, "of a block"},
                        {"kTileM", down, "rows of a block"},
                        {"kTileN", across, "columns of a block"},
                        {"kVector", 1, "results that are stored at once"},
                        {"kGroup", numbers_.is_row_few ? 8 : 1, "tiles below each other that run side by side"}};
    TRY(grid, frame_.grid(down, across));
    kernel.launches = {{subject_.kernel, launch_arguments(subject_, further_), grid, numbers_.threads}};
    kernel.code = lines_.text();
    assemble(subject_, kernel);
    return kernel;
  }

  const Subject& subject_;
  lift::Arena& arena_;
  const Nest& nest_;
  const ThinNumbers& numbers_;
  ContractionPlan plan_;
  Lines lines_;
  CudaExpression text_;
  ContractionFrame frame_;
  ThinOperand few_, many_;
  std::vector<FurtherParameter> further_;
};

}  // namespace

Result<WrittenKernel> write_thin(const Subject& subject, const Nest& nest, const ThinNumbers& numbers) {
  TRY(plan, plan_contraction(subject, nest));
  if (numbers.parts > 1) {
    return write_split_terms(subject, nest, numbers.parts, numbers.terms,
                             [&](const Subject& part, const Nest& of_part) {
                               ThinNumbers whole = numbers;
                               whole.parts = 1;
                               return write_thin(part, of_part, whole);
                             });
  }
  return ThinWriter(subject, nest, numbers, std::move(plan)).write();
}

}  // namespace whet::write
