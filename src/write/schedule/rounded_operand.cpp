#include "write/schedule/rounded_operand.h"

#include <fmt/format.h>

namespace whet::write {

RoundedOperand::RoundedOperand(const Subject& subject, const ContractionPlan& plan, ChunkedOperand names, Lines& lines,
                               CudaExpression& text)
    : subject_(subject),
      plan_(plan),
      names_(std::move(names)),
      lines_(lines),
      text_(text),
      node_(subject.arena[*names_.operand.plain]) {}

void RoundedOperand::write(const std::string& tile) {
  const bool along_terms = names_.operand.along_terms;
  WidePacks wide(subject_, 4, text_, fmt::format("is_{}_wide", names_.side), "kChunk");
  is_wide_ = wide.of(node_.args[0], node_.args[1], node_.bytes, along_terms ? plan_.term : names_.operand.own.variable);
  name_ = text_.fresh(subject_.parameter(node_.args[0]).name + "_next");
  lines_.add("");
  wide.declare(lines_);
  if (!along_terms)
    lines_.add("// A square has 4 terms of 4 neighbours in memory; in shared memory the terms are neighbours.");
  lines_.add(fmt::format("Pack<float, 4> {}[{} * kTileK / {} / kThreads]{};", name_, names_.tile, in_unit(),
                         along_terms ? "" : "[4]"));
  write_load();
  write_keep(tile);
}

// Eight neighbouring threads have the terms of a line, or of four.
void RoundedOperand::open_units() {
  lines_.add("#pragma unroll");
  lines_.open(fmt::format("for (int p = 0; p < {} * kTileK / {} / kThreads; ++p)", names_.tile, in_unit()));
  lines_.add("const int unit = threadIdx.x + p * kThreads, chunk = unit % (kTileK / kChunk);");
  lines_.add(fmt::format("const int line = unit / (kTileK / kChunk){};", names_.operand.along_terms ? "" : " * 4"));
}

void RoundedOperand::write_load() {
  const ContractionOperand& operand = names_.operand;
  lines_.open(fmt::format("const auto load_{} = [&](long long start)", names_.side));
  const size_t before = text_.mark();
  open_units();
  text_.bind(operand.own.variable, names_.index);
  text_.bind(plan_.term, "k");
  const std::string address = text_.address(node_.args[0], node_.args[1], node_.bytes);
  const std::string place =
      fmt::format("const long long {} = {} + line, k = start + chunk * kChunk", names_.index, names_.first);
  if (operand.along_terms) {
    lines_.add(place + ";");
    lines_.add(
        fmt::format("{}[p] = load_pack<4>({}, line < {} ? terms - k : 0, {});", name_, address, names_.here, is_wide_));
  } else {
    lines_.add("#pragma unroll");
    lines_.open("for (int e = 0; e < 4; ++e)");
    lines_.add(place + " + e;");
    lines_.add(fmt::format("{}[p][e] = load_pack<4>({}, k < terms ? {} - line : 0, {});", name_, address, names_.here,
                           is_wide_));
    lines_.close();
  }
  lines_.close();
  lines_.close("};");
  text_.release(before);
}

void RoundedOperand::write_keep(const std::string& tile) {
  lines_.open(fmt::format("const auto keep_{} = [&](int stage)", names_.side));
  lines_.add(fmt::format("uint4* const to = {};", tile));
  open_units();
  if (names_.operand.along_terms) {
    lines_.add(fmt::format("to[swizzled<kLineChunks>(line, chunk)] = rounded_chunk({}[p]);", name_));
  } else {
    lines_.add("#pragma unroll");
    lines_.add(fmt::format(
        "for (int e = 0; e < 4; ++e) to[swizzled<kLineChunks>(line + e, chunk)] = rounded_chunk(turn_pack({}[p], e));",
        name_));
  }
  lines_.close();
  lines_.close("};");
}

}  // namespace whet::write
