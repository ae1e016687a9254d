// Every way of cheating that the catalogue knows for kernels: the cheat is refused for the right reason, and its honest
// twin is accepted.
//   adversarial_test --score [ROUNDS [DEVICE [PART PARTS]]]       by name, on a GPU too
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <set>

#include "adversarial/pair.h"
#include "compile/toolkit/toolkit.h"
#include "device/device_arrays.h"
#include "device/open/open_device.h"
#include "device/virtual/virtual_device.h"
#include "judge/check/check.h"
#include "judge/check/policy.h"
#include "judge/check/refusal.h"
#include "judge/check/watched_run.h"
#include "judge/process/remote_device.h"
#include "problem/signature/candidate.h"
#include "support/source_folder.h"
#include "util/clock.h"
#include "util/hash.h"
#include "util/text.h"

namespace whet::test {
namespace {

const std::string k_root = test::source_folder() + "/tests/adversarial/";
const std::string k_cache = WHET_ADVERSARIAL_CACHE;

const std::vector<Pair>& pairs() {
  static const DiskFileSystem files;
  static const std::vector<Pair> all = all_pairs(k_root + "pairs", files);
  return all;
}

// Those that bring host code: it runs in a runner.
const std::vector<Pair>& host_pairs() {
  static const DiskFileSystem files;
  static const std::vector<Pair> all = all_pairs(k_root + "host_pairs", files);
  return all;
}

// A seed of its own for every test, the same in every run.
uint64_t seed_of(const std::string& name) {
  return std::stoull(sha256_hex(name).substr(0, 15), nullptr, 16);
}

class Judge {
 public:
  explicit Judge(std::string device = "virtual:h200") : device_(std::move(device)) {}

  // "wrong: `out` differs ...", or why it could not be judged. A round has data of its own.
  std::string judge(const Pair& pair, bool cheat, int round = 0) {
    round_ = round;
    const auto report = check(pair, cheat);
    if (!report) return "error: " + describe(report.error());
    return std::string(name_of(report->outcome)) + (report->reason.empty() ? "" : ": " + report->reason);
  }

 private:
  Result<CheckReport> check(const Pair& pair, bool cheat) {
    TRY(problem, load_problem(k_root + "problems/" + pair.problem, files_));
    TRY(candidate, with_candidate(problem, pair.name + ".cu", cheat ? pair.cheat : pair.honest,
                                  cheat ? pair.cheat_toml : pair.honest_toml));
    VirtualOptions options;
    options.budget = 1 << 20;
    TRY(beside, VirtualDevice::open("h200", options, knowledge_));
    options.varies_order = options.varies_surroundings = true;
    TRY(device, open(candidate, options));
    auto cases = build_cases(candidate, candidate.cases, {}, *device, compiler_);
    if (auto refused = cases ? std::nullopt : report_of_refusal(candidate, cases.error())) return std::move(*refused);
    if (!cases) return cases.error();
    TRY(oracle, make_oracle(problem, {k_cache, files_, processes_, compiler_, *beside}));
    if (arrays_) oracle->set_arrays(*arrays_);
    CheckPlan plan;
    plan.trials.secret = seed_of(pair.name + (round_ > 0 ? std::to_string(round_) : ""));
    plan.trials.many_calls = 6;
    plan.time.seconds = 8;
    const CheckSubject subject{candidate, &problem, std::move(*cases)};
    TRY(report, check_candidate(subject, plan, {*oracle, *device, compiler_, files_}));
    const WatchServices services{knowledge_, files_, *oracle, beside->facts(), nullptr, WHET_PROGRAM};
    if (is_sound(report.outcome))
      TRY_VOID(watch_candidate(candidate, subject.cases, plan.trials.secret, services, report));
    return report;
  }

  // Kernels of a virtual GPU need no process of their own.
  Result<std::unique_ptr<Device>> open(const Problem& candidate, const VirtualOptions& options) {
    const bool is_virtual = device_.starts_with("virtual");
    if (!candidate.is_host_function && is_virtual) {
      TRY(device, VirtualDevice::open("h200", options, knowledge_));
      return std::unique_ptr<Device>(std::move(device));
    }
    RemoteSettings settings;
    settings.device = {device_, options, candidate.is_host_function};
    settings.program = WHET_PROGRAM;
    settings.call_deadline = std::chrono::seconds(10);
    if (is_virtual) settings.memory_bytes = 1ull << 30;
    if (!is_virtual) TRY_VOID(open_gpu());
    if (!is_virtual) settings.memory = gpu_.device.get(), settings.maker = arrays_.get();
    TRY(device, RemoteDevice::open(settings, knowledge_));
    return std::unique_ptr<Device>(std::move(device));
  }

  // There arrays are made, shared and compared as JudgeBench does it with large ones.
  Result<void> open_gpu() {
    if (arrays_) return {};
    TRY(opened, open_device(device_, {}, knowledge_));
    gpu_ = std::move(opened);
    arrays_ = std::make_unique<DeviceArrays>(*gpu_.device, compiler_, 1);
    TRY_VOID(arrays_->prepare());
    gpu_.device->use_maker(arrays_.get());
    return {};
  }

