#include "report/store/store_text.h"

#include <fmt/format.h>

#include <ctime>

#include "report/canvas/number_text.h"
#include "util/text.h"

namespace whet {

std::string speedup_text(const std::optional<store::Speedup>& speedup) {
  if (!speedup) return "";
  return fmt::format("{:.2f}x [{:.2f} {:.2f}]", speedup->value, speedup->low, speedup->high);
}

std::string date_text(int64_t epoch_ms) {
  const std::time_t seconds = epoch_ms / 1000;
  std::tm parts{};
  char text[32] = {};
  if (::localtime_r(&seconds, &parts)) std::strftime(text, sizeof text, "%Y-%m-%d %H:%M", &parts);
  return text;
}

std::string utc_text(int64_t epoch_ms, const char* format) {
  const std::time_t seconds = epoch_ms / 1000;
  std::tm parts{};
  char text[64] = {};
  if (::gmtime_r(&seconds, &parts)) std::strftime(text, sizeof text, format, &parts);
  return text;
}

std::string duration_text(int64_t ms) {
  const int64_t seconds = ms / 1000;
  if (seconds >= 3600) return fmt::format("{} h {} min", seconds / 3600, seconds % 3600 / 60);
  if (seconds >= 60) return fmt::format("{} min {} s", seconds / 60, seconds % 60);
  return seconds_text(static_cast<double>(ms) / 1000);
}

std::string kernel_text(const store::KernelId& kernel) {
  return kernel.problem == "." ? kernel.kernel : fmt::format("{} ({})", kernel.kernel, kernel.problem);
}

std::string tunables_text(const Json& tunables) {
  std::vector<std::string> parts;
  if (const Json::Object* members = tunables.as_object()) {
    for (const auto& [name, value] : *members) {
      parts.push_back(name + "=" + (value.as_string() ? *value.as_string() : value.dump(-1)));
    }
  }
  return join(parts, " ");
}

std::string candidate_text(const store::Candidate& candidate) {
  std::vector<std::string> parts;
  if (std::string tunables = tunables_text(candidate.tunables); !tunables.empty()) parts.push_back(std::move(tunables));
  if (!candidate.methods.empty()) parts.push_back(join(candidate.methods, ", "));
  if (parts.empty() && !candidate.memo.empty()) parts.push_back(candidate.memo);
  return join(parts, "; ");
}

std::string outcomes_text(const std::vector<store::OutcomeCount>& outcomes) {
  int64_t all = 0;
  std::vector<std::string> parts;
  for (const store::OutcomeCount& count : outcomes) {
    all += count.candidates;
    parts.push_back(count_text(static_cast<double>(count.candidates)) + " " +
                    (count.outcome.empty() ? "not judged" : count.outcome));
  }
  if (all == 0) return "none yet";
  return count_text(static_cast<double>(all)) + ": " + join(parts, ", ");
}

Tone tone_of_outcome(const std::string& outcome) {
  if (outcome == "faster") return Tone::good;
  if (outcome == "not judged here") return Tone::warning;
  return outcome.empty() || store::is_sound(outcome) ? Tone::plain : Tone::bad;
}

Json speedup_json(const std::optional<store::Speedup>& speedup) {
  if (!speedup) return {};
  return Json::Object{{"value", speedup->value}, {"low", speedup->low}, {"high", speedup->high}};
}

Json candidate_json(const store::Candidate& candidate) {
  return Json::Object{{"candidate", candidate.index},
                      {"round", candidate.round},
                      {"state", store::name_of(candidate.state)},
                      {"outcome", candidate.outcome},
                      {"reason", candidate.reason},
                      {"seconds", candidate.seconds},
                      {"speedup", speedup_json(candidate.speedup)},
                      {"tunables", candidate.tunables},
                      {"methods", json_array(candidate.methods, [](const std::string& name) { return Json(name); })},
                      {"memo", candidate.memo},
                      {"source_hash", candidate.source_hash}};
}

Json run_json(const store::Run& run) {
  return Json::Object{{"run", run.id},
                      {"kernel", run.kernel.kernel},
                      {"problem", run.kernel.problem},
                      {"entry", run.entry},
                      {"device", run.device},
                      {"gpu", run.gpu},
                      {"driver", run.driver},
                      {"toolkit", run.toolkit},
                      {"origin", store::name_of(run.origin)},
                      {"seed", std::to_string(run.seed)},
                      {"settings", run.settings},
                      {"state", store::name_of(run.state)},
                      {"stop_reason", run.stop_reason},
                      {"began_ms", run.began_ms},
                      {"ended_ms", run.ended_ms}};
}

Json round_json(const store::RoundSummary& each) {
  return Json::Object{{"round", each.round.index},
                      {"proposer", each.round.proposer},
                      {"state", store::name_of(each.round.state)},
                      {"candidates", each.candidates},
                      {"right", each.sound},
                      {"best", each.best}};
}

Json outcome_json(const store::OutcomeCount& count) {
  return Json::Object{{"outcome", count.outcome}, {"candidates", count.candidates}};
}

}  // namespace whet
