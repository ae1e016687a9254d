#include "diagnose/diagnose_measured.h"

#include <fmt/format.h>

#include "diagnose/launch_knowledge.h"
#include "diagnose/measured_run.h"

namespace whet {

namespace {

// Everything that was found out about one launch.
struct LaunchParts {
  CountedLaunch counted;
  SampledLaunch sampled;
  TwinLaunch twin;
};

std::string no_samples_text(const PcSampling& sampling) {
  if (sampling.samples.empty())
    return fmt::format("no sample was taken of the kernel: {} in all, {} of other code, {} dropped", sampling.total,
                       sampling.elsewhere, sampling.dropped);
  return fmt::format("samples at {} places are of other code, as of `{}`", sampling.samples.size(),
                     sampling.samples.front().function);
}

void add_sampled(const LaunchParts& parts, const std::optional<LaunchedCode>& code, const DiagnoseRequest& request,
                 Profile& profile) {
  if (!parts.sampled.trouble.empty())
    profile.unseen.push_back("where its warps wait was not sampled: " + parts.sampled.trouble);
  if (!parts.sampled.sampling || !code) return;
  auto joined = join_samples(*parts.sampled.sampling, *code->function, request.device.architecture);
  if (!joined)
    profile.unseen.push_back("samples could not be joined to the code: " + joined.error().what);
  else if (joined->samples == 0)
    profile.unseen.push_back(no_samples_text(*parts.sampled.sampling));
  else
    profile.sampled = std::move(*joined);
}

LaunchRecord record_parts(const DiagnoseRequest& request, LaunchParts parts, const MeasurePlan& plan) {
  const auto code = launched_code(request, parts.counted.launch);
  MeasuredLaunch known{parts.counted.launch, request.device};
  known.time = parts.counted.time;
  known.empty_seconds = parts.counted.empty_seconds;
  known.shape = launch_metrics(parts.counted.launch, code, request.device.gpu);
  known.counted = std::move(parts.counted.counted);
  known.refusal = std::move(parts.counted.refusal);
  known.twin = std::move(parts.twin.profile);
  known.twin_trouble = parts.twin.trouble;
  Profile profile = measured_profile(known, plan.resources);
  for (std::string& note : parts.counted.notes) profile.unseen.push_back(std::move(note));
  add_sampled(parts, code, request, profile);
  LaunchRecord record;
  record.known = parts.twin.has_machine_code ? knowledge_with_lines(request, parts.twin.lines) : knowledge_of(request);
  if (profile.sampled) add_samples(*profile.sampled, parts.twin.lines);
  record.profile = std::move(profile);
  record.lines = std::move(parts.twin.lines);
  record.texts = texts_of(record.lines, request.source);
  record.code_facts = code_facts(code);
  record.consents = consents_of(request);
  return record;
}

}  // namespace

Result<std::vector<LaunchRecord>> record_measured(const DiagnoseRequest& request, const MeasurePlan& plan,
                                                  const FileSystem& files) {
  TRY(counted, count_launches(request, plan, files));
  std::vector<double> seconds;
  for (const CountedLaunch& each : counted) seconds.push_back(each.time.seconds);
  std::vector<SampledLaunch> sampled = sample_launches(request, plan, files, seconds);
  std::vector<TwinLaunch> twins = count_on_twin(request, plan, files);
  std::vector<LaunchRecord> records;
  for (size_t i = 0; i < counted.size(); ++i)
    records.push_back(record_parts(request, {std::move(counted[i]), std::move(sampled[i]), std::move(twins[i])}, plan));
  return records;
}

Result<std::vector<LaunchDiagnosis>> diagnose_measured(const DiagnoseRequest& request, const MeasurePlan& plan,
                                                       const FileSystem& files) {
  TRY(records, record_measured(request, plan, files));
  return diagnose_records(std::move(records), request);
}

}  // namespace whet
