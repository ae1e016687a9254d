#include "write/schedule/gathered_loop.h"

#include <fmt/format.h>

#include "util/text.h"
#include "write/schedule/gathered_chunks.h"

namespace whet::write {

namespace {

std::vector<ChunkedOperand> operands_of(const ContractionPlan& plan) {
  return {chunked_left(plan), chunked_right(plan)};
}

}  // namespace

std::string GatheredLoop::wide_text() const {
  std::vector<std::string> all;
  for (const ChunkedOperand& each : operands_of(plan_)) {
    if (is_brought_in_chunks(plan_, each.operand)) all.push_back(fmt::format("is_{}_wide", each.side));
  }
  return join(all, " && ");
}

void GatheredLoop::write() {
  lines_.section(fmt::format("Pipeline: load kStages - {} tiles ahead, multiply", by_groups_ ? 2 : 1));
  lines_.open(fmt::format("if ({})", wide_text()));
  write_ahead();
  lines_.turn("} else {");
  write_by_elements();
  lines_.close();
}

void GatheredLoop::add_fetches(const std::string& at, const std::string& stage) {
  for (const ChunkedOperand& each : operands_of(plan_)) {
    lines_.add(is_brought_in_chunks(plan_, each.operand)
                   ? fmt::format("fetch_{}({});", each.side, stage)
                   : fmt::format("fetch_{}({} * (long long)kTileK, {}, false);", each.side, at, stage));
  }
}

// Products of a warpgroup are under way while those of the next tile begin, so that one tile more is in use.
void GatheredLoop::write_ahead() {
  const int in_use = by_groups_ ? 2 : 1;
  lines_.add("const int tiles_of_terms = (int)((terms + kTileK - 1) / kTileK);");
  lines_.open(fmt::format("for (int stage = 0; stage < kStages - {}; ++stage)", in_use));
  lines_.open("if (stage < tiles_of_terms)");
  add_fetches("stage", "stage");
  lines_.close();
  lines_.add("cp_async_commit();");
  lines_.close();
  lines_.add(
      fmt::format("int stage = 0, free = kStages - {};  // that is multiplied, and that is filled next", in_use));
  lines_.open("for (int at = 0; at < tiles_of_terms; ++at)");
  lines_.add(fmt::format("cp_async_wait<kStages - {}>();", in_use + 1));
  if (by_groups_) lines_.add("fence_async_proxy();");
  lines_.add("__syncthreads();  // the tile is there, and nothing reads the one that is filled next");
  lines_.open(fmt::format("if (at + kStages - {} < tiles_of_terms)", in_use));
  add_fetches(fmt::format("(at + kStages - {})", in_use), "free");
  lines_.close();
  lines_.add("cp_async_commit();");
  lines_.add("multiply(stage);");
  if (by_groups_) lines_.add("wgmma_wait<1>();");
  lines_.add("stage = stage + 1 == kStages ? 0 : stage + 1;");
  lines_.add("free = free + 1 == kStages ? 0 : free + 1;");
  lines_.close();
}

void GatheredLoop::write_by_elements() {
  lines_.open("for (long long start = 0; start < terms; start += kTileK)");
  for (const ChunkedOperand& each : operands_of(plan_)) {
    lines_.add(is_brought_in_chunks(plan_, each.operand) ? fmt::format("gather_{}(start, 0);", each.side)
                                                         : fmt::format("fetch_{}(start, 0, false);", each.side));
  }
  lines_.add("cp_async_commit();");
  lines_.add("cp_async_wait<0>();");
  if (by_groups_) lines_.add("fence_async_proxy();");
  lines_.add("__syncthreads();");
  lines_.add("multiply(0);");
  if (by_groups_) lines_.add("wgmma_wait<0>();");
  lines_.add("__syncthreads();");
  lines_.close();
}

}  // namespace whet::write
