#include "write/schedule/stencil.h"

#include <fmt/format.h>

#include <algorithm>

#include "lift/expression/polynomial.h"
#include "util/text.h"
#include "write/schedule/schedule_work.h"
#include "write/schedule/stencil_lines.h"

namespace whet::write {

using lift::Statement;

namespace {

constexpr int64_t k_most_line_bytes = 640;  // in the registers of a thread

class StencilWriter {
 public:
  StencilWriter(const Subject& subject, const Nest& nest, const StencilNumbers& numbers, StencilPlan plan)
      : subject_(subject),
        arena_(subject.arena),
        nest_(nest),
        numbers_(numbers),
        plan_(std::move(plan)),
        grid_(plan_, numbers),
        text_(subject, lines_),
        wide_(subject, numbers.vector, text_),
        held_(subject, plan_, numbers, lines_, text_) {}

  Result<WrittenKernel> write() {
    TRY_VOID(check());
    further_ = launch_parameters(subject_, nest_, text_);
    if (held_.has_edge()) held_.add_parameters(further_);
    lines_.open(fmt::format("__global__ void __launch_bounds__(kThreads) {}({})", subject_.kernel,
                            parameter_text(subject_, further_)));
    write_head();
    held_.has_edge() ? write_parts() : write_inner_or_elements();
    lines_.close();
    if (!text_.failure().empty()) return bad_input("a stencil has no form for " + text_.failure());
    return finish();
  }

 private:
  int64_t rows() const { return grid_.rows(); }

  Result<void> check() const {
    if (!plan_.march && numbers_.rows != 1) return bad_input("a stencil of one index has one row");
    if (numbers_.threads % numbers_.lanes != 0) return bad_input("lanes divide the threads of a block");
    int64_t bytes = 0;
    const int64_t at_once = numbers_.is_marching ? std::min<int64_t>(rows(), 2) : rows();
    for (const StencilLine& line : plan_.lines)
      bytes += (at_once + line.last_row - line.first_row) * (numbers_.vector + line.before + line.after) * line.bytes;
    if (bytes > k_most_line_bytes) return bad_input("the lines of a thread do not fit into its registers");
    return {};
  }

  void write_head() {
    grid_.write_counts(lines_, text_);
    grid_.write_indices(lines_, text_);
    held_.name(wide_);
    for (const Statement& statement : plan_.inner)
      store_wide_.push_back(wide_.of(statement.array, statement.offset, statement.bytes, plan_.across.variable));
    wide_.declare(lines_);
  }

  // All threads of a warp go the same way: one that has to go both takes twice as long.
  void write_parts() {
    lines_.add(fmt::format("const bool is_inside = {};", inner_text()));
    lines_.open("if (__all_sync(~0u, is_inside || is_idle))");
    lines_.add("if (is_idle) return;");
    write_rows(StencilPart::inside);
    lines_.add("return;");
    lines_.close();
    lines_.add("if (is_idle) return;");
    write_rows(StencilPart::edge);
  }

  void write_inner_or_elements() {
    lines_.add("if (is_idle) return;");
    lines_.open(fmt::format("if ({})", inner_text()));
    write_rows(StencilPart::inside);
    lines_.add("return;");
    lines_.close();
    write_border();
  }

  // Every need at that end of the thread's rows and columns where it is smallest.
  std::string inner_text() {
    std::vector<std::string> conditions;
    const InnerPart linear(arena_, nest_.space);
    for (const Expr need : plan_.needs) {
      const size_t before = text_.mark();
      const auto is_rising = [&](Expr variable) { return linear.coefficient(need, variable).value_or(0) >= 0; };
      if (plan_.march) text_.bind(plan_.march->variable, is_rising(plan_.march->variable) ? "i" : "(i + kRows - 1)");
      text_.bind(plan_.across.variable, is_rising(plan_.across.variable) ? "j" : "(j + kVector - 1)");
      conditions.push_back(fmt::format("{} >= 0", text_.integer(need)));
      text_.release(before);
    }
    return join(conditions, " && ");
  }

  void write_rows(StencilPart part) {
    held_.declare(part);
    held_.load_first(part);
    lines_.add("#pragma unroll");
    lines_.open("for (int r = 0; r < kRows; ++r)");
    held_.load_ahead(part);
    const size_t before = text_.mark();
    if (plan_.march) text_.bind(plan_.march->variable, "(i + r)");
    const bool may_end = part == StencilPart::edge && plan_.march;
    if (may_end) lines_.open("if (i + r < count_march)");
    write_pack(part);
    if (may_end) lines_.close();
    text_.release(before);
    lines_.close();
  }

  void write_pack(StencilPart part) {
    const std::vector<Statement>& statements = part == StencilPart::inside ? plan_.inner : plan_.edge;
    std::vector<std::string> outs;
    for (const Statement& statement : statements) {
      const SubjectParameter& array = subject_.parameter(statement.array);
      outs.push_back(statement.guard.empty() ? text_.fresh(array.name + "_out") : "");
      if (!outs.back().empty()) lines_.add(fmt::format("Pack<{}, kVector> {};", cuda_name(array.type), outs.back()));
    }
    lines_.add("#pragma unroll");
    lines_.open("for (int e = 0; e < kVector; ++e)");
    if (part == StencilPart::edge) lines_.open("if (j + e >= kLead && j + e < kLead + count_across)");
    write_element(part, statements, outs);
    if (part == StencilPart::edge) lines_.close();
    lines_.close();
    for (size_t i = 0; i < outs.size(); ++i) {
      if (!outs[i].empty()) store(part, statements[i], outs[i], store_wide_[i]);
    }
  }

