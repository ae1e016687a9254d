// What `whet inspect` shows: resources, occupancy, loops and findings of each kernel. Every number is counted from
// machine code, sourced from hardware facts, or modelled from both, and shows its origin.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "compile/code_file.h"
#include "compile/toolkit/target.h"
#include "describe/read_meaning.h"
#include "diagnose/advice.h"
#include "diagnose/kernel_profile.h"
#include "hardware/ceilings.h"
#include "report/canvas/canvas.h"
#include "util/text/json.h"

namespace whet {

// Accesses of one kind and width: 12 LDG of 16 bytes per lane.
struct WidthCount {
  std::string kind;
  int bytes = 0;
  int count = 0;
};

struct LoopView {
  int depth = 1;  // 1 is outermost; 0 stands for the whole body of a kernel without loops
  bool hot = false;
  bool spin_wait = false;
  std::string lines;  // "gemm.cu:7-9"; empty without line information
  uint32_t first_offset = 0;
  int instructions = 0;  // without padding and without inner loops
  int fillers = 0;
  std::vector<std::pair<std::string, int>> classes;  // most frequent first
  std::vector<std::pair<std::string, int>> names;    // base mnemonics, most frequent first
  std::vector<WidthCount> widths;
  std::vector<TensorUse> tensor;
  int math = 0;
  std::optional<double> math_per_global_load, math_per_shared_load, flops_per_global_byte;
  int stall_cycles = 0;
  IssueModel issue;
  int scoreboard_waits = 0;
  std::optional<LoadWait> best_hidden_load;
  int async_copies = 0;
  std::optional<bool> async_overlaps;
};

struct CliffView {
  int blocks = 0;
  int bytes = 0;      // the most that a block may use
  bool here = false;  // the kernel is on this step
};

struct CurvePoint {
  int threads = 0;
  int blocks = 0;
  int warps = 0;
};

struct KernelView {
  std::string signature, name, mangled;
  std::string chosen_by;  // the value of --kernel that selects only this one
  std::string architecture;
  std::optional<int> registers;
  int stack_bytes = 0, static_shared_bytes = 0, dynamic_shared_bytes = 0, reserved_shared_bytes = 0;
  int barriers = 0, parameters = 0, parameter_bytes = 0;
  std::optional<int> launch_bound_threads, cluster_blocks;
  int spill_loads = 0, spill_stores = 0, indexed_local = 0;
  std::optional<int> spill_bytes;  // as the assembler reported them

  std::optional<int> threads;
  BlockOrigin block_origin = BlockOrigin::unknown;
  std::optional<int> max_warps;
  std::optional<Occupancy> occupancy;
  std::optional<NextBlock> next_block;
  std::vector<CliffView> cliffs;
  std::vector<CurvePoint> curve;  // every block size that can run

  std::vector<LoopView> loops;  // a tree in pre-order; only the whole body if there are none
  Diagnosis diagnosis;
  int instructions = 0, unknown_instructions = 0, unresolved_branches = 0;
};

struct InspectView {
  std::string file;
  std::string target;    // "H200 SXM 141GB (sm_90a)"
  std::string compiled;  // "compiled with NVRTC 13.0 in 45 ms"; empty for files that were read
  std::string compiler_reason;
  std::vector<CompilerMessage> messages;
  std::vector<std::string> other_architectures;  // in the file, but not shown
  std::optional<Ceilings> ceilings;              // if a GPU was named
  std::vector<KernelView> kernels;
  std::vector<Error> broken_rules;  // rule files that did not load; the others did
  bool is_overview = false;         // several kernels: a table instead of reports
  bool detailed = false;            // text also shows the curve, all loops and the conditions
};

// What a kernel computes, by its mangled name. It is asked for only where advice depends on it.
using MeaningReader = std::function<std::optional<ReadMeaning>(const std::string& kernel)>;

KernelView collect_kernel(const KernelProfile& profile, const AdviceBook& book, const MeaningReader& meaning);

void render(const InspectView& view, Canvas& canvas);
Json to_json(const InspectView& view);

}  // namespace whet
