// Decodes the whole corpus for seven architectures and checks the decoder against what the compiler itself recorded:
// where the kernels exit, which PTX line each instruction came from, how many registers a kernel has, what indirect
// branches reach.
#include <gtest/gtest.h>

#include <bitset>
#include <map>
#include <set>

#include "binary/analysis/control_flow.h"
#include "binary/cubin/cubin.h"
#include "binary/sass/sass.h"
#include "binary/sass/sass_word.h"
#include "binary/sass_corpus.h"
#include "binary/sass_oracle.h"

namespace whet::test {

namespace corpus_test {

struct Decoded {
  const Cubin* cubin;
  const CubinFunction* function;
  std::vector<Instruction> instructions;

  std::string at(const Instruction& instruction) const {
    char offset[16];
    std::snprintf(offset, sizeof(offset), "%x", instruction.offset);
    return function->name + "+0x" + offset + " " + instruction.mnemonic();
  }
};

class CorpusOf : public testing::TestWithParam<const char*> {};

void expect_named(const Decoded& decoded) {
  for (const Instruction& instruction : decoded.instructions)
    EXPECT_TRUE(instruction.known()) << decoded.at(instruction);
}

// Bits that no instruction uses, and the scoreboard that does not exist. Bit 101 is a cache policy on sm_80 to sm_89.
void expect_well_formed(const Decoded& decoded) {
  for (const Instruction& instruction : decoded.instructions) {
    const SassWord word{instruction.low, instruction.high};
    EXPECT_EQ(word.bits(92, 9), 0u) << decoded.at(instruction);
    EXPECT_EQ(word.bits(126, 2), 0u) << decoded.at(instruction);
    EXPECT_NE(instruction.control.write_barrier, 6) << decoded.at(instruction);
    EXPECT_NE(instruction.control.read_barrier, 6) << decoded.at(instruction);
  }
}

void expect_exits_as_recorded(const Decoded& decoded) {
  if (!decoded.function->is_kernel) return;
  std::set<uint32_t> exits;
  for (const Instruction& instruction : decoded.instructions) {
    if (instruction.name == "EXIT") exits.insert(instruction.offset);
  }
  const auto& recorded = decoded.function->exit_offsets;
  EXPECT_EQ(exits, std::set<uint32_t>(recorded.begin(), recorded.end())) << decoded.function->name;
}

void expect_targets_inside(const Decoded& decoded) {
  for (const Instruction& instruction : decoded.instructions) {
    if (!instruction.target) continue;
    EXPECT_EQ(*instruction.target % 16, 0u) << decoded.at(instruction);
    EXPECT_LT(*instruction.target, decoded.function->code.size()) << decoded.at(instruction);
  }
}

void expect_branches_have_targets(const Decoded& decoded) {
  for (const Instruction& instruction : decoded.instructions) {
    const bool jumps = instruction.name == "BRA" || instruction.name == "BSSY";
    EXPECT_TRUE(!jumps || instruction.target) << decoded.at(instruction);
  }
}

using RegisterSet = std::bitset<256>;

// What is read before it is written on some path from the entry. A merge of a value that the source left undefined
// (a select or a permute of halves) is not a read that matters.
class Liveness {
 public:
  Liveness(const Decoded& decoded, const ControlFlow& flow) : decoded_(decoded), flow_(flow) {
    for (const Instruction& instruction : decoded.instructions) {
      uses_.push_back(register_use(instruction, decoded.cubin->architecture));
    }
  }

  RegisterSet live_at_entry() const {
    std::vector<RegisterSet> live(flow_.blocks.size());
    for (bool changed = true; changed;) {
      changed = false;
      for (size_t block = live.size(); block-- > 0;) {
        const RegisterSet before = live_before(flow_.blocks[block], live);
        changed |= before != live[block];
        live[block] = before;
      }
    }
    return live.empty() ? RegisterSet() : live[0];
  }

  int highest_register() const {
    int highest = -1;
    for (const RegisterUse& use : uses_) {
      for (const uint8_t r : use.reads) highest = std::max<int>(highest, r);
      for (const uint8_t r : use.writes) highest = std::max<int>(highest, r);
    }
    return highest;
  }

 private:
  RegisterSet live_before(const BasicBlock& block, const std::vector<RegisterSet>& live) const {
    RegisterSet set;
    for (const int successor : block.successors) set |= live[static_cast<size_t>(successor)];
    for (uint32_t i = block.first + block.count; i-- > block.first;) step_back(i, set);
    return set;
  }

