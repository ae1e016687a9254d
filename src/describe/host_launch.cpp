#include "describe/host_launch.h"

#include <algorithm>

#include "describe/host_number.h"
#include "source/text/word_list.h"

namespace whet {

namespace {

constexpr WordList k_functions_in_launches("floor ceil_div min max");

class HostLaunchReader {
 public:
  HostLaunchReader(const HostValues& values, const LaunchSite& site, const HostReader::Kept& name_of)
      : values_(values), name_of_(name_of), code_(read_code(site.text)), place_{site.token, nullptr} {}

  HostLaunch run() {
    const auto parts = comma_ranges(code_, {0, code_.tokens.size()});
    if (parts.size() < 2) return {};
    const auto block = reader(true).extents(code_, parts[1], place_);
    note_constants(block);
    const auto grid = reader(false).extents(code_, parts[0], place_);
    const auto shared =
        parts.size() > 2 ? reader(false).expression(code_, parts[2], place_) : LaunchExpression::number(0);
    if (grid.empty() || block.empty() || !shared) return {};
    for (const LaunchExpression& extent : grid) add(extent, launch_.grid);
    for (const LaunchExpression& extent : block) add(extent, launch_.block);
    std::vector<std::string> bytes;
    add(*shared, bytes);
    if (shared->value() != 0) launch_.shared = bytes.front();
    return std::move(launch_);
  }

 private:
  HostReader reader(bool all_constants) const {
    return HostReader(
        values_,
        [this, all_constants](std::string_view name, const HostPlace& place) -> std::optional<std::string> {
          if (auto mine = name_of_(name, place)) return mine;
          const bool stays =
              all_constants ? is_shared_constant(name, place) : launch_.constants.contains(std::string(name));
          return stays ? std::optional(std::string(name)) : std::nullopt;
        },
        false, [this](std::string_view type) { return bytes_of_c_type(values_.code(), type); });
  }

  // A macro or a constant outside functions that device code uses.
  bool is_shared_constant(std::string_view name, const HostPlace& place) const {
    const auto value = values_.find(name, place);
    const bool is_global = value && (value->code != &values_.code() || values_.scope_of(value->place.token) < 0);
    if (!is_global || !number_of(*value)) return false;
    for (const Declaration& each : values_.outline().declarations) {
      for (size_t i = each.first; (each.global || each.device) && i < each.last; ++i) {
        if (values_.code().is(i, name)) return true;
      }
    }
    return false;
  }

  // A constant that is a plain number, which a tuner can set.
  static std::optional<int64_t> number_of(const HostValue& value) {
    const bool is_alone = value.range.last == value.range.first + 1;
    const auto read = read_launch_expression(*value.code, value.range.first, value.range.last,
                                             [](std::string_view) { return std::nullopt; });
    return is_alone && read ? read->value() : std::nullopt;
  }

  void note_constants(const std::vector<LaunchExpression>& block) {
    for (const LaunchExpression& extent : block) {
      for (const std::string& name : extent.names()) {
        const auto value = name_of_(name, place_) ? std::nullopt : values_.find(name, place_);
        const auto number = value ? number_of(*value) : std::nullopt;
        if (number && *number > 1) launch_.constants[name] = *number;
      }
    }
  }

  void add(const LaunchExpression& extent, std::vector<std::string>& to) {
    to.push_back(extent.text());
    for (const std::string& name : extent.names()) {
      const bool known = k_functions_in_launches.holds(name) || launch_.constants.contains(name);
      const bool noted =
          std::find(launch_.free_names.begin(), launch_.free_names.end(), name) != launch_.free_names.end();
      if (!known && !noted) launch_.free_names.push_back(name);
    }
  }

  const HostValues& values_;
  const HostReader::Kept& name_of_;
  const Code code_;
  const HostPlace place_;
  HostLaunch launch_;
};

}  // namespace

HostLaunch read_host_launch(const HostValues& values, const LaunchSite& site, const HostReader::Kept& name_of) {
  return HostLaunchReader(values, site, name_of).run();
}

}  // namespace whet
