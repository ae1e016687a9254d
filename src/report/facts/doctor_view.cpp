#include "report/facts/doctor_view.h"

#include <fmt/format.h>

#include <algorithm>

#include "util/text.h"

namespace whet {

namespace {

bool is_found(const Probe& probe) {
  return probe.status == ProbeStatus::found;
}

Tone tone_of(ProbeStatus status) {
  return status == ProbeStatus::missing ? Tone::bad : Tone::warning;
}

Table found_table(const MachineReport& report) {
  Table table;
  table.rows.push_back({"system", "", report.host.system + ", " + report.host.architecture});
  for (const Probe& probe : report.probes) {
    if (!is_found(probe)) continue;
    const std::string both = probe.detail.empty() || probe.path.empty() ? "" : ", ";
    table.rows.push_back({{probe.name, Tone::good}, probe.version, probe.path + both + probe.detail});
  }
  return table;
}

Table lacking_table(const std::vector<Probe>& probes) {
  Table table;
  for (const Probe& probe : probes) {
    if (is_found(probe)) continue;
    const std::string status = probe.status == ProbeStatus::missing ? "" : std::string(name_of(probe.status)) + ": ";
    table.rows.push_back({{probe.name, tone_of(probe.status)}, status + probe.lost});
    if (!probe.detail.empty()) table.rows.push_back({"", "why: " + probe.detail});
    if (!probe.mend.empty()) table.rows.push_back({"", "fix: " + probe.mend});
  }
  return table;
}

std::string summary_of(const MachineReport& report) {
  const auto found = std::count_if(report.probes.begin(), report.probes.end(), is_found);
  std::string summary = fmt::format("{} of {} found", found, report.probes.size());
  if (report.gpus.empty()) return summary + "; no GPU: kernels run on the virtual GPU, times are modelled";
  const Probe* counters = report.find("counters");
  const bool counted = counters && is_found(*counters);
  return summary + "; times are measured on " + report.gpus.front().name +
         (counted ? ", counters too" : ", counters are not readable");
}

Json json_of(const Probe& probe) {
  Json json;
  json["group"] = probe.group;
  json["status"] = name_of(probe.status);
  json["version"] = probe.version;
  json["path"] = probe.path;
  json["detail"] = probe.detail;
  json["lost"] = is_found(probe) ? "" : probe.lost;
  json["mend"] = is_found(probe) ? "" : probe.mend;
  return json;
}

}  // namespace

DoctorView collect_doctor(MachineReport report) {
  std::string summary = summary_of(report);
  return {std::move(report), std::move(summary)};
}

void render(const DoctorView& view, Canvas& canvas) {
  const MachineReport& report = view.report;
  canvas.heading(view.summary, 1, fmt::format("examined in {:.1f} s", report.seconds));
  canvas.heading("found", 2);
  canvas.table(found_table(report));
  const Table lacking = lacking_table(report.probes);
  if (lacking.rows.empty()) return;
  canvas.blank();
  canvas.heading("lacking: what that costs, and how to get it", 2);
  canvas.table(lacking);
}

Json to_json(const DoctorView& view) {
  const MachineReport& report = view.report;
  Json json;
  json["summary"] = view.summary;
  json["system"] = report.host.system;
  json["architecture"] = report.host.architecture;
  json["seconds"] = report.seconds;
  json["gpus"] = json_array(report.gpus, [](const GpuInfo& gpu) { return to_json(gpu); });
  json["probes"] = Json::object();
  for (const Probe& probe : report.probes) json["probes"][probe.name] = json_of(probe);
  return json;
}

}  // namespace whet
