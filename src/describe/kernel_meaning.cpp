#include "describe/kernel_meaning.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "describe/launch_group.h"
#include "describe/lift_order.h"
#include "describe/meaning_json.h"
#include "describe/problem_words.h"
#include "lift/reference/gpu_reference.h"
#include "util/system/forked.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr std::chrono::milliseconds k_longest_look{6000};
constexpr size_t k_nodes_of_launch = 200'000, k_size_sets_of_launches = 4;
constexpr size_t k_longest_shown = 600, k_most_shown = 6;  // characters, formulas
constexpr const char* k_ceil_div = " int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }\n\n";

std::string reason_of(const Error& error) {
  return error.what + (error.where.empty() ? "" : " (" + error.where + ")");
}

// A formula that fills a page says nothing there.
std::vector<std::string> shortened(const std::vector<std::string>& formulas) {
  std::vector<std::string> list;
  for (const std::string& formula : formulas) {
    const bool is_long = formula.size() > k_longest_shown;
    list.push_back(is_long ? formula.substr(0, k_longest_shown) + " ... (`whet explain` shows the rest)" : formula);
    if (list.size() == k_most_shown) break;
  }
  if (formulas.size() > k_most_shown) list.push_back(fmt::format("... and {} more", formulas.size() - k_most_shown));
  return list;
}

std::string reference_comment(const Problem& problem, const std::vector<std::string>& formulas) {
  const bool several = problem.launches.size() > 1;
  std::string text =
      several ? "Written by whet from what the launches of the problem were found to compute together:\n"
              : fmt::format("Written by whet from what the kernel `{}` was found to compute:\n", problem.entry);
  for (const std::string& formula : formulas) text += "  " + formula + "\n";
  return text +
         "Running it confirmed this. It proves equality with the original, not that the original is what you\n"
         "want.";
}

void add_ceil_div(std::string& reference, const std::string& kind) {
  const size_t at = reference.find("extern \"C\"");
  if (at != std::string::npos && reference.find("ceil_div(") != std::string::npos)
    reference.insert(at, kind + k_ceil_div);
}

// On a GPU after the block that says how it is launched.
void add_head(const Problem& problem, KernelMeaning& found) {
  add_ceil_div(found.reference, "static inline");
  add_ceil_div(found.gpu_reference, "__device__");
  std::string head;
  const std::string comment = reference_comment(problem, found.formulas);
  for (const auto line : split(comment, '\n')) head += "// " + std::string(line) + "\n";
  found.reference.insert(0, head);
  const size_t block_end = found.gpu_reference.find("*/\n");
  if (block_end != std::string::npos) found.gpu_reference.insert(block_end + 3, head);
}

KernelMeaning not_found(std::string why) {
  KernelMeaning found;
  found.why_not = std::move(why);
  return found;
}

std::vector<std::string> types_of(const std::vector<int>& operands, const std::vector<const ProblemArgument*>& passed) {
  std::vector<std::string> types;
  for (const int number : operands) {
    if (number < 0 || static_cast<size_t>(number) >= passed.size()) continue;
    std::string type(name_of(passed[static_cast<size_t>(number)]->type));
    if (std::find(types.begin(), types.end(), type) == types.end()) types.push_back(std::move(type));
  }
  return types;
}

// In the process that reads it, whose time is limited.
KernelMeaning meaning_in_child(const Problem& problem, const std::vector<const ProblemArgument*>& passed,
                               lift::ExplainRequest request) {
  KernelMeaning found;
  request.confirm.most_work = lift::k_usual_work;
  const bool has_form = request.reference.has_value();
  auto explained = lift::explain(request);
  if (!explained) return found.why_not = reason_of(explained.error()), found;
  using Verdict = lift::Confirmation::Verdict;
  const lift::Confirmation& confirmation = explained->confirmation;
  found.formulas = shortened(explained->formulas);
  found.is_confirmed = confirmation.verdict == Verdict::confirmed;
  if (!found.is_confirmed) {
    const char* what = confirmation.verdict == Verdict::refuted ? "running the kernel refuted what was read from it: "
                                                                : "what was read from the kernel could not be run: ";
    return found.why_not = what + confirmation.reason, found;
  }
  found.size_sets = confirmation.sizes.size();
  found.patterns = explained->patterns;
  found.product_types = types_of(explained->product_operands, passed);
  found.work = std::move(explained->formulas_of_work);
  found.reference = std::move(explained->reference);
  found.gpu_reference = std::move(explained->gpu_reference);
  found.no_reference = has_form ? std::move(explained->no_reference)
                                : "a struct or a variable of the module is among what the kernel gets";
  if (!found.reference.empty()) add_head(problem, found);
  return found;
}

