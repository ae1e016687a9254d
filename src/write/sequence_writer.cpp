#include "write/sequence_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "describe/launch_group.h"
#include "describe/lift_order.h"
#include "describe/problem_words.h"
#include "problem/data/resolve.h"
#include "util/system/forked.h"
#include "util/text/json.h"
#include "write/problem_subject.h"
#include "write/subject_writer.h"
#include "write/text/joined_kernels.h"
#include "write/written_json.h"

namespace whet::write {

namespace {

constexpr std::chrono::milliseconds k_longest_sequence{60'000};
constexpr size_t k_nodes_of_launch = 200'000;
constexpr size_t k_most_launches = 12;
constexpr size_t k_most_joined = 8;  // files of several groups

// Consecutive launches and what is written for them.
struct Group {
  size_t begin = 0, end = 0;
  lift::Meaning meaning;
  std::unique_ptr<Subject> subject;
  WrittenKernels written;
};

class SequenceWriter {
 public:
  SequenceWriter(const Problem& problem, const ResolvedCase& resolved, lift::Arena& arena)
      : problem_(problem), arena_(arena), whole_(problem, arena, resolved.tunables) {
    words_ = size_words(problem, whole_.arguments());
    words_.launch.clear();
  }

  Result<WrittenKernels> run(const std::vector<lift::ExplainRequest>& requests) {
    TRY(lifted, lift_launches(problem_, requests, whole_, arena_));
    lifted_ = std::move(lifted);
    WrittenKernels found;
    TRY_VOID(add_grouped(found));
    TRY_VOID(add_apart(found));
    for (const SubjectCase& each : cases_of(problem_)) found.weights.push_back(each.weight);
    return found;
  }

 private:
  // As few groups as possible: each takes launches as long as something is written for it.
  Result<void> add_grouped(WrittenKernels& found) {
    std::vector<std::unique_ptr<Group>> groups;
    for (size_t begin = 0; begin < lifted_.launches.size();) {
      std::unique_ptr<Group> best;
      for (size_t end = begin + 1; end <= lifted_.launches.size(); ++end) {
        auto group = group_of(begin, end);
        const std::string why = !group ? group.error().what : why_none((*group)->written);
        if (!why.empty()) {
          found.refused.push_back({titles(begin, end), why});
          continue;
        }
        best = std::move(*group);
      }
      if (!best) return {};  // a launch that nothing is written for
      begin = best->end;
      groups.push_back(std::move(best));
    }
    if (groups.size() == 1) {
      found.kernels = std::move(groups.front()->written.kernels);
      found.further = std::move(groups.front()->written.further);
      for (RefusedSchedule& each : groups.front()->written.refused) found.refused.push_back(std::move(each));
      return {};
    }
    grouped_ = groups.size();
    return add_joined(groups, found);
  }

  // Every launch alone, where that is another file.
  Result<void> add_apart(WrittenKernels& found) {
    if (lifted_.launches.size() < 2 || grouped_ == lifted_.launches.size()) return {};
    std::vector<std::unique_ptr<Group>> groups;
    for (size_t i = 0; i < lifted_.launches.size(); ++i) {
      auto group = group_of(i, i + 1);
      if (!group || !why_none((*group)->written).empty()) return {};
      groups.push_back(std::move(*group));
    }
    return add_joined(groups, found);
  }

  Result<void> add_joined(const std::vector<std::unique_ptr<Group>>& groups, WrittenKernels& found) {
    size_t most = 0;
    for (const auto& group : groups) most = std::max(most, group->written.kernels.size());
    for (size_t i = 0; i < std::min(most, k_most_joined); ++i) {
      std::vector<KernelPart> parts;
      for (const auto& group : groups) {
        const auto& kernels = group->written.kernels;
        parts.push_back({*group->subject, kernels[std::min(i, kernels.size() - 1)]});
      }
      auto whole = joined(std::move(parts));
      if (!whole) {
        found.refused.push_back({"joined", whole.error().what});
        continue;
      }
      add_scratch(*whole);
      found.kernels.push_back(std::move(*whole));
    }
    return {};
  }

  // Launches of a candidate replace the problem's, and with them its scratch.
  void add_scratch(WrittenKernel& kernel) const {
    for (const int number : whole_.scratch()) {
      const ProblemArgument& scratch = *whole_.arguments()[static_cast<size_t>(number)];
      const std::string quoted = "\"" + scratch.name + "\"";
      const bool is_used =
          std::any_of(kernel.launches.begin(), kernel.launches.end(), [&](const WrittenLaunch& launch) {
            return std::find(launch.arguments.begin(), launch.arguments.end(), quoted) != launch.arguments.end();
          });
      if (!is_used) continue;
      SubjectParameter sized;
      note_argument(problem_, scratch, sized);
      kernel.scratch.push_back({scratch.name, std::string(name_of(scratch.type)), sized.elements_formula});
    }
  }

  Result<std::unique_ptr<Group>> group_of(size_t begin, size_t end) {
    arena_.begin_work();
    auto group = std::make_unique<Group>();
    group->begin = begin;
    group->end = end;
    auto meaning = compose_group(lifted_, whole_, arena_, begin, end);
    if (meaning) {
      group->meaning = std::move(*meaning);
      TRY_VOID(confirm_group(problem_, lifted_, whole_, arena_, begin, end, group->meaning));
      TRY_VOID(write_group(*group, false));
      return group;
    }
    if (end == begin + 1 || keeps_halves(begin, end)) return meaning.error();
    auto nested = compose_group(lifted_, whole_, arena_, begin, end, NestedSums::allowed);
    if (!nested) return meaning.error();
    group->meaning = std::move(*nested);
    // That nothing is written is found sooner than whether it is right.
    TRY_VOID(write_group(*group, true));
    if (group->written.kernels.empty()) return meaning.error();
    TRY_VOID(confirm_group(problem_, lifted_, whole_, arena_, begin, end, group->meaning));
    return group;
  }

  // Whether a launch leaves numbers of 16 bits to those after it: products of them are for tensor cores.
  bool keeps_halves(size_t begin, size_t end) const {
    const auto is_short = [&](const lift::Statement& each) {
      const ElementType type = whole_.arguments()[static_cast<size_t>(arena_[each.array].value)]->type;
      return is_floating(type) && bytes_of(type) == 2;
    };
    return std::any_of(lifted_.launches.begin() + static_cast<ptrdiff_t>(begin),
                       lifted_.launches.begin() + static_cast<ptrdiff_t>(end) - 1, [&](const auto& launch) {
                         return std::any_of(launch.meaning.statements.begin(), launch.meaning.statements.end(),
                                            is_short);
                       });
  }

  Result<void> write_group(Group& group, bool repeats_sums) {
    arena_.begin_work();
    TRY(parameters, parameters_of(group.meaning));
    const PrecisionClass precision = precision_of_results(problem_, parameters);
    group.subject = std::make_unique<Subject>(Subject{arena_, group.meaning, kernel_name(group.begin, group.end),
                                                      lift::print(arena_, group.meaning), std::move(parameters), words_,
                                                      sizes_of(arena_, words_, problem_), cases_of(problem_),
                                                      allows_tf32(problem_), problem_.allows_split, precision});
    group.written = repeats_sums ? write_nested(*group.subject) : write_kernels(*group.subject);
    if (!arena_.exhausted().empty()) return bad_input(arena_.exhausted());
    return {};
  }

  Result<std::vector<SubjectParameter>> parameters_of(const lift::Meaning& meaning) const {
    TRY(parameters, subject_parameters(arena_, meaning, whole_.declared()));
    std::vector<lift::Expr> used;
    for (const lift::Statement& statement : meaning.statements) {
      used.push_back(statement.array);
      std::vector<lift::Expr> roots = statement.guard;
      roots.insert(roots.end(), {statement.offset, statement.value});
      for (const lift::SpaceIndex& index : statement.space) roots.push_back(index.count);
      for (const lift::Expr root : roots) {
        const auto parts = arena_.all_parts(root);
        used.insert(used.end(), parts.begin(), parts.end());
      }
    }
    for (size_t i = 0; i < parameters.size(); ++i) {
      note_argument(problem_, *whole_.arguments()[i], parameters[i]);
      parameters[i].formula = whole_.formula(i);
      const lift::Expr own = arena_.parameter(static_cast<int>(i));
      parameters[i].is_passed = std::find(used.begin(), used.end(), own) != used.end();
    }
    return parameters;
  }

  // Of its last launch; a kernel that is launched several times gets the number of the launch too.
  std::string kernel_name(size_t begin, size_t end) const {
    const std::string& entry = problem_.launches[end - 1].entry;
    const auto same = std::count_if(problem_.launches.begin(), problem_.launches.end(),
                                    [&](const ProblemLaunch& each) { return each.entry == entry; });
    const std::string name = written_name(entry);
    return same > 1 && begin + 1 == end ? fmt::format("{}_{}", name, end) : name;
  }

  std::string titles(size_t begin, size_t end) const {
    return end == begin + 1 ? fmt::format("launch {}", end) : fmt::format("launches {} to {}", begin + 1, end);
  }

  static std::string why_none(const WrittenKernels& written) {
    if (!written.kernels.empty()) return "";
    return written.refused.empty() ? "no schedule fits" : written.refused.front().reason;
  }

  const Problem& problem_;
  lift::Arena& arena_;
  WholeParameters whole_;
  lift::SizeWords words_;
  LiftedLaunches lifted_;
  size_t grouped_ = 1;
};

Result<WrittenKernels> write_launches(const Problem& problem, std::vector<lift::ExplainRequest> requests) {
  lift::Arena arena(k_nodes_of_launch * (requests.size() + 1));
  TRY(first, find_case(problem, ""));
  TRY(resolved, resolve_case(problem, first));
  for (lift::ExplainRequest& request : requests) request.confirm.most_work = lift::k_usual_work;
  return SequenceWriter(problem, resolved, arena).run(requests);
}

}  // namespace

Result<WrittenKernels> write_sequence(const Problem& problem, Compiler& compiler) {
  if (problem.launches.size() > k_most_launches)
    return bad_input(fmt::format("more than {} launches are not looked at together", k_most_launches), problem.kernel);
  TRY(requests, lift_orders(problem, compiler));
  TRY(text, run_forked([&] { return written_json(write_launches(problem, requests)).dump(-1); },
                       WorkLimit::of_processor(k_longest_sequence)));
  TRY(json, Json::parse(text));
  return written_from_json(json);
}

}  // namespace whet::write
