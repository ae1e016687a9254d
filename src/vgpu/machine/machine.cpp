#include "vgpu/machine/machine.h"

#include <algorithm>
#include <bit>
#include <list>
#include <map>
#include <numeric>
#include <thread>

#include <fmt/format.h>

#include "vgpu/machine/block_queue.h"
#include "vgpu/machine/cluster.h"
#include "vgpu/machine/timed_run.h"
#include "vgpu/machine/worker.h"
#include "vgpu/program/cluster_shape.h"
#include "vgpu/program/sampling.h"

namespace whet::vgpu {

namespace {

constexpr uint32_t k_call_stack_bytes = 32 << 10;  // stack of a thread beyond the kernel's own frame
constexpr size_t k_pass_on_requests = 1 << 17;
constexpr uint64_t k_grid_workspace_bytes = 256;
constexpr uint64_t k_most_threads = 1024;  // per block; so the block's warps fit a 32-bit mask

// What one host thread runs of the queue. Clusters that wait for others are set aside and retried.
class BlockRunner {
 public:
  BlockRunner(LaunchState& launch, BlockQueue& queue) : launch_(launch), queue_(queue), worker_(launch) {}

  void run() {
    if (launch_.timed) return run_in_time();
    const CacheSizes& caches = launch_.options->caches;
    const uint64_t resident =
        std::max<uint64_t>(1, uint64_t{caches.sms} * caches.blocks_per_sm / launch_.cluster.count());
    while (!launch_.stopped) {
      const auto unit = aside_.size() < resident ? queue_.take() : std::nullopt;
      if (!unit && aside_.empty()) return;
      if (unit) run_unit(*unit);
      if (!unit || !launch_.reordered) look_again();
      if (!unit && is_endless()) report_endless();
    }
  }
  Worker& worker() { return worker_; }

 private:
  void run_in_time() {
    TimedRun timed(launch_, queue_, worker_);
    timed.run();
    blocks_run += timed.blocks_run();
    timed_cycles = timed.cycles();
  }

  void run_unit(const Unit& unit) {
    l1_ = queue_.l1(unit, launch_.options->caches);
    worker_.access_time.start_unit(unit.on_sm);
    if (launch_.side_by_side)
      run_side_by_side(unit);
    else
      run_one_by_one(unit);
    queue_.finish(unit, std::exchange(worker_.l2_requests, {}));
  }

  std::unique_ptr<Cluster> started(uint64_t index) {
    auto cluster = fresh_cluster();
    cluster->start(index);
    blocks_run += cluster->size();
    return cluster;
  }

  void pass_on_if_many(const Unit& unit) {
    if (worker_.l2_requests.size() > k_pass_on_requests) queue_.pass_on(unit, worker_.l2_requests);
  }

  void run_one_by_one(const Unit& unit) {
    for (const uint64_t index : unit.clusters) {
      if (launch_.stopped) break;
      worker_.access_time.start_again();
      advance(started(index));
      pass_on_if_many(unit);
    }
  }

  // The clusters that the SM holds at once advance together, round by round.
  void run_side_by_side(const Unit& unit) {
    std::vector<std::unique_ptr<Cluster>> held;
    for (const uint64_t index : unit.clusters) held.push_back(started(index));
    for (; !held.empty() && !launch_.stopped; ++worker_.access_time.round) {
      for (auto& cluster : held) {
        if (cluster->run(l1_)) spare_.push_back(std::move(cluster));
      }
      std::erase(held, nullptr);
      pass_on_if_many(unit);
    }
  }

  void advance(std::unique_ptr<Cluster> cluster) {
    if (cluster->run(l1_))
      spare_.push_back(std::move(cluster));
    else
      aside_.push_back(std::move(cluster));
  }

