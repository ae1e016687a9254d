#include "write/schedule/attention_producer.h"

#include <fmt/format.h>

namespace whet::write {

namespace {

constexpr int64_t k_copied_chunk = 8;  // elements of a copy of 16 bytes

}  // namespace

// A thread has the same chunk of lines that are evenly apart, by a multiple of the eight lines of the swizzle.
void AttentionProducer::write_lines(const Copy& copy, bool is_wide) {
  const lift::Node node = subject_.arena[copy.operand];
  lines_.add(is_wide ? "#pragma unroll" : "#pragma unroll 1");
  lines_.open(fmt::format("for (int line = 0; line < {}; line += kWarpgroup / {})", copy.lines, copy.chunks));
  lines_.add(copy.index);
  const std::string from = text_.address(node.args[0], node.args[1], node.bytes);
  if (is_wide) {
    lines_.add(fmt::format("cp_async_or_zeros(to + line * kLineChunks, {}, {} && chunk * kChunk < {});", from,
                           copy.here, copy.length));
  } else {
    lines_.add(fmt::format("Pack<{}, kChunk> pack =", cuda_name(subject_.parameter(node.args[0]).type)));
    lines_.add(
        fmt::format("    load_pack<kChunk>({}, {} ? {} - chunk * kChunk : 0, false);", from, copy.here, copy.length));
    if (!copy.factor.empty()) {
      lines_.add("#pragma unroll");
      lines_.add(fmt::format(
          "for (int e = 0; e < kChunk; ++e) pack.at[e] = {} < 0.0f ? __hneg(pack.at[e]) : pack.at[e];", copy.factor));
    }
    lines_.add("*reinterpret_cast<decltype(pack)*>(to + line * kLineChunks) = pack;");
  }
  lines_.close();
  lines_.add(fmt::format("{}({});", is_wide ? "cp_async_arrive" : "mbarrier_arrive", copy.barrier));
}

void AttentionProducer::write_fetch(const Copy& copy) {
  const lift::Node node = subject_.arena[copy.operand];
  WidePacks wide(subject_, k_copied_chunk, text_, fmt::format("is_{}_wide", copy.name), "kChunk");
  const std::string is_wide = wide.of(node.args[0], node.args[1], node.bytes, copy.along);
  wide.declare(lines_);
  const bool is_once = copy.name == "queries";
  lines_.open(fmt::format("const auto fetch_{} = [&]({})", copy.name, is_once ? "" : "long long start, int stage"));
  const size_t before = text_.mark();
  text_.bind(copy.along, "(chunk * kChunk)");
  lines_.add(fmt::format("const int first = thread / {0}, chunk = thread % {0};", copy.chunks));
  lines_.add(fmt::format("uint4* const to = {} +", copy.to));
  lines_.add(
      fmt::format("    swizzled<kLineChunks>(chunk / kLineChunks * {} + first, chunk % kLineChunks);", copy.lines));
  if (is_wide == "false") {
    write_lines(copy, false);
  } else {
    const std::string sign = copy.factor.empty() ? "" : fmt::format(" && !({} < 0.0f)", copy.factor);
    lines_.open(fmt::format("if ({} && {} % kChunk == 0{})", is_wide, copy.length, sign));
    write_lines(copy, true);
    lines_.turn("} else {");
    write_lines(copy, false);
    lines_.close();
  }
  lines_.close("};");
  text_.release(before);
}

void AttentionProducer::write(const std::string& factor) {
  lines_.section("Load: the producer warpgroup copies the queries of the block, and tiles of keys and values");
  lines_.open("if (group == kConsumers)");
  lines_.add("give_registers<kProducerRegisters>();");
  lines_.add("const int thread = threadIdx.x % kWarpgroup;");
  const size_t before = text_.mark();
  const std::string key = "const long long k = start + first + line;";
  write_fetch({plan_.query, plan_.term, "queries", "kRows", "kTermChunks", "tiles",
               "const long long i = top + first + line;", "first + line < rows_here", "terms", "&full_queries",
               factor});
  write_fetch({plan_.key_value, plan_.term, "keys", "kKeys", "kTermChunks", "key_tiles + stage * kStageChunks", key,
               "k < end_key", "terms", "&full_keys[stage]"});
  write_fetch({plan_.value, plan_.column.variable, "values", "kKeys", "kColumnChunks",
               "value_tiles + stage * kStageChunks", key, "k < end_key", "count_across", "&full_values[stage]"});
  text_.release(before);
  lines_.add("if (first_key < end_key) fetch_queries();");
  lines_.add("int stage = 0;");
  lines_.add("unsigned phase = 0;  // the parity of the rounds through all stages");
  lines_.open("for (long long start = first_key; start < end_key; start += kKeys)");
  lines_.add("mbarrier_wait(&empty_keys[stage], phase ^ 1);");
  lines_.add("fetch_keys(start, stage);");
  lines_.add("mbarrier_wait(&empty_values[stage], phase ^ 1);");
  lines_.add("fetch_values(start, stage);");
  lines_.open("if (++stage == kStages)");
  lines_.add("stage = 0;");
  lines_.add("phase ^= 1;");
  lines_.close();
  lines_.close();
  lines_.add("return;");
  lines_.close();
}

}  // namespace whet::write
