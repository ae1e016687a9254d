// Compares an instruction with an oracle in every form that an op can have: all lanes, some lanes, a scalar, and lanes
// with one scalar source.
//
//   check("mad.lo.s32", "4,4,4,4", tuples(values, values, values), [](const Inputs& in) { return Outputs{...}; });
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "vgpu/instruction_run.h"

namespace whet::vgpu {

using Oracle = std::function<Outputs(const Inputs&)>;
// What is wrong with a result; "" if it is correct.
using Judge = std::function<std::string(const Inputs&, const Outputs&)>;

inline std::string hex_text(uint64_t value) {
  char text[24];
  std::snprintf(text, sizeof(text), " 0x%llx", static_cast<unsigned long long>(value));
  return text;
}
inline std::string text_of(const Outputs& outputs) {
  return hex_text(outputs[0]) + (outputs[1] ? " |" + hex_text(outputs[1]) : "");
}

class Trial {
 public:
  Trial(std::string_view spelling, std::string_view operands, std::vector<Inputs> tuples, const Judge& judge)
      : name_(spelling), run_(spelling, operands), tuples_(std::move(tuples)), judge_(judge) {
    while (tuples_.size() % k_lanes) tuples_.push_back(tuples_[tuples_.size() / 2]);
  }

  void lanes(Mask mask, const char* form) {
    if (!decoded(false, 0)) return;
    for (size_t at = 0; at < tuples_.size(); at += k_lanes) {
      const std::vector<Inputs> batch = batch_at(at);
      const std::vector<Outputs> out = run_.run(batch, mask);
      for (int lane = 0; lane < k_lanes; ++lane) {
        if (mask >> lane & 1)
          expect(batch[lane], out[lane], form);
        else if (run_.masked(out[lane]) != run_.untouched(lane))
          fail(form, "wrote lane " + std::to_string(lane));
      }
    }
  }

  void scalar_source(size_t source) {
    if (run_.is_predicate(source) || !decoded(false, 2u << source)) return;
    for (size_t at = 0; at < std::min<size_t>(tuples_.size(), 4 * k_lanes); at += k_lanes) {
      std::vector<Inputs> batch = batch_at(at);
      const std::vector<Outputs> out = run_.run(batch, k_all_lanes);
      for (int lane = 0; lane < k_lanes; ++lane) {
        batch[lane][source] = batch[0][source];
        expect(batch[lane], out[lane], "a scalar source");
      }
    }
  }
  size_t sources() const { return run_.sources(); }

  // A scalar is written for all lanes, independent of the mask.
  void uniform() {
    if (!decoded(true, ~0u)) return;
    for (const Inputs& tuple : tuples_) {
      const std::vector<Outputs> out = run_.run(std::vector<Inputs>(k_lanes, tuple), 0x80000000);
      expect(tuple, out[0], "scalar form");
      if (run_.masked(out[0]) != run_.masked(out[31])) fail("scalar form", "not for all lanes");
    }
  }

 private:
  bool decoded(bool uniform, unsigned scalars) {
    const std::string problem = run_.decode(uniform, scalars);
    if (!problem.empty()) fail("decoding", problem);
    return problem.empty();
  }
  std::vector<Inputs> batch_at(size_t at) const {
    const auto first = tuples_.begin() + static_cast<std::ptrdiff_t>(at);
    return {first, first + k_lanes};
  }
  void expect(const Inputs& in, const Outputs& out, const char* form) {
    const Outputs seen = run_.masked(out);
    const std::string wrong = judge_(in, seen);
    if (wrong.empty()) return;
    std::string text;
    for (size_t i = 0; i < run_.sources(); ++i) text += hex_text(in[i]);
    fail(form, text + " ->" + text_of(seen) + ": " + wrong);
  }
  // A few failures are enough to see what is wrong.
  void fail(const std::string& form, const std::string& what) {
    if (++failures_ <= 3) ADD_FAILURE() << name_ << " (" << form << ") " << what;
  }

  std::string name_;
  InstructionRun run_;
  std::vector<Inputs> tuples_;
  const Judge& judge_;
  int failures_ = 0;
};

inline void judge(std::string_view spelling, std::string_view operands, const std::vector<Inputs>& tuples,
                  const Judge& right) {
  Trial trial(spelling, operands, tuples, right);
  trial.lanes(k_all_lanes, "all lanes");
  trial.lanes(0x8421f00d, "some lanes");
  trial.lanes(0x7bde0ff2, "the other lanes");
  for (size_t source = 0; source < trial.sources(); ++source) trial.scalar_source(source);
  trial.uniform();
}

inline void check(std::string_view spelling, std::string_view operands, const std::vector<Inputs>& tuples,
                  const Oracle& oracle) {
  const InstructionRun shape(spelling, operands);
  judge(spelling, operands, tuples, [&](const Inputs& in, const Outputs& out) {
    const Outputs wanted = shape.masked(oracle(in));
    return wanted == out ? std::string() : "want" + text_of(wanted);
  });
}

}  // namespace whet::vgpu
