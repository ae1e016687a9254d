#include "write/schedule/chunk_fetch.h"

#include <fmt/format.h>

namespace whet::write {

ChunkedOperand chunked_left(const ContractionPlan& plan) {
  return {plan.left, "left", "kTileM", "tile_row", "rows_here", "i"};
}

ChunkedOperand chunked_right(const ContractionPlan& plan) {
  return {plan.right, "right", "kTileN", "tile_column", "columns_here", "j"};
}

ChunkedOperand chunked_further(const ContractionPlan& plan) {
  return {plan.further->right, "further", "kTileN", "tile_column", "columns_here", "j"};
}

std::string write_chunk_fetch(const Subject& subject, const ContractionPlan& plan, const ChunkedOperand& each,
                              const ChunkPlaces& to, int64_t chunk, Lines& lines, CudaExpression& text) {
  const ContractionOperand& operand = each.operand;
  const lift::Node node = subject.arena[*operand.plain];
  const Expr along = operand.along_terms ? plan.term : operand.own.variable;
  WidePacks wide(subject, chunk, text, fmt::format("is_{}_wide", each.side), "kChunk");
  const std::string is_wide = wide.of(node.args[0], node.args[1], node.bytes, along);
  lines.add("");
  wide.declare(lines);
  lines.open(fmt::format("const auto fetch_{} = [&](long long start, int stage, bool is_whole)", each.side));
  const size_t before = text.mark();
  lines.add(fmt::format("uint4* const to = {};", to.tile));
  lines.add("const int terms_here = (int)min(terms - start, (long long)kTileK);");
  lines.add("#pragma unroll");
  lines.open(fmt::format("for (int p = 0; p < {} * kTileK / kChunk / kThreads; ++p)", each.tile));
  lines.add(fmt::format("const int line = threadIdx.x / ({0}) + p * (kThreads / ({0}));", each.chunks_of_line()));
  lines.add(fmt::format("const int chunk = threadIdx.x % ({});", each.chunks_of_line()));
  lines.add(operand.along_terms
                ? fmt::format("const long long {} = {} + line, k = start + chunk * kChunk;", each.index, each.first)
                : fmt::format("const long long {} = {} + chunk * kChunk, k = start + line;", each.index, each.first));
  text.bind(operand.own.variable, each.index);
  text.bind(plan.term, "k");
  const std::string rest = operand.along_terms ? fmt::format("line < {} ? terms_here - chunk * kChunk : 0", each.here)
                                               : fmt::format("line < terms_here ? {} - chunk * kChunk : 0", each.here);
  const bool is_float = subject.parameter(node.args[0]).type == ElementType::f32;
  lines.add(fmt::format("{}(to + {}, {}, is_whole ? kChunk : {}, is_whole || {});",
                        is_float ? "fetch_floats" : "fetch_chunk", to.place,
                        text.address(node.args[0], node.args[1], node.bytes), rest, is_wide));
  lines.close();
  lines.close("};");
  text.release(before);
  return is_wide;
}

std::string whole_tiles(const std::vector<std::string>& are_wide) {
  std::string text = "rows_here == kTileM && columns_here == kTileN";
  for (const std::string& each : are_wide) {
    if (each == "false") return "false";
    text += " && " + each;
  }
  return text;
}

}  // namespace whet::write
