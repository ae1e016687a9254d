// What `whet run` shows: whether the result is right, how long each launch takes and why, and what was counted. Every
// number is counted by the virtual GPU, modelled from counts, measured on a GPU, declared by the problem or sourced.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "device/virtual/virtual_device.h"
#include "diagnose/function_lines.h"
#include "hardware/ceilings.h"
#include "problem/verdict.h"
#include "profile/line_counts.h"
#include "report/canvas/canvas.h"
#include "report/diagnose/diagnose_view.h"
#include "util/text/json.h"

namespace whet {

inline constexpr double k_lanes_of_warp = 32;

// One kind of access: how much was moved, and the least that would be enough.
struct AccessView {
  std::string name;  // "global loads"
  double requests = 0;
  double sectors = 0, ideal_sectors = 0;        // of global and local memory
  double wavefronts = 0, ideal_wavefronts = 0;  // of shared memory
};

struct CounterView {
  std::string name;  // as in Nsight Compute
  double value = 0;
};

struct CounterGroup {
  std::string title;
  std::vector<CounterView> counters;
};

// One line of the source, with the counts of all instructions made from it.
struct LineView : LineCounts {
  std::string text;  // empty when the file cannot be read
  bool hottest = false;
};

struct InstructionView {
  std::string text;    // "ld.global.nc.f32", "LDG.E.CONSTANT"
  uint32_t at = 0;     // line of the PTX, or byte offset of the machine code
  std::string source;  // "softmax.cu:9"
  double warps = 0, lanes = 0;
};

struct LineTable {
  bool from_machine_code = false;
  std::vector<LineView> lines;  // in the order of the source
  double unplaced_share = 0;    // of all issued: instructions without a line
  std::vector<InstructionView> ptx, sass;
};

struct FindingView {
  std::string text, place;
};

struct LaunchView {
  std::string kernel;  // demangled
  LaunchShape shape;
  bool is_host_function = false;  // called, not launched: it has no grid
  std::optional<Time> time;
  uint64_t blocks_run = 0, grid_blocks = 0;
  bool finished = true, never_ends = false;
  std::string printed;
  std::vector<FindingView> findings;
  std::string unwatched;  // what the checks left out

  // These are set only on a virtual GPU.
  std::optional<vgpu::TimeEstimate> estimate;
  std::optional<Occupancy> occupancy;
  int registers = 0, most_warps = 0;  // per thread; per SM
  uint64_t shared_bytes = 0;          // per block
  std::vector<AccessView> accesses;   // those that happened
  std::optional<double> l1_hit_rate, l2_hit_rate;
  double warp_instructions = 0, lanes_active = 0;  // issued; share of 32
  double branches = 0, diverged = 0;
  double dram_bytes = 0;
  vgpu::Flops flops;
  std::optional<Math> math;  // the type of most operations
  std::vector<CounterGroup> counters;
  std::optional<LineTable> lines;
  std::vector<ActionView> actions;  // what to do about its time, the most promising first
};

// How close the run comes to a ceiling of the GPU.
struct CeilingShare {
  std::string ceiling;  // "DRAM bandwidth", "fp32 peak"
  double work = 0;      // bytes or operations
  Origin origin = Origin::counted;
  double per_second = 0;  // reached
  Rate rate;              // of the ceiling
  double share() const { return per_second / rate.per_second; }
};

struct RunView {
  std::string problem;      // as the user named it
  std::string device, gpu;  // "virtual:h200", "H200 SXM 141GB"
  bool is_virtual = true;
  int sms = 0;
  std::string compiled;  // "sm_90a by NVRTC 13.0"
  std::string case_name;
  std::vector<NamedNumber> dims, tunables;
  uint64_t seed = 0;
  std::vector<std::string> notes;  // remarks on how it was run
  std::optional<Verdict> verdict;
  std::string reference;     // file of the reference
  std::string not_compared;  // why there is no verdict
  std::string checks;        // "memory, init"; empty: none requested
  std::vector<LaunchView> launches;
  std::vector<CeilingShare> ceilings;

  bool wrong() const { return verdict && !verdict->correct(); }
  size_t findings() const;
  std::optional<Time> time() const;  // of all launches
};

struct LaunchDetail {
  bool counters = false, lines = false;
};

LaunchView collect_launch(const Launch& launch, const VirtualReport& report, const LaunchDetail& detail,
                          const SourceText& source_of);
std::vector<CounterGroup> group_counters(const std::vector<vgpu::NamedCount>& metrics);
LineTable collect_lines(const VirtualReport& report, const SourceText& source_of);
// Uses declared work if there is some, else counted work, and the time of all launches.
std::vector<CeilingShare> ceiling_shares(const RunView& view, const ResolvedCase& resolved, const Gpu& gpu);

void render(const RunView& view, Canvas& canvas);
void render_counters(const LaunchView& launch, Canvas& canvas);
void render_lines(const LineTable& table, Canvas& canvas);
Json to_json(const RunView& view);
// {"n": 1024}
Json numbers_json(const std::vector<NamedNumber>& numbers);

}  // namespace whet
