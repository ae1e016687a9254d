#include "diagnose/diagnose_problem.h"

#include "device/staged_problem.h"
#include "device/virtual/fault_error.h"
#include "diagnose/launch_knowledge.h"
#include "profile/virtual_profile.h"
#include "vgpu/program/sampling.h"

namespace whet {

namespace {

// Whether what the kernel computes could change a finding.
bool depends_on_meaning(const LaunchDiagnosis& found, const AdviceBook& book) {
  Facts facts = found.facts;
  std::erase_if(facts, [](const auto& fact) { return is_of_meaning(fact.first); });
  return asks_for_meaning(advise(book, facts));
}

}  // namespace

Result<LaunchRecord> record_report(const DiagnoseRequest& request, const Launch& launch, const VirtualReport& report) {
  LaunchRecord record;
  TRY(profile, virtual_profile(launch, report, request.device));
  record.profile = std::move(profile);
  record.lines = count_lines(report);
  record.texts = texts_of(record.lines, request.source);
  record.code = hot_code(report, request.device.architecture);
  record.code_facts = code_facts(launched_code(request, launch));
  record.known = report.machine ? knowledge_with_lines(request, record.lines) : knowledge_of(request);
  record.consents = consents_of(request);
  return record;
}

Result<LaunchDiagnosis> diagnose_report(const DiagnoseRequest& request, const Launch& launch,
                                        const VirtualReport& report) {
  TRY(record, record_report(request, launch, report));
  return diagnose_record(std::move(record), &request.device.gpu, request.book, request.plan);
}

Result<LaunchDiagnosis> diagnose_report(const DiagnoseRequest& request, const Launch& launch,
                                        const VirtualReport& report, const MeaningFinder& find) {
  TRY(found, diagnose_report(request, launch, report));
  if (!depends_on_meaning(found, request.book)) return found;
  DiagnoseRequest informed = request;
  informed.meaning = find();
  return diagnose_report(informed, launch, report);
}

Result<std::vector<LaunchRecord>> record_problem(const DiagnoseRequest& request, VirtualDevice& device,
                                                 const FileSystem& files) {
  TRY(staged, StagedProblem::stage(request.problem, request.resolved, request.build, device));
  TRY_VOID(staged.fill({1, 0}, files));
  std::vector<LaunchRecord> records;
  for (const Launch& launch : staged.launches()) {
    TRY(report, device.run(launch, {{}, true, vgpu::k_as_needed}));
    if (!report.result.faults.empty()) return fault_error(*report.program, report.result.faults.front());
    TRY(record, record_report(request, launch, report));
    records.push_back(std::move(record));
  }
  return records;
}

Result<std::vector<LaunchDiagnosis>> diagnose_problem(const DiagnoseRequest& request, VirtualDevice& device,
                                                      const FileSystem& files) {
  TRY(records, record_problem(request, device, files));
  return diagnose_records(std::move(records), request);
}

}  // namespace whet
