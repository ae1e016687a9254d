#include "write/schedule/word_fetch.h"

#include <fmt/format.h>

#include "lift/expression/polynomial.h"

namespace whet::write {

std::optional<Expr> even_pitch(lift::Arena& arena, Expr load, Expr variable) {
  const lift::Node node = arena[load];
  const auto along = lift::linear_in(arena, node.args[1], variable);
  if (!along || arena.contains(along->coefficient, variable)) return std::nullopt;
  std::vector<lift::Term> terms = lift::terms_of(arena, along->coefficient);
  for (lift::Term& each : terms) {
    if (each.coefficient % node.bytes != 0) return std::nullopt;
    each.coefficient /= node.bytes;
  }
  return lift::polynomial(arena, terms);
}

void write_word_fetch(const Subject& subject, const ContractionPlan& plan, const FetchedOperand& fetched,
                      const std::string& is_wide, Lines& lines, CudaExpression& text) {
  const lift::Node node = subject.arena[*fetched.operand.plain];
  const std::string &side = fetched.side, packs = fmt::format("({} / kVector)", fetched.tile);
  lines.add(
      fmt::format("const int {0}_line = threadIdx.x % {1} * kVector, {0}_term = threadIdx.x / {1};", side, packs));
  lines.add(fmt::format("const long long {}_pitch = {};", side,
                        text.integer(*even_pitch(subject.arena, *fetched.operand.plain, plan.term))));
  const size_t before = text.mark();
  text.bind(fetched.operand.own.variable, fmt::format("({} + {}_line)", fetched.first, side));
  text.bind(plan.term, side + "_term");
  lines.add(fmt::format("const {}* {}_from = {};  // of the next tile", cuda_name(subject.parameter(node.args[0]).type),
                        side, text.address(node.args[0], node.args[1], node.bytes)));
  text.release(before);
  lines.open(fmt::format("const auto fetch_{} = [&](long long start, int buffer, bool is_whole)", side));
  lines.add("const int terms_here = (int)min(terms - start, (long long)kTileK);");
  lines.add("#pragma unroll");
  lines.open(fmt::format("for (int p = 0; p < {} * kTileK / kVector / kThreads; ++p)", fetched.tile));
  lines.add(fmt::format("const int step = p * (kThreads / {}), term = {}_term + step;", packs, side));
  const std::string valid =
      fmt::format("is_whole ? kVector : term < terms_here ? {} - {}_line : 0", fetched.here, side);
  lines.add(fmt::format("{0}(&{1}_tile[buffer][term][{1}_line], {1}_from + step * {1}_pitch, {2}{3});",
                        is_wide.empty() ? "fetch_word" : "fetch_numbers", side, valid,
                        is_wide.empty() ? "" : ", is_whole || " + is_wide));
  lines.close();
  lines.add(fmt::format("{0}_from += kTileK * {0}_pitch;", side));
  lines.close("};");
}

}  // namespace whet::write
