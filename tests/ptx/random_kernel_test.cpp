// Random kernels, run lane by lane and as a warp with scalars and shared places: every lane must store the same.
#include <gtest/gtest.h>

#include "ptx_text.h"
#include "warp_model.h"

namespace whet::ptx {

namespace random_kernel_test {

using test::Trace;

// Blocks B0, B1, ... with a few instructions each and a random way on.
class JumpingWriter {
 public:
  explicit JumpingWriter(uint32_t seed) : random_(seed) {}

  std::string write() {
    blocks_ = 2 + below(9);
    registers_ = 4 + below(13);
    std::string text = "mov.u32 %r0, %tid.x; mov.u32 %r18, %tid.x; mov.u32 %r1, %ctaid.x; setp.lt.s32 %p0, %r0, " +
                       number() + "; setp.lt.s32 %p1, %r1, " + number() + "; setp.lt.s32 %p2, " + number() + ", %r0;\n";
    for (uint32_t block = 0; block < blocks_; ++block) text += "mov.u32 " + counter(block) + ", 0;\n";
    std::vector<std::string> blocks;
    for (uint32_t block = 0; block < blocks_; ++block) {
      blocks.push_back("B" + std::to_string(block) + ":\n");
      for (uint32_t i = below(5); i > 0; --i) blocks.back() += instruction() + "\n";
      blocks.back() += way_on(block) + "\nbra B" + std::to_string(block + 1) + ";\n";
    }
    blocks.push_back("B" + std::to_string(blocks_) + ": ret;\n");
    if (below(2)) std::shuffle(blocks.begin(), blocks.end(), random_);
    text += "bra B0;\n";
    for (const std::string& block : blocks) text += block;
    return text;
  }

 private:
  uint32_t below(uint32_t limit) { return random_() % limit; }
  std::string reg() { return "%r" + std::to_string(below(registers_)); }
  std::string pred() { return "%p" + std::to_string(below(3)); }
  std::string number() { return std::to_string(below(20)); }
  std::string value() {
    const uint32_t kind = below(6);
    return kind < 2 ? number() : kind < 4 ? counter(below(blocks_)) : reg();
  }
  std::string guard() { return (below(2) ? "@" : "@!") + pred() + " "; }

  std::string instruction() {
    const std::string guarded = below(6) == 0 ? guard() : "";
    switch (below(9)) {
      case 0:
        return guarded + "mov.u32 " + reg() + ", " + (below(2) ? "%tid.x;" : "%ctaid.x;");
      case 1:
        return guarded + "mov.u32 " + reg() + ", " + value() + ";";
      case 2:
        return guarded + "ld.param.u32 " + reg() + ", [n];";
      case 3:
      case 4:
        return guarded + "add.s32 " + reg() + ", " + reg() + ", " + value() + ";";
      case 5:
        return guarded + "xor.b32 " + reg() + ", " + reg() + ", " + value() + ";";
      case 6:
        return guarded + "setp.lt.s32 " + pred() + ", " + reg() + ", " + value() + ";";
      case 7:
        return guarded + "selp.b32 " + reg() + ", " + value() + ", " + value() + ", " + pred() + ";";
      default:
        return guarded + "st.global.u32 [%rd0], " + reg() + ";";
    }
  }

  // Mostly downwards; upwards a few times only, the same for all lanes or not.
  std::string way_on(uint32_t block) {
    const std::string down = "B" + std::to_string(block + below(blocks_ - block));
    switch (below(8)) {
      case 0:
        return block + 1 < blocks_ ? "bra B" + std::to_string(block + 1 + below(blocks_ - block - 1)) + ";" : "";
      case 1:
        return guard() + "ret;";
      case 2:
        return "";
      case 3:
      case 4:
        return go_round(block);
      default:
        return guard() + "bra " +
               (below(10) ? "B" + std::to_string(std::min(block + 1 + below(3), blocks_ - 1)) : down) + ";";
    }
  }

  std::string go_round(uint32_t block) {
    const std::string times = below(2) ? "%r18" : below(2) ? "%r1" : number();
    return "add.s32 " + counter(block) + ", " + counter(block) + ", " + std::to_string(2 + below(9)) +
           ";\nsetp.lt.s32 %p3, " + counter(block) + ", " + times + ";\n@%p3 bra B" + std::to_string(below(block + 1)) +
           ";";
  }

  static std::string counter(uint32_t block) { return "%r" + std::to_string(20 + block); }

  std::mt19937 random_;
  uint32_t blocks_ = 0, registers_ = 0;
};

// Loops and conditions as a compiler would lay them out; most registers are written once.
class StructuredWriter {
 public:
  explicit StructuredWriter(uint32_t seed) : random_(seed) {}

  std::string write() {
    text_ = "mov.u32 %r0, %tid.x; mov.u32 %r1, %ctaid.x;\n";
    statements(0);
    return text_ + "ret;";
  }

