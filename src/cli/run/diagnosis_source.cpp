#include "cli/run/diagnosis_source.h"

#include <fmt/format.h>

#include "cli/run/ncu_kernel.h"
#include "util/system/files.h"
#include "util/text.h"

namespace whet {

namespace {

Result<DiagnosisRecord> count_problem(const CountedFlags& flags, const std::vector<std::string>& facts,
                                      Context& context) {
  TRY(counted, prepare_counted(flags, context));
  DiagnosisRecord record;
  TRY(launches, record_counted(counted, flags, facts, context));
  record.launches = std::move(launches);
  record.problem = flags.problem;
  record.gpu = counted.opened.device->facts().gpu.product.name;
  record.compiled = fmt::format("{} by {}", counted.build.architecture.name(), counted.build.compiler);
  record.case_name = counted.resolved.name;
  record.dims = counted.resolved.dims;
  record.notes = counted.notes;
  if (counted.meaning.is_confirmed) record.patterns = counted.meaning.patterns;
  record.work = floor_input(counted.problem, counted.resolved);
  return record;
}

Result<DiagnosisRecord> read_report(const std::string& path, const std::string& kernel, Context& context) {
  TRY(profile, read_ncu_kernel(path, kernel, context));
  DiagnosisRecord record;
  record.launches.emplace_back().profile = std::move(profile);
  if (const auto gpu = gpu_of(record, context.knowledge)) record.gpu = gpu->product.name;
  return record;
}

Result<void> keep_kernel(const std::string& kernel, const std::string& path, DiagnosisRecord& record) {
  std::vector<std::string> names;
  for (const LaunchRecord& launch : record.launches) names.push_back(launch.profile.kernel);
  std::erase_if(record.launches,
                [&](const LaunchRecord& launch) { return launch.profile.kernel.find(kernel) == std::string::npos; });
  if (!record.launches.empty()) return {};
  return bad_input(fmt::format("there is no kernel `{}`", kernel), path, "choose one of: " + join(names, "; "));
}

}  // namespace

Result<DiagnosisRecord> read_saved(const std::string& path, const FileSystem& files) {
  TRY(text, files.read(path));
  return parse_diagnosis_record(text, path);
}

Result<DiagnosisRecord> find_record(const CountedFlags& flags, const std::string& kernel,
                                    const std::vector<std::string>& facts, Context& context) {
  if (is_ncu_file(flags.problem)) return read_report(flags.problem, kernel, context);
  if (extension_of(flags.problem) == ".json") {
    TRY(record, read_saved(flags.problem, context.files));
    if (!kernel.empty()) TRY_VOID(keep_kernel(kernel, flags.problem, record));
    return record;
  }
  TRY(record, count_problem(flags, facts, context));
  if (!kernel.empty()) TRY_VOID(keep_kernel(kernel, flags.problem, record));
  return record;
}

Result<void> save_record(const DiagnosisRecord& record, const std::string& path, FileSystem& files) {
  return files.write(path, to_json(record).dump(1) + "\n");
}

std::optional<Gpu> gpu_of(const DiagnosisRecord& record, const Knowledge& knowledge) {
  const Hardware hardware(knowledge);
  for (const std::string& name : {record.gpu, record.launches.front().profile.device}) {
    if (auto gpu = hardware.gpu(name)) return std::move(*gpu);
  }
  return std::nullopt;
}

Option kernel_option(std::string* kernel) {
  return {"-k,--kernel", "only this kernel, by a part of its name (of a report of many it must be one)", kernel,
          "NAME"};
}

Option save_option(std::string* path) {
  return {"--save", "keep what was counted in a file, for profile and diagnose", path, "FILE"};
}

Option page_option(std::string* path) {
  return {"--html", "write the report as a page with pictures", path, "FILE"};
}

}  // namespace whet
