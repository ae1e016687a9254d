#include "describe/kernel_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "describe/host_instance.h"
#include "problem/file/load_sections.h"
#include "source/launch/launch_sites.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr size_t k_most_kernels_listed = 24;

std::vector<std::string> listed_names(const std::vector<SourceFunction>& functions) {
  std::vector<std::string> names;
  for (const SourceFunction& each : functions) {
    const bool known = std::find(names.begin(), names.end(), each.name) != names.end();
    if (!known) names.push_back(each.name);
  }
  return names;
}

Error several(const std::string& file, const std::vector<std::string>& names) {
  std::vector<std::string> shown(names.begin(),
                                 names.begin() + static_cast<ptrdiff_t>(std::min(names.size(), k_most_kernels_listed)));
  const std::string more = shown.size() < names.size() ? fmt::format(" and {} more", names.size() - shown.size()) : "";
  return bad_input(fmt::format("{} holds {} kernels", file, names.size()), file,
                   fmt::format("choose one: whet init {} --kernel {} (there are {}{})", file, names.front(),
                               join(shown, ", "), more));
}

// The kernels among these that the source launches.
std::vector<SourceFunction> launched(const Problem& problem, const std::vector<SourceFunction>& all) {
  std::set<std::string> names;
  for (const LaunchSite& site : find_launch_sites(problem.source, problem.headers)) names.insert(site.kernel);
  std::vector<SourceFunction> found;
  for (const SourceFunction& each : all) {
    if (names.contains(each.name.substr(each.name.rfind(':') + 1))) found.push_back(each);
  }
  return found;
}

Result<SourceFunction> choose(const SignatureRequest& request, const Problem& problem,
                              std::vector<std::string>& notes) {
  const auto all = find_functions(problem, "");
  const auto found = request.entry.empty() ? all : find_functions(problem, request.entry);
  if (all.empty() && found.empty())
    return bad_input(request.kernel + " holds no kernel", request.kernel,
                     "name a .cu file with a __global__ function that has a body");
  if (found.empty())
    return bad_input(fmt::format("{} has no kernel {}", request.kernel, in_quotes(request.entry)), "--kernel",
                     did_you_mean(request.entry, listed_names(all)));
  if (found.size() == 1 || !request.entry.empty()) return found.front();
  const auto used = launched(problem, found);
  if (listed_names(used).size() != 1) return several(request.kernel, listed_names(found));
  notes.push_back(fmt::format("of {} kernels, {} is the one that the file launches (--kernel)", found.size(),
                              in_quotes(used.front().name)));
  return used.front();
}

}  // namespace

Result<ChosenKernel> choose_kernel(const SignatureRequest& request, const FileSystem& files,
                                   std::vector<std::string>& notes) {
  if (!files.info(request.kernel))
    return bad_input("there is no file " + in_quotes(request.kernel), {}, "name a .cu file");
  ChosenKernel chosen;
  Problem& problem = chosen.problem;
  TRY(source, read_text(files, request.kernel));
  problem.file = problem.kernel = request.kernel;
  problem.directory = directory_of(request.kernel);
  problem.source = std::move(source);
  TRY_VOID(add_to(request.additions, problem));
  problem.headers = header_texts(problem, files);
  TRY(function, choose(request, problem, notes));
  problem.entry = request.entry.empty() ? function.name : request.entry;
  problem.is_host_function = !function.is_kernel;
  if (function.is_open_template) {
    problem.entry += instance_in_host_code(problem, function, notes);
    const auto instances = find_functions(problem, problem.entry);
    if (!instances.empty()) function = instances.front();
  }
  problem.kernel_line = problem.entry_line = function.line;
  chosen.function = std::move(function);
  return chosen;
}

}  // namespace whet
