#include "device/check_names.h"

#include <vector>

#include "problem/file/section.h"
#include "util/text.h"

namespace whet {

namespace {

struct NamedCheck {
  const char* name;
  bool vgpu::CheckSet::* flag;
};
constexpr NamedCheck k_checks[] = {{"memory", &vgpu::CheckSet::memory},
                                   {"init", &vgpu::CheckSet::init},
                                   {"race", &vgpu::CheckSet::race},
                                   {"sync", &vgpu::CheckSet::sync}};

Result<void> add_check(std::string_view name, const std::string& place, vgpu::CheckSet& checks) {
  std::vector<std::string> known{"all"};
  bool found = false;
  for (const NamedCheck& check : k_checks) {
    known.emplace_back(check.name);
    if (name != "all" && name != check.name) continue;
    checks.*check.flag = found = true;
  }
  if (found) return {};
  return bad_input("there is no check " + in_quotes(name), place, did_you_mean(name, known));
}

}  // namespace

Result<vgpu::CheckSet> parse_checks(std::string_view text, const std::string& place) {
  vgpu::CheckSet checks;
  if (text.empty()) return checks;
  for (const std::string_view name : split(text, ',')) TRY_VOID(add_check(trim(name), place, checks));
  return checks;
}

std::string names_of(const vgpu::CheckSet& checks) {
  std::vector<std::string> names;
  for (const NamedCheck& check : k_checks) {
    if (checks.*check.flag) names.emplace_back(check.name);
  }
  return join(names, ", ");
}

}  // namespace whet