 private:
  uint32_t below(uint32_t limit) { return random_() % limit; }
  // The latest ones more often.
  std::string known() {
    const uint32_t back = below(2) ? below(registers_) : below(std::min(registers_, 4u));
    return "%r" + std::to_string(registers_ - 1 - back);
  }
  std::string fresh() {
    if (registers_ < 30 && below(8) != 0) return "%r" + std::to_string(registers_++);
    return "%r" + std::to_string(2 + below(28));
  }
  // On the lane, the round of the loop around, both, or whatever there is.
  std::string condition() {
    std::string left = below(3) == 0 ? known() : below(2) ? "%r0" : "%r1";
    if (!counter_.empty() && below(2)) {
      text_ += "xor.b32 %r35, " + counter_ + ", " + left + ";\n";
      left = "%r35";
    }
    const std::string pred = "%p" + std::to_string(below(8));
    text_ += "setp.lt.s32 " + pred + ", " + left + ", " + std::to_string(below(32)) + ";\n";
    return pred;
  }

  void statements(int depth) {
    for (uint32_t i = 1 + below(5); i > 0; --i) statement(depth);
  }
  void statement(int depth) {
    const uint32_t kind = below(depth < 3 ? 9 : 6);
    if (kind < 2) return void(text_ += "st.global.u32 [%rd0], " + known() + ";\n");
    if (kind < 6) {
      const std::string left = known(), right = known();
      return void(text_ += "add.s32 " + fresh() + ", " + left + ", " + right + ";\n");
    }
    return kind < 8 ? choice(depth) : loop(depth);
  }
  void choice(int depth) {
    const std::string end = "L" + std::to_string(labels_++);
    const std::string pred = condition();
    text_ += (below(2) ? "@" : "@!") + pred + " bra " + end + ";\n";
    statements(depth + 1);
    text_ += end + ":\n";
  }
  void loop(int depth) {
    const std::string start = "L" + std::to_string(labels_++), counter = "%r" + std::to_string(30 + depth);
    const std::string outer = std::exchange(counter_, counter);
    text_ += "mov.u32 " + counter + ", 0;\n" + start + ":\nmov.u32 " + fresh() + ", " + counter + ";\n";
    statements(depth + 1);
    text_ += "add.s32 " + counter + ", " + counter + ", 1;\nsetp.lt.s32 %p8, " + counter + ", " +
             (below(3) == 0 ? "%r0" : "4") + ";\n@%p8 bra " + start + ";\n";
    counter_ = outer;
  }

  std::mt19937 random_;
  std::string text_, counter_;
  uint32_t registers_ = 2, labels_ = 0;
};

void expect_same(const std::vector<Trace>& truth, const std::vector<Trace>& traces, const std::string& text) {
  ASSERT_EQ(traces.size(), truth.size()) << "lanes wait for ever\n" << text;
  for (uint32_t lane = 0; lane < truth.size(); ++lane) {
    ASSERT_EQ(traces[lane].size(), truth[lane].size()) << "lane " << lane << "\n" << text;
    for (size_t i = 0; i < truth[lane].size(); ++i) {
      if (!truth[lane][i]) continue;
      ASSERT_EQ(traces[lane][i], truth[lane][i]) << "lane " << lane << "\n" << text;
    }
  }
}

std::vector<Trace> run_lanes(const Function& function, int steps) {
  std::vector<Trace> traces;
  for (uint32_t lane = 0; lane < test::k_model_lanes; ++lane) {
    auto trace = test::run_lane(function, lane, steps);
    if (!trace) return {};
    traces.push_back(std::move(*trace));
  }
  return traces;
}

struct Seen {
  int kernels = 0, scalars = 0, convergent = 0;
};

// Takes kernels of the writer until `most` were compared.
template <typename Writer>
Seen compare(int most, int steps) {
  Seen seen;
  for (uint32_t seed = 0; seen.kernels < most && !testing::Test::HasFatalFailure(); ++seed) {
    const std::string text = Writer(seed).write();
    const Function function = test::kernel(text);
    const std::vector<Trace> truth = run_lanes(function, steps);
    if (truth.empty()) continue;
    const FlowGraph graph = build_flow_graph(function);
    const Uniformity uniformity = analyse_uniformity(function, graph);
    const SlotMap slots = assign_slots(function, graph, uniformity);
    test::WarpModel warp(function, graph, uniformity, slots);
    expect_same(truth, warp.run(test::Order::lowest_first, seed), text);
    expect_same(truth, warp.run(test::Order::any, seed), text);
    ++seen.kernels;
    seen.scalars += static_cast<int>(std::count(uniformity.registers.begin(), uniformity.registers.end(), true));
    seen.convergent +=
        static_cast<int>(std::count(uniformity.convergent_blocks.begin(), uniformity.convergent_blocks.end(), true));
  }
  return seen;
}

TEST(RandomKernels, OfAnyShapeStoreTheSameWithScalarsAndSharedPlaces) {
  const Seen seen = compare<JumpingWriter>(2000, 300);
  EXPECT_GT(seen.scalars, 2000);
  EXPECT_GT(seen.convergent, 2000);
}

TEST(RandomKernels, OfLoopsAndConditionsStoreTheSameWithScalarsAndSharedPlaces) {
  const Seen seen = compare<StructuredWriter>(1500, 3000);
  EXPECT_GT(seen.scalars, 1500);
  EXPECT_GT(seen.convergent, 1500);
}

}  // namespace random_kernel_test

}  // namespace whet::ptx
