// Any problem.toml with any kernel source (after a line "---") loads or is refused with a clear error; what loads
// resolves or is refused at every size, small arrays can be filled, and what is written of it is read back alike.
#include <string>
#include <string_view>

#include "fuzz_input.h"
#include "problem/build.h"
#include "problem/data/data.h"
#include "problem/data/resolve.h"
#include "problem/file/write_problem.h"
#include "problem/tuning.h"

namespace {

using namespace whet;

constexpr uint64_t k_most_data_bytes = 1 << 16;

// Two texts, under every name.
class TwoFiles : public FileSystem {
 public:
  TwoFiles(std::string_view problem, std::string_view source) : problem_(problem), source_(source) {}
  std::optional<FileInfo> info(const std::string&) const override { return FileInfo{}; }
  Result<std::string> read(const std::string& path) const override {
    return std::string(path.ends_with(".toml") ? problem_ : source_);
  }
  Result<void> write(const std::string&, std::string_view) override { return {}; }
  Result<void> make_directories(const std::string&) override { return {}; }
  Result<void> remove(const std::string&) override { return {}; }
  void touch(const std::string&) override {}
  std::vector<std::string> list(const std::string&) const override { return {}; }

 private:
  std::string_view problem_, source_;
};

void check_case(const Problem& problem, const ProblemCase& each, const FileSystem& files) {
  const auto resolved = resolve_case(problem, each, {.memory_limit_bytes = uint64_t{1} << 40});
  if (!resolved) return fuzz::require_clear(resolved.error());
  for (const ResolvedLaunch& launch : resolved->launches) {
    for (int axis = 0; axis < 3; ++axis) fuzz::require(launch.grid[axis] > 0 && launch.block[axis] > 0);
    for (const size_t argument : launch.arguments) fuzz::require(argument < resolved->arguments.size());
  }
  for (const ResolvedArgument& argument : resolved->arguments) {
    if (argument.is_scalar || argument.bytes > k_most_data_bytes) continue;
    const auto data = make_data(argument, {.seed = 1, .threads = 1}, files);
    fuzz::require(!data || data->size() == argument.bytes);
  }
  fuzz::require(compile_request(problem, *resolved, {}).defines.size() <=
                problem.defines.size() + problem.tunables.size());
}

// Names of the text alone: those that a source gives its kernels may be no TOML.
void check_written(std::string_view text) {
  const auto problem = parse_problem(text, "p/problem.toml");
  if (!problem) return;
  const std::string written = write_problem(*problem);
  const auto again = parse_problem(written, problem->file);
  fuzz::require(again.ok() && write_problem(*again) == written);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size > fuzz::k_largest_input) return -1;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const size_t cut = text.find("\n---\n");
  const TwoFiles files(text.substr(0, cut), cut == text.npos ? std::string_view() : text.substr(cut + 5));
  check_written(text.substr(0, cut));
  const auto problem = load_problem("p", files);
  if (!problem) {
    fuzz::require_clear(problem.error());
    return 0;
  }
  for (const ProblemCase& each : problem->cases) check_case(*problem, each, files);
  const TuningSpace space = find_tuning_space(*problem);
  fuzz::require(tuned(space, {}).problem.source == problem->source);
  return 0;
}
