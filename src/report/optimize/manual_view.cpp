#include "report/optimize/manual_view.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/canvas/number_text.h"
#include "report/store/store_text.h"

namespace whet {

namespace {

std::string run_text(const ManualRunName& run) {
  return fmt::format("run {}: {} on {}", run.run, run.kernel, run.device);
}

void next(Canvas& canvas, const std::string& text) {
  canvas.line({{"next: " + text, Tone::dim}});
}

std::string share_text(double share, const std::string& of) {
  return share > 0 ? fmt::format(", {} of the ceiling{}", percent_text(share), of) : "";
}

store::Speedup speedup_of(const OverallComparison& comparison) {
  return {comparison.speedup, comparison.low, comparison.high};
}

Tone tone_of_candidate(Outcome outcome) {
  return tone_of_outcome(std::string(name_of(outcome)));
}

std::string against_text(const SubmittedCandidate& candidate) {
  if (!candidate.against_leader) return {};
  return fmt::format("{} {}", name_of(candidate.against_leader->outcome),
                     speedup_text(speedup_of(*candidate.against_leader)));
}

// The reason may be a whole compiler log.
std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

void render_candidate(const SubmittedCandidate& candidate, Canvas& canvas) {
  const CandidateVerdict& verdict = candidate.verdict;
  canvas.heading(fmt::format("candidate {}: {}", candidate.index, candidate.file), 2);
  const std::string known = candidate.known ? " (known from the store)" : "";
  if (!is_sound(verdict.outcome)) {
    canvas.fact("verdict", {{fmt::format("{}: {}{}", name_of(verdict.outcome), verdict.reason, known),
                             tone_of_candidate(verdict.outcome)}});
    return;
  }
  canvas.fact("verdict",
              {{fmt::format("{}, {} trials{}", name_of(verdict.outcome), verdict.trials, known), Tone::good}});
  canvas.fact("original", {speedup_text(candidate.over_original) + " over the original"});
  if (candidate.against_leader)
    canvas.fact("leader", {{against_text(candidate), tone_of_candidate(candidate.against_leader->outcome)},
                           candidate.leads ? "; it leads now" : "; " + first_line(candidate.against_leader->reason)});
  for (const MethodProof& proof : candidate.proofs)
    canvas.fact("method", {fmt::format("{}: ", proof.method),
                           {std::string(proof_name(proof.proof)), proof.proven() ? Tone::good : Tone::warning},
                           "; " + proof.evidence});
}

bool needed(const PartReport& part) {
  return !part.without.empty();
}

Cell verdict_cell(const PartReport& part) {
  if (needed(part)) return {"needed", Tone::good};
  const store::PartVerdict verdict = part.attribution.verdict;
  if (verdict == store::PartVerdict::undecided) return {std::string(name_of(verdict)), Tone::dim};
  const bool good = verdict == store::PartVerdict::effective;
  return {std::string(name_of(verdict)), good ? Tone::good : Tone::warning};
}

Table part_table(const std::vector<PartReport>& parts) {
  Table table{.header = {"part", "worth", "verdict", "what"}, .right_aligned = {}};
  for (const PartReport& part : parts) {
    const store::Attribution& found = part.attribution;
    table.rows.push_back({found.name, speedup_text(found.speedup), verdict_cell(part),
                          found.kind == store::PartKind::edit
                              ? part.what + (needed(part) ? "; without it " + first_line(part.without) : "")
                              : "by " + part.what + ": " + found.evidence});
  }
  return table;
}

Json run_name_json(const ManualRunName& run) {
  return Json::Object{{"run", run.run}, {"kernel", run.kernel}, {"device", run.device}};
}

Json comparison_json(const std::optional<OverallComparison>& comparison) {
  if (!comparison) return {};
  return Json::Object{{"outcome", std::string(name_of(comparison->outcome))},
                      {"reason", comparison->reason},
                      {"speedup", speedup_json(speedup_of(*comparison))}};
}

Json submitted_json(const SubmittedCandidate& candidate) {
  return Json::Object{
      {"file", candidate.file},
      {"candidate", candidate.index},
      {"known", candidate.known},
      {"outcome", std::string(name_of(candidate.verdict.outcome))},
      {"reason", candidate.verdict.reason},
      {"over_original", speedup_json(candidate.over_original)},
      {"against_leader", comparison_json(candidate.against_leader)},
      {"leads", candidate.leads},
      {"methods", json_array(candidate.proofs, [](const MethodProof& proof) {
         return Json(Json::Object{
             {"method", proof.method}, {"proof", std::string(proof_name(proof.proof))}, {"evidence", proof.evidence}});
       })}};
}

Json part_json(const PartReport& part) {
  return Json::Object{{"name", part.attribution.name},
                      {"worth", speedup_json(part.attribution.speedup)},
                      {"verdict", std::string(name_of(part.attribution.verdict))},
                      {"needed", needed(part)},
                      {"outcome", std::string(name_of(part.outcome))},
                      {"what", part.what},
                      {"without", part.without},
                      {"evidence", part.attribution.evidence}};
}

}  // namespace

void render(const StartView& view, Canvas& canvas) {
  canvas.heading(run_text(view.run));
  const CandidateVerdict& original = view.original;
  if (!is_sound(original.outcome)) {
    canvas.fact("original", {{fmt::format("{}: {}", name_of(original.outcome), original.reason), Tone::bad}});
    next(canvas, "mend the kernel, then whet start again");
    return;
  }
  canvas.fact("original", {{fmt::format("{}, {} trials", name_of(original.outcome), original.trials), Tone::good}});
  canvas.fact("time", {fmt::format("{} {}{}", seconds_text(view.seconds), name_of(view.origin),
                                   share_text(view.share, " (" + view.ceiling + ")"))});
  for (const std::string& entry : view.memory) canvas.fact("known", {entry});
  next(canvas, fmt::format("write a faster kernel, then whet submit FILE{} --methods a,b --memo TEXT", view.run.where));
}

Json to_json(const StartView& view) {
  Json json = run_name_json(view.run);
  json["outcome"] = std::string(name_of(view.original.outcome));
  json["reason"] = view.original.reason;
  json["seconds"] = view.seconds;
  json["share"] = view.share;
  json["ceiling"] = view.ceiling;
  json["floor_seconds"] = view.floor_seconds;
  json["origin"] = std::string(name_of(view.origin));
  json["memory"] = json_array(view.memory, [](const std::string& entry) { return Json(entry); });
  return json;
}

void render(const RoundView& view, Canvas& canvas) {
  const RoundReport& report = view.report;
  canvas.heading(fmt::format("{}, round {}", run_text(view.run), report.round));
  for (const SubmittedCandidate& candidate : report.candidates) render_candidate(candidate, canvas);
  canvas.blank();
  canvas.fact("leader", {fmt::format("candidate {}: {} {}, {:.3f}x over the original{}", report.leader,
                                     seconds_text(report.seconds), name_of(report.origin), report.speedup,
                                     share_text(report.share, ""))});
  const std::string& where = view.run.where;
  const bool gained = report.leader != report.leader_before;
  const bool any = report.speedup > 1;
  next(canvas, gained ? fmt::format("whet ablate{0} · whet submit FILE{0} · whet finish{0}", where)
               : any  ? fmt::format("whet submit FILE{0} · whet finish{0}", where)
                      : fmt::format("whet submit FILE{0} (nothing leads yet)", where));
}

Json to_json(const RoundView& view) {
  const RoundReport& report = view.report;
  Json json = run_name_json(view.run);
  json["round"] = report.round;
  json["candidates"] = json_array(report.candidates, submitted_json);
  json["leader"] = report.leader;
  json["leader_before"] = report.leader_before;
  json["seconds"] = report.seconds;
  json["speedup"] = report.speedup;
  json["share"] = report.share;
  json["origin"] = std::string(name_of(report.origin));
  return json;
}

void render(const AblationView& view, Canvas& canvas) {
  const AblationReport& report = view.report;
  canvas.heading(fmt::format("{}: where the gain of candidate {} comes from ({})", run_text(view.run), report.candidate,
                             name_of(report.origin)));
  canvas.fact("whole", {fmt::format("{} {} over candidate {}", name_of(report.whole.outcome),
                                    speedup_text(speedup_of(report.whole)), report.parent)});
  if (!report.edits.empty()) canvas.table(part_table(report.edits));
  if (!report.methods.empty()) {
    canvas.blank();
    canvas.table(part_table(report.methods));
  }
  const bool wasted = std::any_of(report.edits.begin(), report.edits.end(), [](const PartReport& part) {
    return part.attribution.verdict == store::PartVerdict::ineffective;
  });
  next(canvas, fmt::format("{1}whet submit FILE{0} · whet finish{0}", view.run.where,
                           wasted ? "leave out what brings nothing: " : ""));
}

Json to_json(const AblationView& view) {
  Json json = run_name_json(view.run);
  json["candidate"] = view.report.candidate;
  json["parent"] = view.report.parent;
  json["whole"] = comparison_json(view.report.whole);
  json["edits"] = json_array(view.report.edits, part_json);
  json["methods"] = json_array(view.report.methods, part_json);
  json["origin"] = std::string(name_of(view.report.origin));
  return json;
}

}  // namespace whet
