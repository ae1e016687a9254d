#include "write/schedule/stencil_lines.h"

#include <fmt/format.h>

#include <algorithm>

namespace whet::write {

namespace {

constexpr int64_t k_most_direct_loads = 160;  // that a thread makes at an edge beside its lines

}  // namespace

std::string moved_text(const std::string& index, int64_t shift) {
  if (shift == 0) return index;
  return fmt::format("{} {} {}", index, shift < 0 ? "-" : "+", shift < 0 ? -shift : shift);
}

// Elements beside its own of an array that is stored to may be stored meanwhile: at an edge those are not touched.
bool StencilLines::is_held(const StencilLine& line, StencilPart part) const {
  return part == StencilPart::inside || !subject_.parameter(line.array).is_written;
}

size_t StencilLines::direct_loads() const {
  std::vector<Expr> values;
  for (const lift::Statement& statement : plan_.edge) values.push_back(statement.value);
  const auto loads = parts_of_kind(subject_.arena, values, lift::Kind::load);
  return static_cast<size_t>(std::count_if(loads.begin(), loads.end(), [&](Expr load) {
    return std::none_of(plan_.loads.begin(), plan_.loads.end(), [&](const ShiftedLoad& held) {
      return held.load == load && is_held(plan_.lines[held.line], StencilPart::edge);
    });
  }));
}

bool StencilLines::has_edge() const {
  const auto is_known = [&](const StencilLine& line) {
    return !subject_.parameter(line.array).elements_formula.empty();
  };
  return std::all_of(plan_.lines.begin(), plan_.lines.end(), is_known) &&
         static_cast<int64_t>(direct_loads()) * rows() * numbers_.vector <= k_most_direct_loads;
}

void StencilLines::add_parameters(std::vector<FurtherParameter>& further) {
  for (const StencilLine& line : plan_.lines) {
    const SubjectParameter& array = subject_.parameter(line.array);
    std::string& name = elements_[array.elements_formula];
    if (!is_held(line, StencilPart::edge) || !name.empty()) continue;
    const SubjectParameter* const passed = passed_integer(subject_, array.elements_formula);
    name = passed ? passed->name : text_.fresh(array.name + "_elements");
    if (!passed) further.push_back({name, array.elements_formula});
  }
}

void StencilLines::name(WidePacks& wide) {
  for (const StencilLine& line : plan_.lines) {
    names_.push_back(text_.fresh(subject_.parameter(line.array).name + "_line"));
    wide_.push_back(wide.of(line.array, line.offset, line.bytes, plan_.across.variable));
  }
}

void StencilLines::declare(StencilPart part) {
  for (size_t at = 0; at < plan_.lines.size(); ++at) {
    const StencilLine& line = plan_.lines[at];
    if (!is_held(line, part)) continue;
    lines_.add(fmt::format("Line<{}, {}, kVector, {}> {}[{}];", cuda_name(subject_.parameter(line.array).type),
                           line.before, line.after, names_[at], moved_text("kRows", further_rows(line))));
  }
}

void StencilLines::load_first(StencilPart part) {
  for (size_t at = 0; at < plan_.lines.size(); ++at) {
    const int64_t more = further_rows(plan_.lines[at]);
    if (!is_held(plan_.lines[at], part)) continue;
    lines_.add("#pragma unroll");
    lines_.open(fmt::format("for (int r = 0; r < {}; ++r)",
                            numbers_.is_marching ? std::to_string(more + 1) : moved_text("kRows", more)));
    load(at, part, "r", plan_.lines[at].first_row);
    lines_.close();
  }
}

void StencilLines::load_ahead(StencilPart part) {
  if (!numbers_.is_marching || rows() == 1) return;
  lines_.open("if (r + 1 < kRows)");
  for (size_t at = 0; at < plan_.lines.size(); ++at) {
    const StencilLine& line = plan_.lines[at];
    if (is_held(line, part)) load(at, part, moved_text("r", further_rows(line) + 1), line.last_row + 1);
  }
  lines_.close();
}

void StencilLines::load(size_t at, StencilPart part, const std::string& place, int64_t row) {
  const StencilLine& line = plan_.lines[at];
  const SubjectParameter& array = subject_.parameter(line.array);
  const size_t before = text_.mark();
  if (plan_.march) text_.bind(plan_.march->variable, "(" + moved_text("i + r", row) + ")");
  text_.bind(plan_.across.variable, "j");
  const std::string from = text_.address(line.array, line.offset, line.bytes);
  lines_.add(part == StencilPart::inside ? fmt::format("{}[{}] = load_line<{}, kVector, {}>({}, {});", names_[at],
                                                       place, line.before, line.after, from, wide_[at])
                                         : fmt::format("{}[{}] = load_line_within<{}, kVector, {}>({}, {}, {}, {});",
                                                       names_[at], place, line.before, line.after, array.name,
                                                       elements_[array.elements_formula], from, wide_[at]));
  text_.release(before);
}

void StencilLines::bind(StencilPart part) {
  for (const ShiftedLoad& load : plan_.loads) {
    const StencilLine& line = plan_.lines[load.line];
    if (!is_held(line, part)) continue;
    text_.bind(load.load, fmt::format("{}[{}].at[{}]", names_[load.line], moved_text("r", load.row - line.first_row),
                                      moved_text("e", line.before + load.column)));
  }
}

}  // namespace whet::write
