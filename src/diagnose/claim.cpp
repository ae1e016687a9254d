#include "diagnose/claim.h"

#include <algorithm>

#include "diagnose/method.h"
#include "diagnose/signature.h"
#include "util/text.h"

namespace whet {

bool has_signature(const Knowledge& knowledge, std::string_view method) {
  const std::vector<std::string> methods = signature_methods(knowledge);
  return std::find(methods.begin(), methods.end(), method) != methods.end();
}

Result<void> check_claim(const Knowledge& knowledge, std::string_view method) {
  if (has_signature(knowledge, method)) return {};
  std::vector<std::string> known = signature_methods(knowledge);
  for (const Method& each : load_methods(knowledge).methods) {
    if (each.id == method) return {};
    known.push_back(each.id);
  }
  std::sort(known.begin(), known.end());
  known.erase(std::unique(known.begin(), known.end()), known.end());
  const auto near = near_names(method, known);
  return bad_input("there is no method `" + std::string(method) + "`", "--methods",
                   near.empty() ? "methods: " + join(known, ", ") : "did you mean " + join(near, ", ") + "?");
}

}  // namespace whet
