#include "cli/run/run_counters.h"

#include "diagnose/diagnose_measured.h"
#include "diagnose/fact_metrics.h"

namespace whet {

namespace {

Result<std::vector<LaunchDiagnosis>> count_on_gpu(const DiagnoseRequest& request, Device& device,
                                                  const Context& context) {
  TRY(names, NcuNames::load(context.knowledge));
  TRY(resources, load_resource_metrics(context.knowledge));
  MeasurePlan plan{device};
  plan.no_twin = "`whet diagnose` asks it";
  plan.samples = false;
  plan.needs = needs_of(metrics_of_facts(all_run_facts()), resources, names);
  plan.resources = std::move(resources);
  return diagnose_measured(request, plan, context.files);
}

std::vector<CounterGroup> groups_of(const Profile& profile) {
  std::vector<vgpu::NamedCount> counts;
  for (const auto& [name, metric] : profile.metrics.all()) {
    if (metric.origin == Origin::measured) counts.push_back({name, metric.value});
  }
  return group_counters(counts);
}

}  // namespace

void add_measured_counters(const DiagnoseRequest& request, Device& device, const Context& context, RunView& view) {
  const auto found = count_on_gpu(request, device, context);
  if (!found) {
    view.notes.push_back("no counters: " + found.error().what);
    return;
  }
  for (size_t i = 0; i < found->size() && i < view.launches.size(); ++i) {
    const LaunchDiagnosis& launch = (*found)[i];
    if (launch.profile.passes > 0) view.launches[i].counters = groups_of(launch.profile);
    view.launches[i].actions = collect_diagnosis(launch, request.source).actions;
  }
  if (found->empty() || found->front().profile.passes > 0) return;
  for (const std::string& each : found->front().profile.unseen) {
    if (each.starts_with("no counters")) view.notes.push_back(each);
  }
}

}  // namespace whet
