// Candidates in a row through one worker, every fifth of which misbehaves.
//   judge_endurance [N] [seconds a call may take] [GPU]
// On a GPU they are kernels over 16 MiB arrays, every fiftieth of which misbehaves. Prints what the worker holds after
// every tenth of them, the GPU's memory too, what became of each kind, and what is left when it has ended.
// Exit 1: an answer was missing or wrong, or something was left.
#include <dirent.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <thread>

#include <fmt/format.h>

#include "device/open/open_device.h"
#include "judge/contestants.h"
#include "judge/worker_client.h"
#include "util/self.h"
#include "util/system/files.h"

namespace whet::bench {
namespace {

constexpr size_t k_batch = 10;
constexpr size_t k_complaints_shown = 20;

struct Tally {
  size_t tried = 0, answered = 0;  // as it must be
};

// What a process holds.
struct Holding {
  double resident_mb = 0, peak_mb = 0;
  size_t files = 0;
};

size_t entries(const std::string& directory) {
  size_t count = 0;
  DIR* const open = ::opendir(directory.c_str());
  while (open && ::readdir(open)) ++count;
  if (open) ::closedir(open);
  return count < 2 ? 0 : count - 2;
}

Holding holding(pid_t pid) {
  Holding now;
  std::ifstream status(fmt::format("/proc/{}/status", pid));
  for (std::string word; status >> word;) {
    if (word == "VmRSS:") status >> now.resident_mb;
    if (word == "VmHWM:") status >> now.peak_mb;
  }
  now.resident_mb *= 1024e-6;  // of KiB
  now.peak_mb *= 1024e-6;
  now.files = entries(fmt::format("/proc/{}/fd", pid));
  return now;
}

class CandidateStream {
 public:
  CandidateStream(WorkerClient& worker, size_t candidates, Device* gpu)
      : worker_(worker), candidates_(candidates), gpu_(gpu) {}

  // False: not every answer was right.
  bool run() {
    const size_t step = std::max(k_batch, candidates_ / 10 / k_batch * k_batch);
    fmt::print("| after | answered as they must be | RSS | peak RSS | open files | GPU memory free | elapsed |\n");
    fmt::print("| --: | --: | --: | --: | --: | --: | --: |\n");
    for (size_t first = 0; first < candidates_; first += k_batch) {
      send(first);
      if ((first + k_batch) % step == 0) print_holding(first + k_batch);
    }
    print_kinds();
    return right_ == candidates_;
  }

 private:
  const test::Contestant& asked(size_t i) const { return gpu_ ? test::kernel_contestant(i) : test::contestant(i); }

  void send(size_t first) {
    std::vector<SentCandidate> batch;
    for (size_t i = first; i < std::min(first + k_batch, candidates_); ++i)
      batch.push_back(test::candidate_of(asked(i)));
    const auto verdicts = worker_.judge(batch);
    if (!verdicts) complain(describe(verdicts.error()));
    for (size_t i = 0; i < batch.size(); ++i) {
      const test::Contestant& contestant = asked(first + i);
      Tally& tally = tallies_[contestant.name];
      ++tally.tried;
      if (!verdicts) continue;
      const CandidateVerdict& verdict = (*verdicts)[i];
      const std::string complaint = test::complaint(contestant, verdict);
      if (!complaint.empty()) complain(fmt::format("candidate {}: {}", first + i, complaint));
      tally.answered += complaint.empty();
      right_ += complaint.empty();
      if (const auto forgotten = worker_.forget(verdict.id); !forgotten) complain(describe(forgotten.error()));
    }
  }

  void complain(const std::string& text) {
    if (++complaints_ <= k_complaints_shown) fmt::print(stderr, "{}\n", text);
  }

  void print_holding(size_t done) const {
    const Holding now = holding(worker_.pid());
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    const auto free = gpu_ ? gpu_->free_bytes() : std::nullopt;
    fmt::print("| {} | {} | {:.1f} MB | {:.1f} MB | {} | {} | {:.0f} s |\n", done, right_, now.resident_mb, now.peak_mb,
               now.files, free ? fmt::format("{} MiB", *free >> 20) : "-", seconds);
    std::fflush(stdout);
  }

  void print_kinds() const {
    fmt::print("\n| kind | sent | answered as it must be |\n| --- | --: | --: |\n");
    for (const auto& [name, tally] : tallies_) fmt::print("| {} | {} | {} |\n", name, tally.tried, tally.answered);
  }

  WorkerClient& worker_;
  size_t candidates_;
  Device* gpu_;
  std::map<std::string, Tally> tallies_;
  size_t right_ = 0, complaints_ = 0;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// Folders of whet's among the temporary files, and processes of the program.
size_t folders_left() {
  const char* const place = std::getenv("TMPDIR");
  size_t count = 0;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(place && *place ? place : "/tmp", error))
    count += entry.path().filename().native().starts_with("whet-");
  return count;
}

size_t processes_left(const std::string& program) {
  size_t count = 0;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", error)) {
    std::ifstream file(entry.path() / "cmdline");
    std::string first;
    if (std::getline(file, first, '\0')) count += first == program;
  }
  return count;
}

bool nothing_is_left(const std::string& program, size_t folders_before) {
  size_t folders = folders_left(), processes = processes_left(program);
  for (int i = 0; i < 50 && (folders > folders_before || processes > 0); ++i) {  // they may be ending
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    folders = folders_left();
    processes = processes_left(program);
  }
  fmt::print("\nleft behind: {} folders ({} before), {} processes\n", folders, folders_before, processes);
  return folders <= folders_before && processes == 0;
}

int run(size_t candidates, double call_seconds, const std::string& name) {
  const Knowledge knowledge;
  auto gpu = name.empty() ? Result<OpenedDevice>(OpenedDevice()) : open_device(name, {}, knowledge);
  if (!gpu) return fmt::print(stderr, "{}\n", describe(gpu.error())), 1;
  const std::string program = join_path(directory_of(own_path()), "whet");
  const size_t folders_before = folders_left();
  auto worker = WorkerClient::start(program);
  if (!worker) return fmt::print(stderr, "{}\n", describe(worker.error())), 1;
  const auto opened = (*worker)->open(
      name.empty() ? test::contest(WHET_CONTEST, call_seconds) : test::gpu_contest(WHET_CONTEST, name, call_seconds),
      knowledge);
  if (!opened) return fmt::print(stderr, "{}\n", describe(opened.error())), 1;
  fmt::print("{} candidates on {}, sandbox {}, {:.0f} ms a call\n\n", candidates, opened->facts.name,
             describe(opened->sandbox), 1e3 * call_seconds);
  const bool answered = CandidateStream(**worker, candidates, gpu->device.get()).run();
  worker->reset();
  return nothing_is_left(program, folders_before) && answered ? 0 : 1;
}

}  // namespace
}  // namespace whet::bench

int main(int argc, char** argv) {
  const long candidates = argc > 1 ? std::strtol(argv[1], nullptr, 10) : 10'000;
  const double call_seconds = argc > 2 ? std::strtod(argv[2], nullptr) : 0.25;
  return candidates > 0 && call_seconds > 0
             ? whet::bench::run(static_cast<size_t>(candidates), call_seconds, argc > 3 ? argv[3] : "")
             : 3;
}
