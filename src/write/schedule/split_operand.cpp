#include "write/schedule/split_operand.h"

#include <fmt/format.h>

namespace whet::write {

void SplitOperand::write(const std::string& tile) {
  WidePacks wide(subject_, 4, text_, fmt::format("is_{}_wide", names_.side), "kChunk");
  const std::string is_wide =
      wide.of(node_.args[0], node_.args[1], node_.bytes, along_terms() ? plan_.term : names_.operand.own.variable);
  lines_.add("");
  wide.declare(lines_);
  if (!along_terms())
    lines_.add("// A square has 4 terms of 4 neighbours in memory; in shared memory the terms are neighbours.");
  write_fetch(is_wide);
  write_keep(tile);
}

// Those of the right operand follow those of the left one.
std::string SplitOperand::own_pack(const std::string& number) const {
  const std::string first = names_.side == "left" ? "" : " + kTileM * kTileK / kChunk / kThreads";
  return fmt::format("own[(slot * kPacks{} + {}) * kThreads]", first, number);
}

// Eight neighbouring threads have the terms of a line, or of four.
void SplitOperand::open_units() {
  lines_.add("#pragma unroll");
  lines_.open(fmt::format("for (int p = 0; p < {} * kTileK / {} / kThreads; ++p)", names_.tile,
                          along_terms() ? "kChunk" : "16"));
  lines_.add("const int unit = threadIdx.x + p * kThreads, chunk = unit % (kTileK / kChunk);");
  lines_.add(fmt::format("const int line = unit / (kTileK / kChunk){};", along_terms() ? "" : " * 4"));
}

void SplitOperand::write_fetch(const std::string& is_wide) {
  lines_.open(fmt::format("const auto fetch_{} = [&](long long start, int slot)", names_.side));
  const size_t before = text_.mark();
  open_units();
  text_.bind(names_.operand.own.variable, names_.index);
  text_.bind(plan_.term, "k");
  const std::string address = text_.address(node_.args[0], node_.args[1], node_.bytes);
  const std::string place =
      fmt::format("const long long {} = {} + line, k = start + chunk * kChunk", names_.index, names_.first);
  if (along_terms()) {
    lines_.add(place + ";");
    lines_.add(
        fmt::format("const int terms_here = line < {} ? (int)min(terms - k, (long long)kChunk) : 0;", names_.here));
    lines_.add(fmt::format("fetch_floats(&{}, {}, terms_here, {});", own_pack("p"), address, is_wide));
  } else {
    lines_.add("#pragma unroll");
    lines_.open("for (int e = 0; e < 4; ++e)");
    lines_.add(place + " + e;");
    lines_.add(fmt::format("fetch_floats(&{}, {}, k < terms ? {} - line : 0, {});", own_pack("p * 4 + e"), address,
                           names_.here, is_wide));
    lines_.close();
  }
  lines_.close();
  lines_.close("};");
  text_.release(before);
}

void SplitOperand::write_keep(const std::string& tile) {
  lines_.open(fmt::format("const auto keep_{} = [&](int stage, int slot)", names_.side));
  lines_.add(fmt::format("uint4* const to = {};", tile));
  open_units();
  if (along_terms()) {
    lines_.add(fmt::format("keep_split<kRests>(to + swizzled<kLineChunks>(line, chunk), pack_of({}));", own_pack("p")));
  } else {
    lines_.add("Pack<float, 4> square[4];");
    lines_.add("#pragma unroll");
    lines_.add(fmt::format("for (int e = 0; e < 4; ++e) square[e] = pack_of({});", own_pack("p * 4 + e")));
    lines_.add("#pragma unroll");
    lines_.open("for (int e = 0; e < 4; ++e)");
    lines_.add("keep_split<kRests>(to + swizzled<kLineChunks>(line + e, chunk), turn_pack(square, e));");
    lines_.close();
  }
  lines_.close();
  lines_.close("};");
}

}  // namespace whet::write
