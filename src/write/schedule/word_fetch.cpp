#include "write/schedule/word_fetch.h"

#include <fmt/format.h>

#include "lift/expression/polynomial.h"

namespace whet::write {

namespace {

// Elements from one term to the next.
Expr pitch_of(lift::Arena& arena, const lift::Node& load, Expr term) {
  const auto along = lift::linear_in(arena, load.args[1], term);
  std::vector<lift::Term> terms = lift::terms_of(arena, along->coefficient);
  for (lift::Term& each : terms) each.coefficient /= load.bytes;
  return lift::polynomial(arena, terms);
}

}  // namespace

void write_word_fetch(const Subject& subject, const ContractionPlan& plan, const FetchedOperand& fetched, Lines& lines,
                      CudaExpression& text) {
  const lift::Node node = subject.arena[*fetched.operand.plain];
  const std::string &side = fetched.side, packs = fmt::format("({} / kVector)", fetched.tile);
  lines.add(
      fmt::format("const int {0}_line = threadIdx.x % {1} * kVector, {0}_term = threadIdx.x / {1};", side, packs));
  lines.add(
      fmt::format("const long long {}_pitch = {};", side, text.integer(pitch_of(subject.arena, node, plan.term))));
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
  lines.add(
      fmt::format("fetch_word(&{0}_tile[buffer][term][{0}_line], {0}_from + step * {0}_pitch, "
                  "is_whole ? kVector : term < terms_here ? {1} - {0}_line : 0);",
                  side, fetched.here));
  lines.close();
  lines.add(fmt::format("{0}_from += kTileK * {0}_pitch;", side));
  lines.close("};");
}

}  // namespace whet::write
