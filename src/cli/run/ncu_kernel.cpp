#include "cli/run/ncu_kernel.h"

#include "profile/measured_shares.h"
#include "profile/ncu/choose_profile.h"
#include "profile/ncu/ncu_file.h"
#include "util/system/files.h"

namespace whet {

bool is_ncu_file(const std::string& path) {
  return extension_of(path) == ".csv" || extension_of(path) == ".ncu-rep";
}

Result<Profile> read_ncu_kernel(const std::string& path, const std::string& kernel, Context& context) {
  TRY(names, NcuNames::load(context.knowledge));
  TRY(table, load_resource_metrics(context.knowledge));
  TRY(profiles, read_ncu_file(path, context.files, context.processes, names));
  auto chosen = choose_profile(profiles, kernel);
  if (!chosen) {
    Error error = chosen.error();
    if (error.where.empty()) error.where = path;
    return error;
  }
  Profile profile = std::move(*chosen);
  profile.shares = measured_shares(profile.metrics, table);
  if (!profile.shares)
    profile.unseen.push_back("what binds it: the report lacks the throughput of DRAM or of the SMs (ncu --set basic)");
  return profile;
}

}  // namespace whet
