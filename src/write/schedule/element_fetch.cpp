#include "write/schedule/element_fetch.h"

#include <fmt/format.h>

namespace whet::write {

namespace {

constexpr int64_t k_terms_of_warp = 8;

}  // namespace

bool has_element_fetch(const Subject& subject, const ContractionOperand& operand, const ElementFetchShape& shape) {
  if (operand.is_gathered || !operand.is_plain() || !operand.along_terms) return false;
  const lift::Node load = subject.arena[*operand.plain];
  const int64_t lines = shape.threads / k_terms_of_warp;  // that are brought at a time
  return (load.bytes == 4 || load.bytes == 8) && shape.length % lines == 0 && shape.tile_k % k_terms_of_warp == 0 &&
         even_pitch(subject.arena, *operand.plain, operand.own.variable).has_value();
}

void write_element_fetch(const Subject& subject, const ContractionPlan& plan, const FetchedOperand& fetched,
                         const ElementFetchShape& shape, Lines& lines, CudaExpression& text) {
  const lift::Node load = subject.arena[*fetched.operand.plain];
  const std::string& side = fetched.side;
  lines.add(fmt::format("const int {0}_term = threadIdx.x % 8, {0}_line = threadIdx.x / 8;", side));
  lines.add(
      fmt::format("const long long {}_pitch = {};", side,
                  text.integer(*even_pitch(subject.arena, *fetched.operand.plain, fetched.operand.own.variable))));
  const size_t before = text.mark();
  text.bind(fetched.operand.own.variable, fmt::format("({} + {}_line)", fetched.first, side));
  text.bind(plan.term, side + "_term");
  lines.add(fmt::format("const {}* {}_from = {};  // of the next tile", cuda_name(subject.parameter(load.args[0]).type),
                        side, text.address(load.args[0], load.args[1], load.bytes)));
  text.release(before);
  lines.open(fmt::format("const auto fetch_{} = [&](long long start, int buffer, bool is_whole)", side));
  lines.add(fmt::format("const int terms_here = (int)min({} - start, (long long)kTileK);", shape.terms));
  lines.add("#pragma unroll");
  lines.open(fmt::format("for (int p = 0; p < {} * kTileK / kThreads; ++p)", fetched.tile));
  lines.add(
      fmt::format("const int turn = p * (kThreads / 8), step = turn % {0}, more = turn / {0} * 8;", fetched.tile));
  lines.add(fmt::format("const int line = {0}_line + step, term = {0}_term + more;", side));
  lines.add(fmt::format("fetch_element(&{0}_tile[buffer][term][line], {0}_from + step * {0}_pitch + more,", side));
  lines.add(fmt::format("    is_whole || (line < {} && term < terms_here));", fetched.here));
  lines.close();
  lines.add(fmt::format("{}_from += kTileK;", side));
  lines.close("};");
}

}  // namespace whet::write
