// Chains of instructions that pass a carry on, and the video instructions.
#include "vgpu/instruction_values.h"

namespace whet::vgpu {
namespace instruction_carry_test {

__extension__ typedef unsigned __int128 UBig;
__extension__ typedef __int128 Big;

// Runs one instruction on 32 lanes with a carry-in; has the results and the carry-out.
struct CarryRun {
  std::vector<Outputs> out;
  Mask carry;
};
CarryRun run_with_carry(const std::string& spelling, int bytes, int sources, const std::vector<Inputs>& batch,
                        Mask before, Mask mask) {
  std::string operands = std::to_string(bytes);
  for (int i = 0; i < sources; ++i) operands += "," + std::to_string(bytes);
  InstructionRun run(spelling, operands);
  EXPECT_EQ(run.decode(false, 0), "") << spelling;
  run.warp().carry = before;
  CarryRun result;
  result.out = run.run(batch, mask);
  result.carry = run.warp().carry;
  return result;
}

struct Step {
  UBig value;
  bool carry;
};
// What a form computes from a, b, c and the carry-in.
using CarryOracle = std::function<Step(uint64_t a, uint64_t b, uint64_t c, bool carry)>;

void check_forms(const std::string& name, const std::string& middle, const std::string& type, int bytes, int sources,
                 const CarryOracle& oracle) {
  const Values values = integer_values(8 * bytes);
  const std::vector<Inputs> all = sources == 2 ? tuples(values, values) : tuples(values, values, {0, 1, ~uint64_t{0}});
  struct Form {
    std::string spelling;
    bool reads, writes;
  };
  const Form forms[] = {{name + middle + ".cc." + type, false, true},
                        {name + "c" + middle + "." + type, true, false},
                        {name + "c" + middle + ".cc." + type, true, true}};
  const uint64_t keep = bytes == 8 ? ~uint64_t{0} : 0xffffffff;
  for (const Form& form : forms) {
    for (size_t at = 0; at + k_lanes <= all.size(); at += k_lanes) {
      const std::vector<Inputs> batch(all.begin() + static_cast<long>(at),
                                      all.begin() + static_cast<long>(at) + k_lanes);
      const Mask before = 0x6b3a91c5, mask = at % 64 ? 0x0ff0f3c5 : k_all_lanes;
      const CarryRun seen = run_with_carry(form.spelling, bytes, sources, batch, before, mask);
      for (int lane = 0; lane < k_lanes; ++lane) {
        const Inputs& in = batch[lane];
        const bool active = mask >> lane & 1, had = before >> lane & 1;
        const Step want = oracle(in[0] & keep, in[1] & keep, in[2] & keep, form.reads && had);
        const uint64_t wanted = active ? static_cast<uint64_t>(want.value) : InstructionRun::k_untouched;
        EXPECT_EQ(seen.out[lane][0] & keep, wanted & keep) << form.spelling;
        const bool carry_wanted = active && form.writes ? want.carry : had;
        EXPECT_EQ((seen.carry >> lane & 1) != 0, carry_wanted) << form.spelling << " lane " << lane;
      }
      if (testing::Test::HasFailure()) return;
    }
  }
}

TEST(CarryInstructions, SumsAndDifferences) {
  for (const int bytes : {4, 8}) {
    for (const char letter : {'u', 's'}) {
      const std::string type = letter + std::to_string(8 * bytes);
      check_forms("add", "", type, bytes, 2, [&](uint64_t a, uint64_t b, uint64_t, bool carry) {
        const UBig sum = UBig{a} + b + carry;
        return Step{sum, sum >> (8 * bytes) != 0};
      });
      check_forms("sub", "", type, bytes, 2, [](uint64_t a, uint64_t b, uint64_t, bool carry) {
        return Step{UBig{a} - b - carry, UBig{a} < UBig{b} + carry};
      });
    }
  }
}

TEST(CarryInstructions, ProductsPlusCarry) {
  for (const int bytes : {4, 8}) {
    for (const char letter : {'u', 's'}) {
      const std::string type = letter + std::to_string(8 * bytes);
      const int bits = 8 * bytes;
      const auto product = [bits, letter](uint64_t a, uint64_t b) {
        const auto signed_value = [bits](uint64_t x) {
          return static_cast<Big>(static_cast<int64_t>(x << (64 - bits)) >> (64 - bits));
        };
        return letter == 's' ? static_cast<UBig>(signed_value(a) * signed_value(b)) : UBig{a} * b;
      };
      const UBig word = bytes == 8 ? UBig{~uint64_t{0}} : UBig{0xffffffff};
      check_forms("mad", ".lo", type, bytes, 3, [&](uint64_t a, uint64_t b, uint64_t c, bool carry) {
        const UBig sum = (product(a, b) & word) + c + carry;
        return Step{sum, sum >> bits != 0};
      });
      check_forms("mad", ".hi", type, bytes, 3, [&](uint64_t a, uint64_t b, uint64_t c, bool carry) {
        const UBig sum = (product(a, b) >> bits & word) + c + carry;
        return Step{sum, sum >> bits != 0};
      });
    }
  }
}

int64_t part(uint64_t word, int at, int bits, bool is_signed) {
  const int64_t raw = static_cast<int64_t>(word >> at & ((uint64_t{1} << bits) - 1));
  return is_signed && raw >> (bits - 1) ? raw - (int64_t{1} << bits) : raw;
}

struct VideoOperation {
  const char* name;
  int64_t (*compute)(int64_t a, int64_t b);
};
const VideoOperation k_operations[] = {
    {"vadd", [](int64_t a, int64_t b) { return a + b; }},
    {"vsub", [](int64_t a, int64_t b) { return a - b; }},
    {"vabsdiff", [](int64_t a, int64_t b) { return std::abs(a - b); }},
    {"vmin", [](int64_t a, int64_t b) { return std::min(a, b); }},
    {"vmax", [](int64_t a, int64_t b) { return std::max(a, b); }},
    {"vavrg", [](int64_t a, int64_t b) { return a + b >= 0 ? (a + b + 1) / 2 : -((1 - a - b) / 2); }},
};

int64_t clamped(int64_t value, int bits, bool is_signed) {
  const int64_t high = is_signed ? (int64_t{1} << (bits - 1)) - 1 : (int64_t{1} << bits) - 1;
  const int64_t low = is_signed ? -(int64_t{1} << (bits - 1)) : 0;
  return value < low ? low : value > high ? high : value;
}

void check_video(const VideoOperation& operation, int parts, bool d_signed, bool s_signed, const std::string& second) {
  const std::string s = s_signed ? ".s32" : ".u32";
  const std::string spelling =
      operation.name + (parts > 1 ? std::to_string(parts) : "") + (d_signed ? ".s32" : ".u32") + s + s + second;
  const Values words = {0, 0xffffffff, 0x80808080, 0x7f7f7f7f, 0x01ff80fe, 0x12345678, 0xfedcba98, 0x00ff00ff};
  check(spelling, "4,4,4,4", tuples(words, words, {0, 0xfffffff0, 77}), [&](const Inputs& in) {
    const int bits = 32 / parts;
    uint64_t merged = 0, sum = in[2];
    for (int at = 0; at < 32; at += bits) {
      int64_t value = operation.compute(part(in[0], at, bits, s_signed), part(in[1], at, bits, s_signed));
      if (second == ".sat") value = clamped(value, bits, d_signed);
      sum += static_cast<uint64_t>(value);
      merged |= (static_cast<uint64_t>(value) & ((uint64_t{1} << bits) - 1)) << at;
    }
    return Outputs{second == ".add" ? sum : merged};
  });
}

TEST(VideoInstructions, PartsOfAWord) {
  for (const VideoOperation& operation : k_operations) {
    for (const int parts : {1, 2, 4}) {
      if (parts == 1 && operation.name == std::string("vavrg")) continue;
      for (const bool d_signed : {false, true}) {
        for (const bool s_signed : {false, true}) {
          for (const char* second : {"", ".sat", ".add"}) check_video(operation, parts, d_signed, s_signed, second);
        }
      }
    }
  }
}

TEST(VideoInstructions, Comparisons) {
  const Values words = {0, 0xffffffff, 0x80808080, 0x01ff80fe, 0x12345678};
  check("vset4.u32.u32.lt", "4,4,4,4", tuples(words, words, {9}), [](const Inputs& in) {
    uint64_t d = 0;
    for (int at = 0; at < 32; at += 8)
      d |= static_cast<uint64_t>(part(in[0], at, 8, false) < part(in[1], at, 8, false)) << at;
    return Outputs{d};
  });
  check("vset2.s32.s32.ge.add", "4,4,4,4", tuples(words, words, {9}), [](const Inputs& in) {
    uint64_t d = in[2];
    for (int at = 0; at < 32; at += 16) d += part(in[0], at, 16, true) >= part(in[1], at, 16, true);
    return Outputs{d};
  });
  check("vset.s32.s32.ne.max", "4,4,4,4", tuples(words, words, {0, 5}),
        [](const Inputs& in) { return Outputs{std::max<uint64_t>(in[0] != in[1], in[2])}; });
}

TEST(VideoInstructions, Shifts) {
  const Values words = {0, 0xffffffff, 0x80808080, 0x12345678};
  check("vshl.u32.u32.u32.clamp", "4,4,4", tuples(words, shift_amounts()),
        [](const Inputs& in) { return Outputs{in[1] >= 32 ? 0 : in[0] << in[1]}; });
  check("vshr.s32.s32.u32.wrap.add", "4,4,4,4", tuples(words, shift_amounts(), {3}), [](const Inputs& in) {
    return Outputs{static_cast<uint64_t>((static_cast<int64_t>(static_cast<int32_t>(in[0])) >> (in[1] % 32)) + 3)};
  });
}

}  // namespace instruction_carry_test
}  // namespace whet::vgpu
