// What diagnose and profile look at: a problem that is counted, a report of Nsight Compute, or a file that whet saved.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/frame/context.h"
#include "cli/run/counted_problem.h"
#include "diagnose/diagnosis_record.h"

namespace whet {

// `kernel`: of a file, the kernel by a part of its name; empty: all of a saved file, the only one of a report. `facts`
// decide which counters a real GPU is asked for.
Result<DiagnosisRecord> find_record(const CountedFlags& flags, const std::string& kernel,
                                    const std::vector<std::string>& facts, Context& context);
// That whet saved.
Result<DiagnosisRecord> read_saved(const std::string& path, const FileSystem& files);
Result<void> save_record(const DiagnosisRecord& record, const std::string& path, FileSystem& files);
// The GPU of the record's ceilings; nothing if it is not known.
std::optional<Gpu> gpu_of(const DiagnosisRecord& record, const Knowledge& knowledge);

Option kernel_option(std::string* kernel);
Option save_option(std::string* path);
Option page_option(std::string* path);

}  // namespace whet
