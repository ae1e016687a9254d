#include "report/store/stored_candidate_view.h"

#include <fmt/format.h>

#include "report/canvas/number_text.h"
#include "report/store/store_text.h"
#include "report/store/stored_run_view.h"
#include "util/text.h"

namespace whet {

namespace {

using store::name_of;

std::string outcome_text(const store::Candidate& candidate) {
  std::string text = candidate.outcome.empty() ? "not judged yet" : candidate.outcome;
  if (!candidate.reason.empty()) text += ": " + candidate.reason;
  return text + fmt::format(" ({})", name_of(candidate.state));
}

std::string build_text(const store::Build& build) {
  std::string text =
      fmt::format("{} by {}: {} registers, {} shared, {}", build.architecture, build.compiler, build.registers,
                  format_bytes(static_cast<double>(build.shared_bytes)),
                  build.spill_bytes ? format_bytes(static_cast<double>(build.spill_bytes)) + " spilled" : "no spills");
  if (build.seconds > 0) text += ", " + seconds_text(build.seconds) + " to compile";
  if (!build.flags.empty()) text += "; " + build.flags;
  return text;
}

void render_measurements(const std::vector<store::Measurement>& measurements, Canvas& canvas) {
  Table table{.header = {"case", "kind", "time", "from", "to", "speed-up", "origin", "seed"},
              .right_aligned = {false, false, true, true, true, false, false, true}};
  for (const store::Measurement& each : measurements) {
    table.rows.push_back({each.case_name, std::string(name_of(each.kind)), seconds_text(each.median),
                          seconds_text(each.low), seconds_text(each.high), speedup_text(each.speedup),
                          std::string(name_of(each.origin)), std::to_string(each.seed)});
  }
  canvas.blank();
  canvas.heading("times", 2);
  canvas.table(table);
}

Json build_json(const store::Build& build) {
  return Json::Object{{"architecture", build.architecture},
                      {"compiler", build.compiler},
                      {"flags", build.flags},
                      {"registers", build.registers},
                      {"shared_bytes", build.shared_bytes},
                      {"spill_bytes", build.spill_bytes},
                      {"cubin_hash", build.cubin_hash},
                      {"seconds", build.seconds}};
}

Json measurement_json(const store::Measurement& each) {
  return Json::Object{{"case", each.case_name},         {"kind", name_of(each.kind)},
                      {"median_seconds", each.median},  {"low_seconds", each.low},
                      {"high_seconds", each.high},      {"speedup", speedup_json(each.speedup)},
                      {"origin", name_of(each.origin)}, {"clock_hz", each.clock_hz},
                      {"samples", each.samples},        {"seed", std::to_string(each.seed)}};
}

}  // namespace

Result<StoredCandidateView> collect_stored_candidate(store::Store& store, store::RunId run_id, int index,
                                                     bool with_source) {
  StoredCandidateView view;
  TRY(run, store.run(run_id));
  TRY(id, store.candidate_at(run_id, index));
  TRY(record, store.candidate_record(id));
  if (record.candidate.parent) {
    TRY(parent, store.candidate(*record.candidate.parent));
    view.parent = parent.index;
  }
  view.run = std::move(run);
  view.record = std::move(record);
  view.with_source = with_source;
  return view;
}

void render(const StoredCandidateView& view, Canvas& canvas) {
  const store::Candidate& candidate = view.record.candidate;
  canvas.heading(fmt::format("candidate {} of run {}: {}", candidate.index, view.run.id, view.run.kernel.kernel), 1,
                 fmt::format("{}, {}", view.run.device, name_of(view.run.origin)));
  canvas.fact("outcome", {{outcome_text(candidate), tone_of_outcome(candidate.outcome)}});
  if (candidate.speedup) canvas.fact("speed-up", {{speedup_text(candidate.speedup) + " over the baseline"}});
  canvas.fact("made in", {{fmt::format("round {}{}", candidate.round,
                                       view.parent ? fmt::format(", from candidate {}", *view.parent) : "")}});
  if (const std::string values = tunables_text(candidate.tunables); !values.empty())
    canvas.fact("tunables", {{values}});
  if (!candidate.methods.empty()) canvas.fact("methods", {{join(candidate.methods, ", ")}});
  if (!candidate.memo.empty()) canvas.fact("memo", {{candidate.memo}});
  for (const store::Build& build : view.record.builds) canvas.fact("build", {{build_text(build)}});
  canvas.fact("source", {{candidate.source_hash.substr(0, 12)}});
  if (!view.record.measurements.empty()) render_measurements(view.record.measurements, canvas);
  render_attributions(view.record.attributions, view.run.origin, canvas);
  if (view.with_source) {
    canvas.blank();
    if (!candidate.launch.empty()) canvas.verbatim(candidate.launch, "toml");
    canvas.verbatim(view.record.source, "cuda");
    return;
  }
  canvas.line({{fmt::format("next: whet show {} --candidate {} --source", view.run.id, candidate.index), Tone::dim}});
}

Json to_json(const StoredCandidateView& view) {
  Json json = candidate_json(view.record.candidate);
  json["run"] = view.run.id;
  json["kernel"] = view.run.kernel.kernel;
  json["device"] = view.run.device;
  json["origin"] = name_of(view.run.origin);
  json["parent"] = view.parent;
  json["launch"] = view.record.candidate.launch;
  json["builds"] = json_array(view.record.builds, build_json);
  json["measurements"] = json_array(view.record.measurements, measurement_json);
  json["attributions"] = json_array(view.record.attributions, attribution_json);
  if (view.with_source) json["source"] = view.record.source;
  return json;
}

}  // namespace whet