  // In a launch with another order, clusters are retried in ascending and descending order alternately. A chain of
  // blocks that wait for one another then needs at most two rounds, and blocks that do not wait get no order to rely
  // on.
  void sort_aside() {
    const auto index_of = [](const std::unique_ptr<Cluster>& cluster) { return cluster->block(0).index(); };
    aside_.sort([&](const auto& a, const auto& b) {
      return downwards_ ? index_of(a) > index_of(b) : index_of(a) < index_of(b);
    });
    downwards_ = !downwards_;
  }

  void look_again() {
    if (launch_.reordered) sort_aside();
    for (size_t n = aside_.size(); n > 0 && !launch_.stopped; --n) {
      auto cluster = std::move(aside_.front());
      aside_.pop_front();
      advance(std::move(cluster));
    }
  }

  template <typename Body>
  void for_each_waiting(Body body) {
    for (const auto& cluster : aside_) {
      for (uint32_t rank = 0; rank < cluster->size(); ++rank) {
        for (Warp& warp : cluster->block(rank).warps) {
          if (warp.live() != 0) body(warp);
        }
      }
    }
  }

  // After so many rounds as 1, 2, 4, 8 ...: all who are left have run and come back to the state they were in the last
  // time, and nobody has done anything since. They will for ever: see TimedRun::is_endless.
  bool is_endless() {
    if (launch_.many_threads || launch_.stopped || aside_.empty() || !std::has_single_bit(++rounds_)) return false;
    Waiting now{.deeds = worker_.watchers.deeds};
    bool all_ran = true;
    for_each_waiting([&](Warp& warp) {
      now.states[&warp] = warp.fingerprint();
      now.executed[&warp] = warp.executed();
      const auto able = std::count_if(warp.splits().begin(), warp.splits().end(),
                                      [](const Split& each) { return each.waits_for == Split::k_runnable; });
      // Of several that can run, the others may not have had their turn.
      all_ran = all_ran && (able == 0 || (able == 1 && warp.executed() > waiting_.executed[&warp]));
    });
    const bool same = all_ran && now.deeds == waiting_.deeds && now.states == waiting_.states;
    waiting_ = std::move(now);
    return same && !launch_.memory->shares_host_memory();
  }

  void report_endless() {
    Warp* first = nullptr;
    for_each_waiting([&](Warp& warp) { first = first || !warp.runnable() ? first : &warp; });
    if (!first) return;
    const auto split = std::find_if(first->splits().begin(), first->splits().end(),
                                    [](const Split& each) { return each.waits_for == Split::k_runnable; });
    worker_.fault(*first, first->program->ops[split->pc], FaultKind::endless, std::countr_zero(split->mask), 0, 0,
                  "waits for what nobody writes");
    launch_.stopped = true;
  }

  std::unique_ptr<Cluster> fresh_cluster() {
    if (spare_.empty()) return std::make_unique<Cluster>(launch_, worker_);
    auto cluster = std::move(spare_.back());
    spare_.pop_back();
    return cluster;
  }

  LaunchState& launch_;
  BlockQueue& queue_;
  Worker worker_;
  std::list<std::unique_ptr<Cluster>> aside_;
  bool downwards_ = true;
  struct Waiting {
    uint64_t deeds = 0;
    std::map<const Warp*, uint64_t> states = {}, executed = {};
  } waiting_;            // when they were asked last
  uint64_t rounds_ = 0;  // of looking again, with no block to start
  std::vector<std::unique_ptr<Cluster>> spare_;
  std::vector<SectoredCache*> l1_;  // of the unit's SMs, one per block of a cluster; empty: no cache model