  std::string device_;
  int round_ = 0;
  Knowledge knowledge_;
  DiskFileSystem files_;
  SystemProcessRunner processes_;
  SystemClock clock_;
  Compiler compiler_{{.cache_directory = k_cache}, files_, processes_, clock_};
  OpenedDevice gpu_;
  std::unique_ptr<DeviceArrays> arrays_;
};

bool has_compiler() {
  DiskFileSystem files;
  SystemProcessRunner processes;
  const auto toolkit = find_toolkit("", files, processes);
  return toolkit && !toolkit->nvcc.empty();
}

class Adversarial : public testing::TestWithParam<Pair> {
 protected:
  void SetUp() override {
    static const bool can_compile = has_compiler();
    if (!can_compile) GTEST_SKIP() << "there is no CUDA compiler here";
  }
};

TEST_P(Adversarial, TheCheatIsRefusedAndItsTwinAccepted) {
  const Pair& pair = GetParam();
  Judge judge;
  const std::string cheat = judge.judge(pair, true), honest = judge.judge(pair, false);
  EXPECT_EQ(cheat.substr(0, cheat.find(':')), pair.outcome) << cheat;
  EXPECT_NE(cheat.find(pair.reason), std::string::npos) << cheat;
  EXPECT_EQ(honest, "correct");
}

INSTANTIATE_TEST_SUITE_P(All, Adversarial, testing::ValuesIn(pairs()),
                         [](const auto& info) { return info.param.name; });

INSTANTIATE_TEST_SUITE_P(Host, Adversarial, testing::ValuesIn(host_pairs()),
                         [](const auto& info) { return info.param.name; });

std::vector<Pair> every_pair() {
  std::vector<Pair> all = pairs();
  all.insert(all.end(), host_pairs().begin(), host_pairs().end());
  return all;
}

TEST(AdversarialSuite, HoldsManyPairs) {
  EXPECT_GE(every_pair().size(), 218u);
}

TEST(AdversarialSuite, TheDocumentListsEveryPairAndEveryRowOfTheCatalogue) {
  constexpr int k_timing_rows = 25, k_semantic_rows = 40;
  const auto text = DiskFileSystem().read(test::source_folder() + "/docs/integrity.md");
  ASSERT_TRUE(text);
  EXPECT_NE(text->find("all " + std::to_string(every_pair().size()) + " on the virtual GPU"), std::string::npos);
  std::set<std::string> rows;
  for (const Pair& pair : every_pair()) {
    rows.insert(pair.row);
    const size_t line = text->find("| " + pair.row + " | `" + pair.name + "`");
    ASSERT_NE(line, std::string::npos) << pair.row << " " << pair.name;
    EXPECT_NE(text->substr(line, text->find('\n', line) - line).find(" | " + pair.outcome + " |"), std::string::npos)
        << pair.name;
  }
  for (const auto& [letter, count] : {std::pair{'T', k_timing_rows}, {'S', k_semantic_rows}}) {
    for (int i = 1; i <= count; ++i) {
      const std::string row = letter + std::to_string(i);
      EXPECT_EQ(text->find("\n| " + row + " | ") != std::string::npos, true) << row << " is not accounted for";
      EXPECT_TRUE(rows.contains(row) || text->find("\n| " + row + " | `") == std::string::npos) << row;
    }
  }
}

// The cheat must be refused as its file says, and the twin accepted.
bool holds(const Pair& pair, const std::string& cheat, const std::string& honest) {
  return cheat.substr(0, cheat.find(':')) == pair.outcome && cheat.find(pair.reason) != std::string::npos &&
         honest == "correct";
}

}  // namespace

// Every `parts`-th pair from `part` on.
std::vector<Pair> part_of(const std::vector<Pair>& all, size_t part, size_t parts) {
  std::vector<Pair> some;
  for (size_t i = part; i < all.size(); i += parts) some.push_back(all[i]);
  return some;
}

// Row, name, in how many rounds the pair holds, and what is said of the cheat in the last.
int print_score(int rounds, const std::string& device, size_t part, size_t parts) {
  size_t held = 0;
  Judge judge(device);
  // Host code may take seconds to hang.
  const std::vector<Pair> asked = part_of(rounds > 1 ? pairs() : every_pair(), part, parts);
  for (const Pair& pair : asked) {
    int held_rounds = 0;
    std::string cheat, honest;
    for (int round = 0; round < rounds; ++round) {
      cheat = judge.judge(pair, true, round), honest = judge.judge(pair, false, round);
      held_rounds += holds(pair, cheat, honest);
      if (honest != "correct") std::printf("%34sits honest twin: %s\n", "", honest.c_str());
    }
    held += held_rounds == rounds;
    const std::string mark = held_rounds == rounds ? "held" : "MISSED";
    std::printf("%-4s %-28s %-6s %d of %d  %s\n", pair.row.c_str(), pair.name.c_str(), mark.c_str(), held_rounds,
                rounds, cheat.c_str());
    std::fflush(stdout);
  }
  std::printf("%zu of %zu pairs hold: the cheat refused for the right reason, its honest twin accepted\n", held,
              asked.size());
  return held == asked.size() ? 0 : 1;
}

}  // namespace whet::test

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (argc >= 2 && std::string_view(argv[1]) == "--score")
    return whet::test::print_score(argc > 2 ? std::atoi(argv[2]) : 1, argc > 3 ? argv[3] : "virtual:h200",
                                   argc > 5 ? std::strtoul(argv[4], nullptr, 10) : 0,
                                   argc > 5 ? std::strtoul(argv[5], nullptr, 10) : 1);
  return RUN_ALL_TESTS();
}
