#include "report/inspect/sass_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "binary/sass/instruction_text.h"
#include "binary/sass/sass.h"
#include "util/text.h"

namespace whet {

namespace {

std::string source_text(const LineMap& lines, uint32_t offset) {
  const LineEntry* entry = lines.source_at(offset);
  if (!entry || entry->line == 0 || entry->file >= lines.files.size()) return "";
  const std::string& file = lines.files[entry->file];
  return fmt::format("{}:{}", file.substr(file.rfind('/') + 1), entry->line);
}

SassLine collect_line(const CubinFunction& function, Architecture architecture, const KernelCode& code,
                      uint32_t index) {
  const Instruction& instruction = code.instructions[index];
  SassLine line;
  line.offset = instruction.offset;
  line.guard = guard_text(instruction);
  line.mnemonic = instruction.mnemonic();
  line.operands = operand_text(instruction, architecture);
  line.control = control_text(instruction.control);
  line.op_class = op_class_name(instruction.op_class);
  line.encoding = fmt::format("{:#018x} {:#018x}", instruction.low, instruction.high);
  line.source = source_text(function.lines, instruction.offset);
  if (const LineEntry* entry = function.lines.ptx_at(instruction.offset)) line.ptx_line = entry->line;
  const int block = code.flow.block_of(index);
  line.starts_block = code.flow.blocks[block].first == index;
  for (const LoopCode& loop : code.loops) {
    if (std::binary_search(loop.loop.blocks.begin(), loop.loop.blocks.end(), block))
      line.loop_depth = std::max(line.loop_depth, loop.loop.depth);
  }
  return line;
}

Result<std::vector<uint32_t>> chosen_instructions(const KernelCode& code, const std::string& which) {
  std::vector<uint32_t> all;
  for (uint32_t i = 0; i < code.instructions.size(); ++i) all.push_back(i);
  if (which.empty()) return all;
  if (which == "hot" && code.hot_loop) return code.loops[*code.hot_loop].all;
  if (which == "hot")
    return bad_input("the kernel has no loop that does work", {}, "leave out --loop to see all of it");
  if (code.loops.empty())
    return bad_input("the kernel has no loop `" + which + "`: it has none", {}, "leave out --loop");
  size_t number = 0;
  const auto [end, error] = std::from_chars(which.data(), which.data() + which.size(), number);
  if (error != std::errc{} || end != which.data() + which.size() || number < 1 || number > code.loops.size()) {
    return bad_input("there is no loop `" + which + "`", {},
                     fmt::format("give --loop hot, or a number from 1 to {}", code.loops.size()));
  }
  return code.loops[number - 1].all;
}

}  // namespace

std::string control_text(const ControlWord& control) {
  std::string text = "B";
  for (int barrier = 0; barrier < 6; ++barrier)
    text += control.wait_mask >> barrier & 1 ? static_cast<char>('0' + barrier) : '-';
  text += fmt::format(":R{}", control.read_barrier ? static_cast<char>('0' + *control.read_barrier) : '-');
  text += fmt::format(":W{}", control.write_barrier ? static_cast<char>('0' + *control.write_barrier) : '-');
  return text + fmt::format(":{}:S{:02}", control.yield ? 'Y' : '-', control.stall);
}

Result<SassListing> collect_listing(const CubinFunction& function, Architecture architecture, const KernelCode& code,
                                    const std::string& which) {
  TRY(indices, chosen_instructions(code, which));
  SassListing listing{
      function.signature, function.name, architecture.name(), code.mix.total + code.mix.fillers, code.mix.unknown, {}};
  for (const uint32_t index : indices) listing.lines.push_back(collect_line(function, architecture, code, index));
  return listing;
}

void render(const SassView& view, Canvas& canvas) {
  for (const SassListing& kernel : view.kernels) {
    canvas.heading(
        kernel.signature, 1,
        fmt::format("{}   {} instructions, {} unknown", kernel.architecture, kernel.instructions, kernel.unknown));
    std::string text;
    std::string last_source;
    for (const SassLine& line : kernel.lines) {
      if (line.source != last_source && !line.source.empty()) text += fmt::format("  // {}\n", line.source);
      last_source = line.source;
      text +=
          fmt::format("{} {:04x}  {}  {:>5} {:<28} {}{}\n", line.starts_block ? ">" : " ", line.offset, line.control,
                      line.guard, std::string(2 * static_cast<size_t>(line.loop_depth), ' ') + line.mnemonic,
                      line.operands, view.encodings ? "   " + line.encoding : "");
    }
    canvas.verbatim(text, "sass");
    canvas.blank();
  }
}

Json to_json(const SassView& view) {
  Json json = Json::object();
  json["file"] = view.file;
  json["kernels"] = json_array(view.kernels, [](const SassListing& kernel) {
    Json row = Json::object();
    row["signature"] = kernel.signature;
    row["mangled"] = kernel.mangled;
    row["architecture"] = kernel.architecture;
    row["instructions"] = kernel.instructions;
    row["unknown"] = kernel.unknown;
    row["lines"] = json_array(kernel.lines, [](const SassLine& line) {
      Json entry = Json::object();
      entry["offset"] = line.offset;
      entry["guard"] = line.guard;
      entry["mnemonic"] = line.mnemonic;
      entry["operands"] = line.operands;
      entry["control"] = line.control;
      entry["class"] = line.op_class;
      entry["encoding"] = line.encoding;
      entry["source"] = line.source;
      entry["ptx_line"] = line.ptx_line;
      entry["loop_depth"] = line.loop_depth;
      return entry;
    });
    return row;
  });
  return json;
}

}  // namespace whet
