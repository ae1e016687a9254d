#include "diagnose/diagnosis_record.h"

namespace whet {

LaunchDiagnosis diagnose_record(LaunchRecord record, const Gpu* gpu, const AdviceBook& book, PlanRequest request) {
  record.known.gpu = gpu;
  request.consents.insert(request.consents.end(), record.consents.begin(), record.consents.end());
  return diagnose_launch(std::move(record.profile), std::move(record.lines), std::move(record.code_facts),
                         std::move(record.known), book, request);
}

}  // namespace whet
