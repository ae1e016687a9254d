#include "profile/ncu/choose_profile.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>

#include "binary/container/demangle.h"
#include "util/statistics.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr std::string_view k_time = "gpu__time_duration.sum";

using Group = std::vector<const Profile*>;

// The time of all its launches, in nanoseconds; 0 when it was not collected.
double total_time(const Group& group) {
  double total = 0;
  for (const Profile* each : group) total += each->metrics.find(k_time).value_or(0) * each->launches;
  return total;
}

int launch_count(const Group& group) {
  int count = 0;
  for (const Profile* each : group) count += each->launches;
  return count;
}

std::string counted(int count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : noun.ends_with('h') ? "es" : "s");
}

// Profiles by a key, the longest running group first.
template <typename Key>
std::vector<Group> groups_by(const Group& profiles, Key key) {
  std::map<std::string, size_t> places;
  std::vector<Group> groups;
  for (const Profile* each : profiles) {
    const auto [found, added] = places.emplace(key(*each), groups.size());
    if (added) groups.emplace_back();
    groups[found->second].push_back(each);
  }
  const auto weight = [](const Group& group) { return std::pair(total_time(group), launch_count(group)); };
  std::stable_sort(groups.begin(), groups.end(), [&](const Group& a, const Group& b) { return weight(a) > weight(b); });
  return groups;
}

std::string shape_text(const Profile& profile) {
  if (!profile.shape) return "";
  const auto& [grid, block] = std::pair(profile.shape->grid, profile.shape->block);
  return fmt::format("grid ({}, {}, {}), block ({}, {}, {})", grid.x, grid.y, grid.z, block.x, block.y, block.z);
}

std::string listed(const std::vector<Group>& kernels) {
  constexpr size_t k_most = 20;
  std::string text;
  for (size_t i = 0; i < kernels.size() && i < k_most; ++i) {
    const double time = total_time(kernels[i]);
    text += "  " + kernels[i].front()->kernel + ": " + counted(launch_count(kernels[i]), "launch") +
            (time > 0 ? fmt::format(", {:.3f} ms", time / 1e6) : "") + "\n";
  }
  if (kernels.size() > k_most) text += "  and " + std::to_string(kernels.size() - k_most) + " more\n";
  return text;
}

Error with_list(std::string what, std::string mend, const std::vector<Group>& kernels) {
  Error error = bad_input(std::move(what), "", std::move(mend));
  error.details = listed(kernels);
  return error;
}

// "ns::gemm" is called "gemm" and "ns::gemm".
bool is_called(const std::string& name, std::string_view text) {
  return name == text || name.ends_with("::" + std::string(text));
}

// Those whose name contains the text; only those that are called exactly so, if any is.
std::vector<Group> matching(const std::vector<Group>& kernels, std::string_view text) {
  std::vector<Group> containing, exact;
  for (const Group& kernel : kernels) {
    const std::string& name = kernel.front()->kernel;
    if (name.find(text) == name.npos) continue;
    containing.push_back(kernel);
    if (name == text || is_called(plain_kernel_name(name), text)) exact.push_back(kernel);
  }
  return exact.empty() ? containing : exact;
}

MetricSet medians(const Group& group) {
  std::map<std::string, std::vector<double>, std::less<>> values;
  std::map<std::string, Origin, std::less<>> origins;
  for (const Profile* each : group) {
    for (const auto& [name, metric] : each->metrics.all()) {
      values[name].push_back(metric.value);
      origins[name] = metric.origin;
    }
  }
  MetricSet merged;
  for (auto& [name, list] : values) merged.set(name, median(std::move(list)), origins.find(name)->second);
  return merged;
}

// The launch whose time is nearest to the median.
const Profile& middle_launch(const Group& group, const MetricSet& merged) {
  const double time = merged.find(k_time).value_or(0);
  const auto distance = [&](const Profile* each) { return std::abs(each->metrics.find(k_time).value_or(0) - time); };
  return **std::min_element(group.begin(), group.end(),
                            [&](const Profile* a, const Profile* b) { return distance(a) < distance(b); });
}

Profile merge(const Group& group) {
  const MetricSet metrics = medians(group);
  Profile merged = middle_launch(group, metrics);
  merged.metrics = metrics;
  merged.launches = launch_count(group);
  merged.unseen.clear();
  std::set<std::string> said;
  for (const Profile* each : group) {
    merged.passes = std::max(merged.passes, each->passes);
    for (const std::string& sentence : each->unseen) {
      if (said.insert(sentence).second) merged.unseen.push_back(sentence);
    }
  }
  return merged;
}

std::string other_shapes(const std::vector<Group>& shapes) {
  int others = 0;
  for (size_t i = 1; i < shapes.size(); ++i) others += launch_count(shapes[i]);
  return fmt::format("Of {} launch shapes the one that took most time is shown, {}; {} of other shapes {} left out.",
                     shapes.size(), shape_text(*shapes.front().front()), counted(others, "launch"),
                     others == 1 ? "is" : "are");
}

}  // namespace

std::string plain_kernel_name(std::string_view kernel) {
  constexpr std::string_view k_unnamed[] = {"(anonymous namespace)", "<unnamed>"};
  if (kernel.starts_with("void ")) kernel.remove_prefix(5);
  std::string name;
  int depth = 0;  // inside <>
  for (size_t i = 0; i < kernel.size(); ++i) {
    const auto unnamed = std::find_if(std::begin(k_unnamed), std::end(k_unnamed),
                                      [&](std::string_view each) { return kernel.substr(i).starts_with(each); });
    if (depth == 0 && unnamed != std::end(k_unnamed)) {
      name += *unnamed;
      i += unnamed->size() - 1;
      continue;
    }
    if (depth == 0 && kernel[i] == '(') break;
    if (kernel[i] == '<') ++depth;
    if (depth == 0) name += kernel[i];
    if (kernel[i] == '>' && depth > 0) --depth;
  }
  return std::string(trim(name));
}

Result<Profile> choose_profile(const std::vector<Profile>& profiles, std::string_view kernel) {
  Group all;
  for (const Profile& each : profiles) all.push_back(&each);
  const auto kernels = groups_by(all, [](const Profile& each) { return each.kernel; });
  if (kernels.empty()) return bad_input("the report has no kernel");
  const std::string text = kernel.starts_with("_Z") ? plain_kernel_name(demangle(kernel)) : std::string(kernel);
  const std::vector<Group> chosen = matching(kernels, text);
  if (chosen.empty()) return with_list("no kernel's name contains `" + text + "`", "choose one of these", kernels);
  if (chosen.size() > 1) {
    const std::string count = std::to_string(chosen.size());
    return with_list(text.empty() ? "the report has " + count + " kernels and none is chosen"
                                  : "`" + text + "` is part of the names of " + count + " kernels",
                     "choose one with --kernel", chosen);
  }
  const auto shapes = groups_by(chosen.front(), shape_text);
  Profile merged = merge(shapes.front());
  if (shapes.size() > 1) merged.unseen.push_back(other_shapes(shapes));
  return merged;
}

}  // namespace whet
