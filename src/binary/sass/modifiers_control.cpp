#include "binary/sass/modifiers.h"

namespace whet::modifiers {

namespace {

constexpr int64_t k_bytes_of_instruction = 16;

int64_t sign_extend(uint64_t value, int bits) {
  const int unused = 64 - bits;
  return static_cast<int64_t>(value << unused) >> unused;
}

// Targets count 4-byte units from the next instruction. From sm_90 on the lowest eight bits are in the field of Rd.
std::optional<uint32_t> branch_target(const SassWord& word, int sm, uint32_t offset) {
  const uint64_t field = word.bits(34, 30) | static_cast<uint64_t>(word.bits(64, 18)) << 30;
  const int64_t units = sm < 90 ? sign_extend(field, 48) : sign_extend(field << 8 | word.rd(), 56);
  const int64_t target = offset + k_bytes_of_instruction + 4 * units;
  return target < 0 || target > UINT32_MAX ? std::nullopt : std::optional(static_cast<uint32_t>(target));
}

}  // namespace

void branch(const SassWord& word, int sm, Instruction& instruction) {
  static constexpr std::string_view k_modes[] = {"", ".U", ".DIV", ".CONV"};
  (instruction.modifiers += k_modes[word.bits(32, 2)]) += word.bits(82, 4) == 4 ? ".ANY" : "";
  instruction.target = branch_target(word, sm, instruction.offset);
}

void call(const SassWord& word, int sm, Instruction& instruction) {
  instruction.modifiers += ".REL.NOINC";
  instruction.target = branch_target(word, sm, instruction.offset);
}

// The same immediate, of which only 30 bits are used.
void converge(const SassWord& word, int, Instruction& instruction) {
  const int64_t units = sign_extend(word.bits(34, 30), 30);
  instruction.target = static_cast<uint32_t>(instruction.offset + k_bytes_of_instruction + 4 * units);
}

void block_barrier(const SassWord& word, int, Instruction& instruction) {
  static constexpr std::string_view k_modes[] = {".SYNC", ".ARV", ".RED", ".SCAN"};
  static constexpr std::string_view k_reductions[] = {".POPC", ".AND", ".OR", ""};
  const uint32_t mode = word.bits(77, 2);
  (instruction.modifiers += k_modes[mode]) += mode == 2 ? k_reductions[word.bits(74, 2)] : "";
  if (word.bit(80)) instruction.modifiers += ".DEFER_BLOCKING";
}

void scoreboard_wait(const SassWord& word, int, Instruction& instruction) {
  if (word.bit(47)) instruction.modifiers += ".LE";
}

void memory_barrier(const SassWord& word, int, Instruction& instruction) {
  static constexpr std::string_view k_scopes[] = {".CTA", ".SM", ".GPU", ".SYS", "", ".VC"};
  (instruction.modifiers += word.bits(79, 2) == 1 ? ".ALL" : ".SC") += pick(k_scopes, word.bits(76, 3));
}

// A is the number added to the arrivals, T the number added to the expected bytes: one, zero, or a register's value.
void barrier_arrive(const SassWord& word, int, Instruction& instruction) {
  static constexpr std::string_view k_counts[] = {"", ".A1T0", "", ".A0TR", ".A0TX", ".ART0"};
  ((instruction.modifiers += ".ARRIVE.TRANS64") += word.bit(74) ? ".RED" : "") += word.bit(75) ? ".OPTOUT" : "";
  instruction.modifiers += pick(k_counts, word.bits(84, 3));
}

void barrier_check(const SassWord& word, int, Instruction& instruction) {
  instruction.modifiers += word.bit(72) ? ".PHASECHK.TRANS64.TRYWAIT" : ".PHASECHK.TRANS64";
}

void barrier_exchange(const SassWord&, int, Instruction& instruction) {
  instruction.modifiers += ".EXCH.64";
}

void barrier_cache(const SassWord& word, int, Instruction& instruction) {
  instruction.modifiers += word.bit(91) ? ".CCTL.IV" : ".CCTL.IVALL";
}

void warpgroup(const SassWord& word, int, Instruction& instruction) {
  instruction.modifiers += word.bit(80) ? ".DEPBAR.LE" : ".ARRIVE";
}

void register_count(const SassWord& word, int, Instruction& instruction) {
  static constexpr std::string_view k_modes[] = {"", ".DEALLOC", ".TRY_ALLOC", ""};
  (instruction.modifiers += k_modes[word.bits(72, 2)]) += word.bit(74) ? ".CTAPOOL" : "";
}

void warp_sync(const SassWord& word, int, Instruction& instruction) {
  if (word.bit(86)) instruction.modifiers += ".COLLECTIVE";
}

void view_fence(const SassWord&, int, Instruction& instruction) {
  instruction.modifiers += ".VIEW.ASYNC";
}

}  // namespace whet::modifiers