  void write_element(StencilPart part, const std::vector<Statement>& statements, const std::vector<std::string>& outs) {
    const size_t before = text_.mark();
    text_.bind(plan_.across.variable, "(j + e)");
    held_.bind(part);
    count_unguarded(statements);
    for (size_t i = 0; i < outs.size(); ++i) {
      if (outs[i].empty()) write_border_element(statements[i]);
      if (!outs[i].empty()) lines_.add(fmt::format("{}.at[e] = {};", outs[i], text_.stored(statements[i])));
    }
    text_.release(before);
  }

  void count_unguarded(const std::vector<Statement>& statements) {
    std::vector<Expr> values;
    for (const Statement& statement : statements) {
      if (statement.guard.empty()) values.push_back(statement.value);
    }
    text_.count_uses(values);
  }

  void store(StencilPart part, const Statement& statement, const std::string& out, const std::string& wide) {
    const size_t before = text_.mark();
    text_.bind(plan_.across.variable, "j");
    const std::string to = text_.address(statement.array, statement.offset, statement.bytes);
    lines_.add(part == StencilPart::inside
                   ? fmt::format("store_pack({}, {}, kVector, {});", to, out, wide)
                   : fmt::format("store_part({}, {}, kLead - j, kLead + count_across - j, {});", to, out, wide));
    text_.release(before);
  }

  // Near the borders every element is computed as the formula has it.
  void write_border() {
    if (plan_.march) {
      lines_.add("#pragma unroll 1");
      lines_.open("for (long long row = i; row < min(i + kRows, count_march); ++row)");
      text_.bind(plan_.march->variable, "row");
    }
    lines_.add("#pragma unroll 1");
    lines_.open(
        "for (long long column = max(j, (long long)kLead); column < min(j + kVector, kLead + count_across); ++column)");
    text_.bind(plan_.across.variable, "column");
    count_unguarded(plan_.border);
    for (const Statement& statement : plan_.border) write_border_element(statement);
    lines_.close();
    if (plan_.march) lines_.close();
  }

  void write_border_element(const Statement& statement) {
    const size_t before = text_.mark();
    std::vector<std::string> conditions;
    for (const Expr condition : statement.guard) conditions.push_back(text_.condition(condition));
    if (!conditions.empty()) lines_.open(fmt::format("if ({})", join(conditions, " && ")));
    const std::string value = text_.stored(statement);
    lines_.add(fmt::format("*({}) = {};", text_.address(statement.array, statement.offset, statement.bytes), value));
    if (!conditions.empty()) lines_.close(), text_.release(before);
  }

  Result<WrittenKernel> finish() {
    WrittenKernel kernel;
    kernel.schedule = "stencil";
    kernel.reason =
        "Stencil: a thread computes packs of kVector elements in kRows rows and keeps the lines that they share in "
        "registers, so that each element is read about once; a block is kLanes packs wide, and what its threads share "
        "beside that they find in L1. Packs start where words of memory do. Near the borders ";
    kernel.reason += held_.has_edge() ? "warps ask for each element which neighbours count."
                                      : "every element is computed on its own.";
    kernel.constants = {{"kThreads", numbers_.threads, "of a block"},
                        {"kLanes", numbers_.lanes, "packs of a block along a line"},
                        {"kDown", numbers_.threads / numbers_.lanes, "lines of a block: kThreads / kLanes"},
                        {"kRows", rows(), "that a thread computes"},
                        {"kVector", numbers_.vector, "elements of a pack"},
                        {"kLead", plan_.lead, "elements of the first pack that are not stored"}};
    TRY(grid, grid_.formula(subject_));
    kernel.launches = {{subject_.kernel, launch_arguments(subject_, further_), grid, numbers_.threads}};
    kernel.launches.back().work =
        counted(subject_, nest_.space, [&](WorkCount& count) { count_stencil(subject_, plan_, numbers_, count); });
    kernel.code = lines_.text();
    assemble(subject_, kernel);
    return kernel;
  }

  const Subject& subject_;
  lift::Arena& arena_;
  const Nest& nest_;
  const StencilNumbers& numbers_;
  const StencilPlan plan_;
  const StencilGrid grid_;
  Lines lines_;
  CudaExpression text_;
  WidePacks wide_;
  StencilLines held_;
  std::vector<std::string> store_wide_;
  std::vector<FurtherParameter> further_;
};

}  // namespace

Result<WrittenKernel> write_stencil(const Subject& subject, const Nest& nest, const StencilNumbers& numbers) {
  TRY(plan, plan_stencil(subject, nest, numbers.vector));
  return StencilWriter(subject, nest, numbers, std::move(plan)).write();
}

}  // namespace whet::write