 public:
  uint64_t blocks_run = 0, timed_cycles = 0;
};

int thread_count(const Program& program, const RunOptions& options, const LaunchConfig& config, bool checked,
                 bool timed, uint64_t blocks) {
  const bool ordered = checked || timed || config.cooperative || options.order.take_turns ||
                       (options.deterministic && program.order_matters);
  if (ordered) return 1;
  const int wanted =
      options.threads > 0 ? options.threads : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  return static_cast<int>(std::min<uint64_t>(static_cast<uint64_t>(wanted), std::max<uint64_t>(1, blocks)));
}

void add_worker(Counts& counts, const Program& program, const Worker& worker) {
  for (size_t b = 0; b < program.blocks.size(); ++b) {
    for (uint32_t i = program.blocks[b].first_instruction; i < program.blocks[b].end_instruction; ++i) {
      ExecutionCount count = worker.blocks[b];
      if (worker.guarded[i].warps) count.lanes = worker.guarded[i].lanes;
      counts.instructions[i].add(count);
    }
  }
  for (size_t i = 0; i < program.origins.size(); ++i) {
    counts.accesses[i].add(worker.accesses[i]);
    counts.taken[i] += worker.taken[i];
    counts.diverged[i] += worker.diverged[i];
  }
}

Result<void> prepare(LaunchState& state) {
  const Program& program = *state.program;
  const LaunchConfig& config = *state.config;
  state.threads_per_block = config.block.count();
  if (state.threads_per_block == 0 || config.grid.count() == 0) return bad_input("the launch has no threads");
  if (state.threads_per_block > k_most_threads) {
    return bad_input(
        fmt::format("a block of {} threads; a GPU takes at most {}", state.threads_per_block, k_most_threads));
  }
  TRY(cluster, cluster_shape(program.module->functions[program.entry], config.cluster, config.grid));
  state.cluster = cluster.blocks;
  state.explicit_cluster = cluster.is_explicit;
  if (config.parameters.size() < program.param_bytes) {
    return bad_input(fmt::format("the kernel takes {} bytes of parameters, the launch gives {}", program.param_bytes,
                                 config.parameters.size()));
  }
  state.warps_per_block = static_cast<uint32_t>((state.threads_per_block + k_lanes - 1) / k_lanes);
  state.shared_bytes = program.static_shared_bytes + static_cast<uint32_t>(config.dynamic_shared_bytes);
  state.local_bytes = program.functions[program.entry].local_bytes + (program.has_calls ? k_call_stack_bytes : 0);
  if (program.takes_parameter_address) {
    TRY(address, state.memory->allocate(std::max<uint64_t>(program.param_bytes, 1), "parameters"));
    state.parameter_address = address;
    TRY_VOID(state.memory->write(address, config.parameters.data(), program.param_bytes));
    state.memory->find(address)->read_only = true;
  }
  if (config.cooperative) {
    TRY(address, state.memory->allocate(k_grid_workspace_bytes, "grid workspace"));
    state.grid_workspace = address;
    TRY_VOID(state.memory->fill(address, 0, k_grid_workspace_bytes));
  }
  return {};
}

// Frees what `prepare` allocated, also if it failed half way.
class Prepared {
 public:
  explicit Prepared(LaunchState& state) : state_(state) {}
  ~Prepared() {
    if (state_.parameter_address) (void)state_.memory->free(state_.parameter_address);
    if (state_.grid_workspace) (void)state_.memory->free(state_.grid_workspace);
  }
  Prepared(const Prepared&) = delete;
  Prepared& operator=(const Prepared&) = delete;

