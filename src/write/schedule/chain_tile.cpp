#include "write/schedule/chain_tile.h"

#include <fmt/format.h>

namespace whet::write {

Result<void> ChainTile::check(int64_t threads) const {
  if (chunks() % threads != 0 || threads % ((is_along_terms_ ? term_ : own_).length / 8) != 0)
    return bad_input("the chunks of a tile are no multiple of a block's threads");
  return {};
}

// The chunks of a thread, and where in the operand they begin.
void ChainTile::open_chunks(const std::string& unroll) {
  lines_.add(unroll);
  lines_.open(fmt::format("for (int p = 0; p < {} * ({}) / kThreads; ++p)", line_count(), line_chunks()));
  lines_.add(fmt::format("const int line = threadIdx.x / ({0}) + p * (kThreads / ({0}));", line_chunks()));
  lines_.add(fmt::format("const int chunk = threadIdx.x % ({});", line_chunks()));
  const auto place = [&](const TileIndex& index, const char* first, bool is_line) {
    return fmt::format("{} = {} + {}", index.name, first, is_line ? "line" : "chunk * kChunk");
  };
  lines_.add(fmt::format("const long long {}, {};", place(own_, "first", is_along_terms_),
                         place(term_, "start", !is_along_terms_)));
}

void ChainTile::write_fetch() {
  const TileIndex& along = is_along_terms_ ? term_ : own_;
  const TileIndex& line = is_along_terms_ ? own_ : term_;
  WidePacks wide(subject_, 8, text_, fmt::format("is_{}_wide", name_), "kChunk");
  const std::string is_wide = wide.of(node_.args[0], node_.args[1], node_.bytes, along.variable);
  const size_t before = text_.mark();
  text_.bind(own_.variable, own_.name);
  text_.bind(term_.variable, term_.name);
  const std::string from = text_.address(node_.args[0], node_.args[1], node_.bytes);
  const std::string to = fmt::format("to + swizzled<{}>(line, chunk)", line_chunks());
  lines_.add("");
  wide.declare(lines_);
  lines_.open(fmt::format("const auto fetch_{} = [&](long long first, long long start, uint4* to)", name_));
  if (is_wide != "false") {
    lines_.open(fmt::format("if ({} && first + {} <= {} && start + {} <= {})", is_wide, own_.constant, own_.count,
                            term_.constant, term_.count));
    open_chunks("#pragma unroll");
    lines_.add(fmt::format("cp_async({}, {});", to, from));
    lines_.close();
    lines_.add("return;");
    lines_.close();
  }
  open_chunks("#pragma unroll 1");
  lines_.add(
      fmt::format("const long long rest = {0} < {1} ? {2} - {3} : 0;", line.name, line.count, along.count, along.name));
  lines_.add(fmt::format("fetch_chunk({}, {}, (int)min(rest, (long long)kChunk), {});", to, from, is_wide));
  lines_.close();
  lines_.close("};");
  text_.release(before);
}

// Of a left operand the four matrices are own indices 0 to 7 and 8 to 15 of the first terms, then of the others; of a
// right one own indices 0 to 7 with the first and the other terms, then 8 to 15.
void ChainTile::write_place(const std::string& first_own, const std::string& first_term) {
  const bool is_low = is_along_terms_ == is_left_;  // 16 lines, then the next chunk of each; else 8 lines of two chunks
  const std::string line = is_low ? "lane % 16" : "lane / 16 * 8 + lane % 8";
  const std::string chunk = is_low ? "lane / 16" : "lane / 8 % 2";
  const std::string& first_line = is_along_terms_ ? first_own : first_term;
  const std::string& first_element = is_along_terms_ ? first_term : first_own;
  lines_.add(fmt::format("const int {}_place = swizzled<{}>({}{}, {}{});", name_, line_chunks(),
                         first_line == "0" ? "" : first_line + " + ", line,
                         first_element == "0" ? "" : first_element + " / kChunk + ", chunk));
}

std::string ChainTile::read(const std::string& to, const std::string& tile, const std::string& own_step,
                            const std::string& term_step) const {
  return fmt::format("ldmatrix_x4{}({}, {} + next_chunks({}_place, {}) + {} * 16 * ({}));",
                     is_along_terms_ ? "" : "_transposed", to, tile, name_, is_along_terms_ ? term_step : own_step,
                     is_along_terms_ ? own_step : term_step, line_chunks());
}

}  // namespace whet::write
