#include "describe/derived_work.h"

#include "describe/counted_work.h"
#include "problem/data/resolve.h"
#include "util/text.h"

namespace whet {

namespace {

// The formula, if the problem has numbers for all its names.
std::optional<Formula> usable(const Problem& problem, const std::string& text,
                              std::optional<Formula> Problem::* place) {
  auto parsed = text.empty() ? Result<Expression>(bad_input("none")) : Expression::parse(text);
  if (!parsed) return std::nullopt;
  Problem tried = problem;
  tried.*place = Formula{std::move(*parsed), problem.entry_line};
  if (!resolve_case(tried, tried.cases.front())) return std::nullopt;
  return tried.*place;
}

struct WorkPart {
  const char* name;
  std::optional<Formula> Problem::* place;
  bool Problem::* is_derived;
  std::string meant, counted;  // from the meaning, from runs
  bool is_bound = false;       // the meaning gives a bound
};

std::string part_note(Problem& problem, const WorkPart& part) {
  if (problem.*part.place) return {};
  problem.*part.is_derived = true;
  auto exact = part.is_bound ? std::nullopt : usable(problem, part.meant, part.place);
  if (exact) {
    problem.*part.place = std::move(exact);
    return std::string(part.name) + " from the formula that the kernel computes";
  }
  auto counted = usable(problem, part.counted, part.place);
  if (counted) {
    problem.*part.place = std::move(counted);
    return std::string(part.name) + " from runs of the kernel on the virtual GPU";
  }
  problem.*part.place = usable(problem, part.meant, part.place);
  problem.*part.is_derived = (problem.*part.place).has_value();
  return problem.*part.place ? std::string(part.name) + " at most those of the formula that the kernel computes" : "";
}

}  // namespace

void add_work(const KernelMeaning& meaning, const std::string& bytes, const std::string& flops, Problem& problem) {
  const lift::WorkFormulas none;
  const lift::WorkFormulas& work = meaning.is_confirmed ? meaning.work : none;
  std::vector<std::string> notes;
  for (const WorkPart& part :
       {WorkPart{"FLOPs", &Problem::work_flops, &Problem::is_flops_derived, work.flops, flops, work.is_flops_bound},
        WorkPart{"bytes", &Problem::work_bytes, &Problem::is_bytes_derived, work.bytes, bytes, work.is_bytes_bound}}) {
    std::string note = part_note(problem, part);
    if (!note.empty()) notes.push_back(std::move(note));
  }
  problem.work_note = join(notes, ", ");
}

std::string work_remark(const Problem& problem) {
  if (problem.work_note.empty()) return {};
  return "the work is derived, not declared: " + problem.work_note + "; [work] in problem.toml would declare it";
}

void add_derived_work(Problem& problem, const DescribeServices& services) {
  if (problem.work_flops && problem.work_bytes) return;
  if (problem.is_host_function) return;
  add_derived_work(problem, find_kernel_meaning(problem, services.compiler), services);
}

void add_derived_work(Problem& problem, const KernelMeaning& meaning, const DescribeServices& services) {
  if (problem.is_host_function || (problem.work_flops && problem.work_bytes)) return;
  const bool is_exact = meaning.is_confirmed && !meaning.work.flops.empty() && !meaning.work.bytes.empty() &&
                        !meaning.work.is_flops_bound && !meaning.work.is_bytes_bound;
  const CountedWork counted = is_exact ? CountedWork{} : count_work(problem, services);
  add_work(meaning, counted.bytes, counted.flops, problem);
}

}  // namespace whet
