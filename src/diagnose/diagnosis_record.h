// Everything that the diagnosis of a problem's launches is made of, whoever counted or measured them. It can be kept
// and diagnosed later, without the kernel's source and without a compiler.
//
//   whet diagnose softmax --save a.json  ─►  DiagnosisRecord  ─►  whet diagnose a.json, whet profile a.json
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "diagnose/function_lines.h"
#include "diagnose/launch_diagnosis.h"
#include "diagnose/run_facts.h"
#include "judge/timing/floor.h"
#include "profile/code_counts.h"
#include "profile/line_counts.h"
#include "profile/profile.h"

namespace whet {

struct LaunchRecord {
  Profile profile;
  CountedLines lines;              // empty: the collector does not see lines
  std::vector<std::string> texts;  // what stands on these lines, one for each
  HotCode code;                    // empty: the collector does not see machine instructions
  Facts code_facts;                // of the machine code; empty: there is none
  RunKnowledge known;              // without its profile and GPU
  std::vector<Consent> consents;   // that the problem gives for the plan
};

struct DiagnosisRecord {
  std::string problem, case_name, compiled;  // compiled: "sm_90a by nvcc 13.0.88"
  std::string gpu;                           // product whose ceilings apply; empty: not known
  std::vector<NamedNumber> dims;
  std::vector<std::string> notes;
  std::vector<std::string> patterns;  // what the kernel computes, where that is confirmed
  std::optional<FloorInput> work;     // of all launches together
  std::vector<LaunchRecord> launches;
};

// `gpu` may be nullptr: shares of ceilings are not known then.
LaunchDiagnosis diagnose_record(LaunchRecord record, const Gpu* gpu, const AdviceBook& book,
                                PlanRequest request = without_consent());

// What stands on a line of a source file; empty where it is not known.
std::string line_text(const SourceText& source, const std::string& file, uint32_t line);
// A source with nothing but the lines that were recorded. The record must outlive it.
SourceText recorded_source(const LaunchRecord& record);

Json to_json(const DiagnosisRecord& record);
// Errors call the text `name`.
Result<DiagnosisRecord> diagnosis_record_from_json(const Json& json, const std::string& name);
Result<DiagnosisRecord> parse_diagnosis_record(const std::string& text, const std::string& name);

}  // namespace whet
