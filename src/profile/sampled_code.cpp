#include "profile/sampled_code.h"

#include <algorithm>
#include <map>
#include <optional>

#include "binary/sass/sass.h"

namespace whet {

namespace {

constexpr uint64_t k_instruction_bytes = 16;

// The offset in the kernel's code, for a sample in the kernel itself or in one of its subroutines.
std::optional<uint64_t> offset_in(const CubinFunction& kernel, const PcSample& sample) {
  if (sample.function == kernel.name || sample.function == kernel.signature) return sample.offset;
  for (const Subroutine& part : kernel.subroutines) {
    if (part.name == sample.function && sample.offset < part.bytes) return part.offset + sample.offset;
  }
  return std::nullopt;
}

double all_samples(const PcSample& sample) {
  double sum = 0;
  for (const StallCount& stall : sample.stalls) sum += static_cast<double>(stall.samples);
  return sum;
}

void add_sample(const PcSample& sample, SampledInstruction& to) {
  for (const StallCount& stall : sample.stalls) {
    const auto count = static_cast<double>(stall.samples);
    to.samples += count;
    to.unissued += static_cast<double>(stall.unissued);
    if (count > 0) add_stall(to.stalls, stall.reason, count);
  }
}

SampledInstruction begin_instruction(const Instruction& in, const LineMap& lines) {
  SampledInstruction at;
  at.offset = in.offset;
  at.instruction = in.mnemonic();
  if (const LineEntry* const place = lines.user_place_at(in.offset); place && place->file < lines.files.size()) {
    at.file = lines.files[place->file];
    at.line = place->line;
  }
  return at;
}

}  // namespace

void add_stall(std::vector<StallSamples>& stalls, const std::string& reason, double samples) {
  const auto known =
      std::find_if(stalls.begin(), stalls.end(), [&](const auto& each) { return each.reason == reason; });
  if (known != stalls.end())
    known->samples += samples;
  else
    stalls.push_back({reason, samples});
}

void sort_stalls(std::vector<StallSamples>& stalls) {
  std::stable_sort(stalls.begin(), stalls.end(), [](const auto& a, const auto& b) { return a.samples > b.samples; });
}

Result<SampledCode> join_samples(const PcSampling& sampling, const CubinFunction& kernel, Architecture architecture) {
  TRY(code, decode_function(kernel.code, architecture));
  SampledCode joined;
  joined.period_cycles = sampling.period_cycles;
  joined.dropped = static_cast<double>(sampling.dropped);
  joined.elsewhere = static_cast<double>(sampling.elsewhere);
  std::map<uint64_t, SampledInstruction> instructions;
  for (const PcSample& sample : sampling.samples) {
    const auto offset = offset_in(kernel, sample);
    const bool is_here = offset && *offset % k_instruction_bytes == 0 && *offset / k_instruction_bytes < code.size();
    if (!is_here) {
      joined.elsewhere += all_samples(sample);
      continue;
    }
    const auto [place, is_new] = instructions.try_emplace(*offset);
    if (is_new) place->second = begin_instruction(code[*offset / k_instruction_bytes], kernel.lines);
    add_sample(sample, place->second);
  }
  for (auto& [offset, instruction] : instructions) {
    if (instruction.samples == 0) continue;
    sort_stalls(instruction.stalls);
    joined.samples += instruction.samples;
    joined.instructions.push_back(std::move(instruction));
  }
  return joined;
}

}  // namespace whet