// What all launches compute together, in the process that reads it.
Result<KernelMeaning> launches_in_child(const Problem& problem, std::vector<lift::ExplainRequest> requests) {
  TRY(first, find_case(problem, ""));
  TRY(resolved, resolve_case(problem, first));
  lift::Arena arena(k_nodes_of_launch * requests.size());
  const WholeParameters whole(problem, arena, resolved.tunables);
  for (lift::ExplainRequest& request : requests) request.confirm.most_work = lift::k_usual_work;
  TRY(lifted, lift_launches(problem, requests, whole, arena));
  arena.begin_work();
  TRY(meaning, group_meaning(problem, lifted, whole, arena, 0, requests.size()));
  KernelMeaning found;
  found.is_confirmed = true;
  found.size_sets = k_size_sets_of_launches;
  const std::string printed = lift::print(arena, meaning);
  std::vector<std::string> formulas;
  for (const auto line : split(trim(printed), '\n')) formulas.emplace_back(line);
  found.formulas = shortened(formulas);
  std::vector<Parameter> parameters = whole.declared();
  parameters.resize(whole.seen_by_reference());
  meaning.names.parameters.resize(parameters.size());
  auto reference = lift::cpp_reference(arena, meaning, parameters);
  if (!reference) return found.no_reference = reference.error().what, found;
  found.reference = std::move(*reference);
  lift::ReferenceForm form;
  form.first_size = whole.first_size();
  auto on_gpu = lift::gpu_reference(arena, meaning, parameters, form);
  if (on_gpu) found.gpu_reference = std::move(*on_gpu);
  add_head(problem, found);
  return found;
}

KernelMeaning find_launches_meaning(const Problem& problem, Compiler& compiler) {
  if (problem.is_host_function) return not_found("a function that launches kernels itself is not looked at");
  auto requests = lift_orders(problem, compiler);
  if (!requests) return not_found(reason_of(requests.error()));
  if (requests->empty()) return not_found("the problem launches no kernel");
  const auto text = run_forked(
      [&] {
        auto found = launches_in_child(problem, *requests);
        return meaning_json(found ? *found : not_found(reason_of(found.error()))).dump(-1);
      },
      WorkLimit::of_processor(k_longest_look * static_cast<int>(requests->size() + 1)));
  if (!text) return not_found("it was not found in time");
  const auto json = Json::parse(*text);
  return json ? meaning_from_json(*json) : not_found(json.error().what);
}

}  // namespace

KernelMeaning find_kernel_meaning(const Problem& problem, Compiler& compiler) {
  const auto passed = passed_arguments(problem);
  if (!passed) return find_launches_meaning(problem, compiler);
  auto request = lift_order(problem, compiler);
  if (!request) return not_found(reason_of(request.error()));
  request->words = size_words(problem, *passed);
  request->reference = reference_form(problem, *passed);
  // In a process of its own: whoever asks for a time or a verdict waits seconds for a meaning, not minutes.
  const auto text = run_forked([&] { return meaning_json(meaning_in_child(problem, *passed, *request)).dump(-1); },
                               WorkLimit::of_processor(k_longest_look));
  if (!text) return not_found("it was not found within " + std::to_string(k_longest_look.count() / 1000) + " s");
  const auto json = Json::parse(*text);
  return json ? meaning_from_json(*json) : not_found(json.error().what);
}

}  // namespace whet
