#include "write/schedule/stencil.h"

#include <fmt/format.h>

#include "lift/expression/polynomial.h"
#include "util/text.h"
#include "write/schedule/schedule_work.h"
#include "write/schedule/stencil_grid.h"
#include "write/schedule/wide_packs.h"

namespace whet::write {

using lift::Statement;

namespace {

constexpr int64_t k_most_line_bytes = 640;  // in the registers of a thread

// "(i + r - 1)"
std::string moved_text(const std::string& index, int64_t shift) {
  if (shift == 0) return index;
  return fmt::format("{} {} {}", index, shift < 0 ? "-" : "+", shift < 0 ? -shift : shift);
}

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
        wide_(subject, numbers.vector, text_) {}

  Result<WrittenKernel> write() {
    TRY_VOID(check());
    further_ = launch_parameters(subject_, nest_, text_);
    lines_.open(fmt::format("__global__ void __launch_bounds__(kThreads) {}({})", subject_.kernel,
                            parameter_text(subject_, further_)));
    write_head();
    lines_.open(fmt::format("if ({})", inner_text()));
    write_inner();
    lines_.add("return;");
    lines_.close();
    write_border();
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
    for (const StencilLine& line : plan_.lines)
      bytes += (rows() + line.last_row - line.first_row) * (numbers_.vector + line.before + line.after) * line.bytes;
    if (bytes > k_most_line_bytes) return bad_input("the lines of a thread do not fit into its registers");
    return {};
  }

  void write_head() {
    grid_.write_counts(lines_, text_);
    grid_.write_indices(lines_, text_);
    const Expr across = plan_.across.variable;
    for (const StencilLine& line : plan_.lines) {
      names_.push_back(text_.fresh(subject_.parameter(line.array).name + "_line"));
      line_wide_.push_back(wide_.of(line.array, line.offset, line.bytes, across));
    }
    for (const Statement& statement : plan_.inner)
      store_wide_.push_back(wide_.of(statement.array, statement.offset, statement.bytes, across));
    wide_.declare(lines_);
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

  void write_inner() {
    for (size_t at = 0; at < plan_.lines.size(); ++at) {
      const StencilLine& line = plan_.lines[at];
      lines_.add(fmt::format("Line<{}, {}, kVector, {}> {}[{}];", cuda_name(subject_.parameter(line.array).type),
                             line.before, line.after, names_[at], moved_text("kRows", line.last_row - line.first_row)));
    }
    for (size_t at = 0; at < plan_.lines.size(); ++at) write_first_lines(at);
    lines_.add("#pragma unroll");
    lines_.open("for (int r = 0; r < kRows; ++r)");
    if (numbers_.is_marching) {
      for (size_t at = 0; at < plan_.lines.size(); ++at)
        write_line(at, moved_text("r", plan_.lines[at].last_row - plan_.lines[at].first_row), plan_.lines[at].last_row);
    }
    write_pack();
    lines_.close();
  }

  // All lines, or all but the one that each row loads.
  void write_first_lines(size_t at) {
    const int64_t more = plan_.lines[at].last_row - plan_.lines[at].first_row;
    if (numbers_.is_marching && more == 0) return;
    lines_.add("#pragma unroll");
    lines_.open(fmt::format("for (int r = 0; r < {}; ++r)",
                            numbers_.is_marching ? std::to_string(more) : moved_text("kRows", more)));
    write_line(at, "r", plan_.lines[at].first_row);
    lines_.close();
  }

  void write_line(size_t at, const std::string& place, int64_t row) {
    const StencilLine& line = plan_.lines[at];
    const size_t before = text_.mark();
    if (plan_.march) text_.bind(plan_.march->variable, "(" + moved_text("i + r", row) + ")");
    text_.bind(plan_.across.variable, "j");
    lines_.add(fmt::format("{}[{}] = load_line<{}, kVector, {}>({}, {});", names_[at], place, line.before, line.after,
                           text_.address(line.array, line.offset, line.bytes), line_wide_[at]));
    text_.release(before);
  }

  void write_pack() {
    const size_t before = text_.mark();
    if (plan_.march) text_.bind(plan_.march->variable, "(i + r)");
    std::vector<std::string> outs;
    for (const Statement& statement : plan_.inner) {
      const SubjectParameter& array = subject_.parameter(statement.array);
      outs.push_back(text_.fresh(array.name + "_out"));
      lines_.add(fmt::format("Pack<{}, kVector> {};", cuda_name(array.type), outs.back()));
    }
    lines_.add("#pragma unroll");
    lines_.open("for (int e = 0; e < kVector; ++e)");
    const size_t element = text_.mark();
    text_.bind(plan_.across.variable, "(j + e)");
    for (const ShiftedLoad& load : plan_.loads) {
      const StencilLine& line = plan_.lines[load.line];
      text_.bind(load.load, fmt::format("{}[{}].at[{}]", names_[load.line], moved_text("r", load.row - line.first_row),
                                        moved_text("e", line.before + load.column)));
    }
    std::vector<Expr> values;
    for (const Statement& statement : plan_.inner) values.push_back(statement.value);
    text_.count_uses(values);
    for (size_t i = 0; i < outs.size(); ++i)
      lines_.add(fmt::format("{}.at[e] = {};", outs[i], text_.stored(plan_.inner[i])));
    text_.release(element);
    lines_.close();
    text_.bind(plan_.across.variable, "j");
    for (size_t i = 0; i < outs.size(); ++i) {
      const Statement& statement = plan_.inner[i];
      lines_.add(fmt::format("store_pack({}, {}, kVector, {});",
                             text_.address(statement.array, statement.offset, statement.bytes), outs[i],
                             store_wide_[i]));
    }
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
    std::vector<Expr> values;
    for (const Statement& statement : plan_.border) {
      if (statement.guard.empty()) values.push_back(statement.value);
    }
    text_.count_uses(values);
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
        "beside that they find in L1. Packs start where words of memory do. Near the borders every element is computed "
        "on its own.";
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
  std::vector<std::string> names_, line_wide_, store_wide_;
  std::vector<FurtherParameter> further_;
};

}  // namespace

Result<WrittenKernel> write_stencil(const Subject& subject, const Nest& nest, const StencilNumbers& numbers) {
  TRY(plan, plan_stencil(subject, nest, numbers.vector));
  return StencilWriter(subject, nest, numbers, std::move(plan)).write();
}

}  // namespace whet::write
