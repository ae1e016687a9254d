#include "vgpu/program/fault_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "binary/lines/line_map.h"

namespace whet::vgpu {

namespace {

struct Verbs {
  const char *now, *then;
};

// cp.async.bulk.global.shared::cta copies from shared memory.
bool copies_to_global(const ptx::Instruction& in) {
  const auto space = std::find_if(in.modifiers.begin(), in.modifiers.end(), [](const std::string& word) {
    return word == "global" || word.starts_with("shared");
  });
  return space != in.modifiers.end() && *space == "global";
}

Verbs verbs_of(const ptx::Instruction& in, FaultKind kind) {
  const bool is_in_shared = kind == FaultKind::shared_race || kind == FaultKind::async_not_waited;
  if (in.opcode == "cp")
    return is_in_shared != copies_to_global(in) ? Verbs{"copies into", "copied into"}
                                                : Verbs{"copies from", "copied from"};
  if (in.opcode == "atom" || in.opcode == "red") return {"updates", "updated"};
  if (in.opcode == "st" || in.opcode == "stmatrix" || in.has("store")) return {"writes", "wrote"};
  return {"reads", "read"};
}

std::string triple(const Dim3& at) {
  return fmt::format("({},{},{})", at.x, at.y, at.z);
}

std::string at_place(const Program& program, uint32_t instruction) {
  const std::string place = source_place(program, instruction);
  if (!place.empty()) return " at " + place;
  return fmt::format(" at PTX line {}", program.instruction(instruction).line);
}

// " reads `tile` + 12"
std::string what_it_does(const Fault& fault, const Program& program) {
  if (fault.bytes == 0) return {};
  const Verbs verbs = verbs_of(program.instruction(fault.instruction), fault.kind);
  const bool outside = fault.kind == FaultKind::out_of_bounds;
  if (outside || fault.variable.empty()) return fmt::format(" {} {} bytes", verbs.now, fault.bytes);
  return fmt::format(" {} `{}` + {}", verbs.now, fault.variable, fault.offset);
}

// ", thread (2,0,0) wrote it at kernel.cu:12"
std::string the_other(const Fault& fault, const Program& program) {
  if (fault.other_instruction >= program.origins.size()) return {};
  std::string text = ", thread " + triple(fault.other_thread);
  if (fault.block != fault.other_block) text += " of block " + triple(fault.other_block);
  const bool barrier = fault.kind == FaultKind::barrier_divergence;
  const Verbs verbs = verbs_of(program.instruction(fault.other_instruction), fault.kind);
  text += barrier ? " waits" : fmt::format(" {} it", verbs.then);
  return text + at_place(program, fault.other_instruction);
}

}  // namespace

const ptx::SourcePlace* find_place(const Program& program, uint32_t instruction) {
  const ptx::Module& module = *program.module;
  const ptx::SourcePlace* innermost = nullptr;
  for (uint32_t row = program.instruction(instruction).place; row < module.places.size();) {
    const ptx::SourcePlace& place = module.places[row];
    const std::string file = place.file < module.files.size() ? module.files[place.file] : std::string();
    const bool known = !file.empty() && place.line != 0;
    if (known && !is_toolkit_header(file)) return &place;
    if (known && !innermost) innermost = &place;
    row = place.inlined_at;
  }
  return innermost;
}

std::string source_place(const Program& program, uint32_t instruction) {
  const ptx::SourcePlace* const place = find_place(program, instruction);
  if (!place) return {};
  const std::string& file = program.module->files[place->file];
  return fmt::format("{}:{}", file.substr(file.rfind('/') + 1), place->line);
}

std::string fault_text(const Fault& fault, const Program& program) {
  std::string text = std::string(name_of(fault.kind)) + at_place(program, fault.instruction);
  text += ": thread " + triple(fault.thread) + " of block " + triple(fault.block);
  text += what_it_does(fault, program) + the_other(fault, program);
  if (!fault.detail.empty()) text += ", " + fault.detail;
  if (fault.times > 1) text += fmt::format("; {} more like this", fault.times - 1);
  return text;
}

}  // namespace whet::vgpu