  void step_back(uint32_t i, RegisterSet& set) const {
    const Instruction& instruction = decoded_.instructions[i];
    if (instruction.never_executes) return;
    if (!uses_[i].complete) kill_what_may_be_written(instruction, set);
    for (const uint8_t r : uses_[i].writes) set.reset(r);
    const bool merges = instruction.name == "SEL" || instruction.name == "PRMT" || instruction.name == "LOP3";
    if (!merges)
      for (const uint8_t r : uses_[i].reads) set.set(r);
  }

  // An instruction of unknown layout (a texture fetch) may write up to a vector from its destination on.
  static void kill_what_may_be_written(const Instruction& instruction, RegisterSet& set) {
    constexpr int k_most = 16;
    const int first = SassWord{instruction.low, instruction.high}.rd();
    for (int r = first; r < first + k_most && r < 256; ++r) set.reset(static_cast<size_t>(r));
  }

  const Decoded& decoded_;
  const ControlFlow& flow_;
  std::vector<RegisterUse> uses_;
};

// A kernel that calls nothing starts with nothing in its registers.
void expect_registers_make_sense(const Decoded& decoded, int& checked) {
  const ControlFlow flow = build_control_flow(decoded.instructions, *decoded.function);
  const Liveness liveness(decoded, flow);
  if (decoded.function->registers) {
    EXPECT_LT(liveness.highest_register(), *decoded.function->registers) << decoded.function->name;
  }
  if (!decoded.function->is_kernel || !flow.calls.empty() || flow.unresolved_branches > 0) return;
  ++checked;
  EXPECT_TRUE(liveness.live_at_entry().none())
      << decoded.function->name << " reads before writing: " << liveness.live_at_entry();
}

struct OracleCounts {
  int agreed = 0;
  std::map<std::string_view, int> explained;
};

void expect_ptx_agrees(const Decoded& decoded, OracleCounts& counts) {
  for (const Instruction& instruction : decoded.instructions) {
    const LineEntry* entry = decoded.function->lines.ptx_at(instruction.offset);
    ASSERT_NE(entry, nullptr) << decoded.at(instruction);
    const OracleAnswer answer = check_against_ptx(instruction, decoded.cubin->ptx_lines, entry->line);
    counts.agreed += answer.kind == OracleAnswer::Kind::agrees;
    if (answer.kind == OracleAnswer::Kind::explained) ++counts.explained[answer.reason];
    EXPECT_NE(answer.kind, OracleAnswer::Kind::disagrees)
        << decoded.at(instruction) << " <- " << decoded.cubin->ptx_lines[entry->line - 1];
  }
}

TEST_P(CorpusOf, DecodesAsTheCompilerRecorded) {
  REQUIRE_NVCC();
  size_t instructions = 0;
  int kernels_with_known_registers = 0;
  OracleCounts counts;
  const std::string content = Corpus(GetParam()).cubin();
  const auto cubin = read_cubin(as_bytes(content));
  ASSERT_TRUE(cubin.ok());
  for (const CubinFunction& function : cubin->functions) {
    auto decoded_code = decode_function(function.code, cubin->architecture);
    ASSERT_TRUE(decoded_code.ok()) << function.name;
    const Decoded decoded{&*cubin, &function, std::move(*decoded_code)};
    instructions += decoded.instructions.size();
    expect_named(decoded);
    expect_well_formed(decoded);
    expect_exits_as_recorded(decoded);
    expect_targets_inside(decoded);
    expect_branches_have_targets(decoded);
    expect_registers_make_sense(decoded, kernels_with_known_registers);
    expect_ptx_agrees(decoded, counts);
  }
  RecordProperty("instructions", static_cast<int>(instructions));
  RecordProperty("kernels_with_known_registers", kernels_with_known_registers);
  RecordProperty("ptx_agreed", counts.agreed);
  for (const auto& [reason, count] : counts.explained) RecordProperty("explained: " + std::string(reason), count);
  EXPECT_GT(instructions, 20'000u);
  EXPECT_GT(kernels_with_known_registers, 140);
  EXPECT_GT(counts.agreed, 6'000);
}

INSTANTIATE_TEST_SUITE_P(, CorpusOf,
                         testing::Values("sm_75", "sm_80", "sm_86", "sm_89", "sm_90a", "sm_100a", "sm_120a"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace corpus_test
}  // namespace whet::test
