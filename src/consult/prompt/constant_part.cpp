#include "consult/prompt/constant_part.h"

#include <algorithm>

#include <fmt/format.h>

#include "consult/prompt/attempts.h"
#include "consult/text/fence.h"
#include "consult/text/page.h"
#include "diagnose/skill.h"
#include "util/text.h"

namespace whet::consult {

namespace {

constexpr size_t k_whole_skills = 3;  // the others by their summary

bool fits(const Method& method, int sm, const std::optional<Plan>& plan) {
  if (method.needs.since && sm < *method.needs.since) return false;
  if (method.needs.until && sm > *method.needs.until) return false;
  if (method.needs.consent) return false;  // changes more than the kernel
  if (!plan) return true;
  return std::none_of(plan->skipped.begin(), plan->skipped.end(), [&](const SkippedMethod& skipped) {
    return skipped.id == method.id && skipped.skip.reason == SkipReason::architecture;
  });
}

std::string catalogue_text(const Knowledge& knowledge, int sm, const std::optional<Plan>& plan) {
  std::string text;
  const MethodCatalog catalog = load_methods(knowledge);
  for (const Method& method : catalog.methods) {
    if (!fits(method, sm, plan)) continue;
    text += fmt::format("- `{}` ({}): {}", method.id, method.name, method.what);
    if (!method.needs.text.empty()) text += " Needs: " + join(method.needs.text, "; ") + ".";
    if (!method.conflicts.empty()) text += " Conflicts: " + join(method.conflicts, ", ") + ".";
    text += "\n";
  }
  return text;
}

std::vector<std::string> skills_for(const KernelEvidence& evidence) {
  std::vector<std::string> skills;
  const auto add = [&](const std::string& skill) {
    if (!skill.empty() && std::find(skills.begin(), skills.end(), skill) == skills.end()) skills.push_back(skill);
  };
  for (const Finding& finding : evidence.findings) add(finding.skill);
  if (evidence.plan) {
    for (const PlannedMethod& planned : evidence.plan->methods) add(planned.method.skill);
  }
  return skills;
}

std::string skill_text(const Skill& skill, bool whole) {
  std::string text = "## " + skill.title + "\n\n" + skill.summary + "\n";
  if (!whole) return text + "\n";
  for (const SkillSection& section : skill.sections) text += "\n### " + section.heading + "\n\n" + section.text + "\n";
  return text + "\n";
}

std::string skills_text(const KernelEvidence& evidence, const Knowledge& knowledge) {
  std::string text;
  size_t whole = 0;
  for (const std::string& name : skills_for(evidence)) {
    if (const auto skill = load_skill(knowledge, name)) text += skill_text(*skill, whole++ < k_whole_skills);
  }
  return text.empty() ? "None matches what was counted.\n" : text;
}

std::string argument_text(const ProblemArgument& argument, const Redaction& redaction) {
  std::string shape;
  for (const Formula& extent : argument.shape) shape += (shape.empty() ? "" : ", ") + extent.expression.text();
  std::string text = fmt::format("{} {} {}{}", name_of(argument.role), name_of(argument.type), argument.name,
                                 argument.is_scalar() ? "" : "[" + shape + "]");
  return redaction.words(text);
}

std::string cases_text(const std::vector<ResolvedCase>& cases, const Redaction& redaction) {
  std::string text;
  for (const ResolvedCase& each : cases) {
    text += "sizes:";
    for (const NamedNumber& dim : each.dims)
      text += fmt::format(" {} = {}", redaction.words(dim.name), redaction.size(dim.value));
    text += fmt::format("{}\n", each.held_out ? " (checked, not timed)" : "");
  }
  return text;
}

std::string problem_text(const ConstantInputs& inputs, const Redaction& redaction) {
  std::string text = "entry: " + redaction.words(inputs.problem.entry) + "\narguments, outermost extent first:\n";
  for (const ProblemArgument& argument : inputs.problem.arguments)
    text += "  " + argument_text(argument, redaction) + "\n";
  return fenced(text + cases_text(inputs.cases, redaction), "data");
}

std::string meaning_text(const KernelMeaning& meaning, const Redaction& redaction) {
  if (meaning.formulas.empty())
    return meaning.why_not.empty() ? "Not known." : "Not known: " + redaction.words(meaning.why_not) + ".";
  std::string text;
  for (const std::string& formula : meaning.formulas) text += redaction.words(formula) + "\n";
  std::string patterns = meaning.patterns.empty() ? "" : "Pattern: " + join(meaning.patterns, "; ") + ".\n";
  return patterns +
         (meaning.is_confirmed ? "Read from its PTX and confirmed by running it:\n"
                               : "Read from its PTX, not confirmed:\n") +
         fenced(text, "data");
}

std::string precision_text(const Problem& problem) {
  std::string text;
  for (const ProblemArgument& argument : problem.arguments) {
    if (argument.role != ArgumentRole::out && argument.role != ArgumentRole::inout) continue;
    const std::string name(name_of(problem.precision_for(argument.type).precision));
    if (text.find(name) == std::string::npos) text += (text.empty() ? "" : ", ") + name;
  }
  if (problem.allows_split)
    text +=
        "; products of floats may be summed from split tf32 numbers on tensor cores (3xTF32), products of floats "
        "that are merely rounded to tf32 are wrong";
  return text.empty() ? "exact" : text;
}

std::string learned_text(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += "- " + line + "\n";
  return text.empty() ? "Nothing is known.\n" : text;
}

}  // namespace

std::vector<std::string> possible_methods(const Knowledge& knowledge, int sm, const std::optional<Plan>& plan) {
  std::vector<std::string> ids;
  const MethodCatalog catalog = load_methods(knowledge);
  for (const Method& method : catalog.methods) {
    if (fits(method, sm, plan)) ids.push_back(method.id);
  }
  return ids;
}

Result<std::string> constant_part(const ConstantInputs& inputs, Redaction& redaction, const Knowledge& knowledge) {
  const std::string gpu = fmt::format("{}, compute capability {}.{}.", inputs.gpu, inputs.sm / 10, inputs.sm % 10);
  const std::string size =
      inputs.cases.empty() || inputs.cases.front().dims.empty() ? "n" : inputs.cases.front().dims.front().name;
  return fill_page(knowledge, "minds/constant.md",
                   {{"entry", redaction.words(inputs.problem.entry)},
                    {"example_size", redaction.words(size)},
                    {"precision", precision_text(inputs.problem)},
                    {"gpu", gpu},
                    {"problem", problem_text(inputs, redaction)},
                    {"meaning", meaning_text(inputs.meaning, redaction)},
                    {"methods", catalogue_text(knowledge, inputs.sm, inputs.evidence.plan)},
                    {"skills", skills_text(inputs.evidence, knowledge)},
                    {"learned", learned_text(inputs.learned)},
                    {"memory", fenced(compact(attempts_of(inputs.lessons), {}, redaction).text(), "data")}});
}

}  // namespace whet::consult
