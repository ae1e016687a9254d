#include "problem/signature/signature_launch.h"

#include <fmt/format.h>

#include "problem/file/section.h"
#include "problem/file/size_flags.h"
#include "problem/signature/assumed_launch.h"
#include "problem/signature/launch_from_source.h"
#include "problem/signature/taken_by_source.h"

namespace whet {

namespace {

class LaunchMaker {
 public:
  LaunchMaker(const LaunchFlags& flags, const SourceFunction& function, Problem& problem,
              std::vector<std::string>& notes)
      : flags_(flags), function_(function), problem_(problem), notes_(notes) {}

  Result<void> run() {
    launch_.line = function_.line;
    TRY_VOID(read_flags());
    use_source();
    TRY_VOID(require_shared());
    use_guards();
    TRY_VOID(assume_block());
    TRY_VOID(assume_grid());
    problem_.launches.push_back(std::move(launch_));
    return {};
  }

 private:
  Result<std::vector<Formula>> read(const std::string& text, const char* flag) const {
    return parse_formulas(plain_members(function_, text), flag, launch_.line);
  }

  Result<void> read_flags() {
    TRY(grid, read(flags_.grid, "--grid"));
    TRY(block, read(flags_.block, "--block"));
    TRY(shared, read(flags_.shared, "--shared"));
    if (shared.size() > 1) return bad_input("--shared takes one number", "--shared", "give bytes of a block");
    if (!shared.empty()) launch_.shared = shared.front();
    launch_.grid = std::move(grid);
    launch_.block = std::move(block);
    return {};
  }

  void use(SourceLaunch found) {
    launch_.grid = std::move(found.grid);
    launch_.block = std::move(found.block);
    if (!launch_.shared) launch_.shared = std::move(found.shared);
  }

  void use_source() {
    if (!launch_.grid.empty() || !launch_.block.empty()) return;
    if (auto found = launch_from_source(problem_, function_, launch_.shared.has_value(), notes_))
      use(*std::move(found));
  }

  // Without it, a block would immediately access memory beyond the end of the array.
  Result<void> require_shared() const {
    if (launch_.shared) return {};
    const std::string array = dynamic_shared_array(problem_, function_);
    if (array.empty()) return {};
    return bad_input(
        fmt::format("{} uses dynamic shared memory, `{}`, and nothing says how much", in_quotes(problem_.entry), array),
        problem_.place(function_.line), "add --shared BYTES, an expression of the sizes: --shared '4 * 32 * 33'");
  }

  void use_guards() {
    if (!launch_.grid.empty()) return;
    if (auto found = launch_by_guards(problem_, function_, launch_.block, notes_)) use(*std::move(found));
  }

  Result<void> assume_block() {
    if (!launch_.block.empty()) return {};
    const std::string threads = std::to_string(assumed_line(problem_, function_));
    TRY(extent, Expression::parse(threads, "--block"));
    launch_.block.push_back({std::move(extent), launch_.line});
    if (!launch_.grid.empty()) notes_.push_back(fmt::format("{} threads a block (--block)", threads));
    return {};
  }

  Result<void> assume_grid() {
    if (!launch_.grid.empty()) return {};
    const std::string block = product_text(launch_.block), output = first_output();
    const ProblemArgument* const written = problem_.argument(output);
    const std::string elements = written ? product_text(written->shape) : "1";
    TRY(extent, Expression::parse(fmt::format("ceil_div({}, {})", elements, block), "--block"));
    launch_.grid.push_back({std::move(extent), launch_.line});
    notes_.push_back(
        fmt::format("a grid of {}, {} threads a block: a thread for each element of `{}` (--grid, --block)",
                    launch_.grid.front().expression.text(), block, output));
    return {};
  }

  std::string first_output() const {
    for (const ProblemArgument& argument : problem_.arguments) {
      if (argument.role != ArgumentRole::in) return argument.name;
    }
    return {};  // check_names reports this
  }

  const LaunchFlags& flags_;
  const SourceFunction& function_;
  Problem& problem_;
  std::vector<std::string>& notes_;
  ProblemLaunch launch_;
};

}  // namespace

Result<void> add_launch(const LaunchFlags& flags, const SourceFunction& function, Problem& problem,
                        std::vector<std::string>& notes) {
  return LaunchMaker(flags, function, problem, notes).run();
}

}  // namespace whet
