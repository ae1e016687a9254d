#include "judge/check/influence.h"

#include <algorithm>
#include <chrono>

#include "judge/check/trial_bench.h"
#include "problem/data/data.h"

namespace whet {

namespace {

constexpr std::chrono::milliseconds k_longest_run{400};
constexpr uint64_t k_least_elements = 32, k_tested_share = 16;  // a sixteenth of an array that matters somewhere
constexpr uint64_t k_influence_number = 0x696e666c;

class EndSearch {
 public:
  EndSearch(const Problem& problem, const CheckCase& at, uint64_t secret, Device& device, const FileSystem& files)
      : at_(at),
        secret_(random_bits(secret, k_influence_number)),
        files_(files),
        bench_(problem, at.build, device, {secret, 0}) {}

  Result<std::vector<IdleEnd>> run(const std::vector<std::string>& besides) {
    std::vector<IdleEnd> found;
    TRY_VOID(open());
    for (size_t i = 0; is_steady_ && i < plain_.inputs.size(); ++i) {
      const ResolvedArgument& argument = plain_.resolved->arguments[i];
      const bool is_known = std::find(besides.begin(), besides.end(), argument.name) != besides.end();
      const bool is_plain =
          argument.role == ArgumentRole::in && argument.is_read() && !is_structured(argument.fill.kind);
      if (is_known || !is_plain || argument.count < k_least_elements) continue;
      TRY(idle, idle_elements(i));
      if (idle > 0) found.push_back({argument.name, idle, argument.count});
    }
    return found;
  }

 private:
  Result<Trial> trial_of(uint64_t seed) const {
    TRY(trials, make_trials(at_.resolved, {.secret = random_bits(secret_, seed), .effort = Effort::quick}, files_));
    return std::move(trials.front());
  }

  Result<void> open() {
    TRY(plain, trial_of(0));
    plain_ = std::move(plain);
    for (const uint64_t seed : {1, 2}) {
      TRY(other, trial_of(seed));
      others_.push_back(std::move(other.inputs));
    }
    for (size_t i = 0; i < plain_.inputs.size(); ++i) exaggerate(plain_.resolved->arguments[i], others_.back()[i]);
    const auto begin = std::chrono::steady_clock::now();
    TRY(first, outputs_of(plain_));
    const bool is_quick = std::chrono::steady_clock::now() - begin < k_longest_run;
    TRY(second, outputs_of(plain_));
    usual_ = std::move(first);
    is_steady_ = is_quick && !usual_.empty() && usual_ == second;
    return {};
  }

  // Larger than all others, so that a maximum is another one too.
  static void exaggerate(const ResolvedArgument& argument, ArrayContent& content) {
    constexpr double k_times = 1000;
    if (!argument.is_read() || !is_floating(argument.type) || argument.fill.kind != FillKind::normal) return;
    std::vector<double> values = decode_elements(argument.type, content);
    for (double& value : values) value *= k_times;
    content = encode_elements(argument.type, values);
  }

  // Empty: it did not end well.
  Result<ArrayContents> outputs_of(const Trial& trial) {
    TRY(run, bench_.run(trial, plain_.resolved));
    return run.reason.empty() ? std::move(run.outputs) : ArrayContents();
  }

  // Whether anything changes when the elements from `first` on are others.
  Result<bool> matters_from(size_t argument, uint64_t first) {
    const ResolvedArgument& array = plain_.resolved->arguments[argument];
    const uint64_t begin = first * (array.bytes / array.count);
    for (const auto& other : others_) {
      Trial trial = plain_;
      trial.inputs[argument] = plain_.inputs[argument].bytes().substr(0, begin) + other[argument].bytes().substr(begin);
      TRY(outputs, outputs_of(trial));
      if (outputs != usual_) return true;
    }
    return false;
  }

  Result<uint64_t> idle_elements(size_t argument) {
    const uint64_t count = plain_.resolved->arguments[argument].count;
    uint64_t idle_from = count - std::max<uint64_t>(1, count / k_tested_share), matters = 0;
    TRY(is_used, matters_from(argument, idle_from));
    if (is_used) return uint64_t{0};
    while (matters < idle_from) {
      const uint64_t middle = matters + (idle_from - matters) / 2;
      TRY(used, matters_from(argument, middle));
      (used ? matters : idle_from) = used ? middle + 1 : middle;
    }
    return count - idle_from;
  }

  const CheckCase& at_;
  uint64_t secret_;
  const FileSystem& files_;
  TrialBench bench_;
  Trial plain_;
  std::vector<ArrayContents> others_;
  ArrayContents usual_;
  bool is_steady_ = false;
};

}  // namespace

Result<std::vector<IdleEnd>> idle_ends(const Problem& problem, const CheckCase& at, uint64_t secret, Device& device,
                                       const FileSystem& files, const std::vector<std::string>& besides) {
  if (at.resolved.total_bytes > k_most_influence_bytes) return std::vector<IdleEnd>();
  return EndSearch(problem, at, secret, device, files).run(besides);
}

}  // namespace whet
