// How a run begins or is taken up again, for both drivers: its problem, its store and lock, and what the store holds of
// it.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "compile/compiler.h"
#include "describe/kernel_meaning.h"
#include "optimize/ledger/run_lessons.h"
#include "optimize/score/settings.h"
#include "problem/file/problem.h"
#include "propose/editor.h"
#include "propose/kernel_writer.h"
#include "propose/mind_proposer.h"
#include "propose/team.h"
#include "propose/tuner.h"
#include "store/store.h"
#include "write/writer.h"

namespace whet {

enum class RunDriver : uint8_t {
  search,  // the loop proposes candidates
  manual,  // a user submits them
};
RunDriver driver_of(const store::Run& run);

// Who proposes in a search.
// The event that says what is predicted of each written kernel, by its memo, in seconds over all cases.
inline constexpr const char* k_predicted_event = "predicted";

struct RunProposers {
  std::unique_ptr<KernelWriter> writer;  // nullptr: no kernel is written
  std::unique_ptr<Editor> editor;        // nullptr: no edit fits its text
  std::unique_ptr<MindProposer> mind;    // nullptr: no mind is asked
  std::unique_ptr<Tuner> tuner;          // nullptr: there is nothing to tune
  std::unique_ptr<ProposerTeam> team;    // of these; nullptr in a manual run
};

struct OpenedRun {
  Problem problem;
  OptimizeSettings settings;
  store::Store store;
  store::RunLock lock;
  store::Run description;
  RunProposers proposers;
  Architecture architecture;  // of the device
  std::string note = {};      // about the device that was found, and why no kernel is written

  OptimizedRun identity() const;  // under which its lessons are kept
};

struct RunFiles {
  FileSystem& files;
  const Knowledge& knowledge;
  std::function<void(Problem&)> complete = {};  // adds the work that the problem's file does not declare
  // Writes kernels for what the problem's kernel computes, the one first that is predicted to be fastest on the device;
  // empty: none are written.
  std::function<Result<write::WrittenKernels>(const Problem&, const std::string& device)> write = {};
  // What the problem's kernel computes, for patterns; empty: nothing is looked up.
  std::function<KernelMeaning(const Problem&)> meaning = {};
  // Opens a mind by its name; a price that the order gives for its model comes before the known one.
  std::function<Result<consult::OpenedMind>(const std::string&, const MindOrder&)> open_mind = {};
};

struct BeginOrder {
  std::string problem;  // folder or problem.toml
  OptimizeSettings settings;
  RunDriver driver = RunDriver::search;
  // Called before anything is stored; may add to the description and may refuse the run.
  std::function<Result<void>(const Problem& problem, store::Run& description)> prepare = {};
};

// A problem that cannot be run is refused before anything is stored. A batch of 0 is replaced by the usual one of the
// device.
Result<OpenedRun> begin_run(BeginOrder order, const RunFiles& files);
// Takes up a run that was interrupted or waits for submissions. The problem's kernel must be the one that the run began
// with. `named_minds` are those that the user named: a stored command or address is not used without.
Result<OpenedRun> take_up_run(store::Store store, const store::Run& run, const RunFiles& files,
                              const std::vector<std::string>& named_minds = {});

}  // namespace whet