 private:
  LaunchState& state_;
};

void run_threads(std::vector<std::unique_ptr<BlockRunner>>& runners) {
  std::vector<std::thread> threads;
  for (size_t i = 1; i < runners.size(); ++i) threads.emplace_back([&, i] { runners[i]->run(); });
  runners.front()->run();
  for (std::thread& thread : threads) thread.join();
}

GridWork work_of(const std::vector<std::unique_ptr<BlockRunner>>& runners, uint64_t grid_blocks) {
  GridWork work(grid_blocks);
  for (const auto& runner : runners) work.add(runner->worker().work);
  return work;
}

Counts gather_counts(const Program& program, const std::vector<std::unique_ptr<BlockRunner>>& runners,
                     const BlockQueue& queue, const LaunchState& state) {
  Counts counts;
  counts.instructions.resize(program.origins.size());
  counts.accesses = queue.l2_counts();
  counts.taken.resize(program.origins.size());
  counts.diverged.resize(program.origins.size());
  counts.work = work_of(runners, state.config->grid.count());
  for (const auto& runner : runners) {
    add_worker(counts, program, runner->worker());
    counts.blocks += runner->blocks_run;
    counts.timed_cycles += runner->timed_cycles;
  }
  counts.warps = counts.blocks * state.warps_per_block;
  counts.grid_blocks = state.config->grid.count();
  counts.hottest = queue.hottest();
  counts.l2_bytes = state.options->caches.l2_bytes;
  counts.dirty_bytes = queue.dirty_l2_sectors() * 32;
  counts.dram_read_bytes = queue.dram_read_sectors() * 32;
  counts.dram_write_bytes = (queue.dram_write_sectors() + queue.dirty_l2_sectors()) * 32;
  return counts;
}

// The clusters that run at first, as many as have the blocks that the options ask for. Each has `together` blocks.
std::vector<uint64_t> first_clusters(uint64_t clusters, uint64_t together, const RunOptions& options) {
  const bool given = options.sample_blocks != k_as_needed && options.sample_blocks != k_all_blocks;
  return first_blocks(clusters, given ? (options.sample_blocks + together - 1) / together : options.sample_blocks);
}

// Sets how warps and blocks take turns, and whether their times are followed.
void choose_turns(LaunchState& state) {
  const Program& program = *state.program;
  const RunOptions& options = *state.options;
  // A launch in another order, or one that is watched, says nothing about time.
  state.timed =
      options.counted && options.pace.known() && options.order.is_usual() && !state.observer && !program.timed.empty();
  // Short turns would only make a kernel that polls poll more often.
  state.short_turns =
      options.order.take_turns || (options.counted && !state.timed &&
                                   std::none_of(program.memory_forms.begin(), program.memory_forms.end(),
                                                [](const MemoryForm& form) { return form.polls; }));
  state.reordered = !options.order.is_usual();
  // Results and printed output must not depend on whether a launch is counted.
  state.side_by_side =
      state.short_turns && !program.order_matters && !program.has_calls && !state.observer && !options.order.take_turns;
}

}  // namespace

Result<RunResult> run(const Program& program, const LaunchConfig& config, GlobalMemory& memory,
                      const RunOptions& options, const Watch& watch) {
  LaunchState state;
  state.program = &program;
  state.config = &config;
  state.options = &options;
  state.memory = &memory;
  const Prepared prepared(state);
  TRY_VOID(prepare(state));
  const std::unique_ptr<LaunchObserver> observer = watch ? watch(state) : nullptr;
  state.observer = observer.get();
  const uint64_t together = state.cluster.count();
  const std::vector<uint64_t> clusters = first_clusters(config.grid.count() / together, together, options);
  choose_turns(state);
  const int threads = thread_count(program, options, config, observer != nullptr, state.timed, clusters.size());
  state.many_threads = threads > 1;
  BlockQueue queue(static_cast<uint32_t>(together), options, program.origins.size());
  queue.deal(in_order(clusters, options.order.blocks, queue.wave()));
  std::vector<std::unique_ptr<BlockRunner>> runners;
  for (int i = 0; i < threads; ++i) runners.push_back(std::make_unique<BlockRunner>(state, queue));
  run_threads(runners);
  if (options.sample_blocks == k_as_needed && !state.stopped) {
    queue.deal(further_blocks(clusters, work_of(runners, config.grid.count()), options.quick_instructions, together));
    run_threads(runners);
  }
  RunResult result;
  result.finished = !state.stopped;
  result.counts = gather_counts(program, runners, queue, state);
  result.faults = state.faults.take();
  result.printed = std::move(state.printed);
  if (observer) {
    result.faults = observer->settle(std::move(result.faults));
    result.unwatched = observer->limits();
  }
  return result;
}

}  // namespace whet::vgpu
