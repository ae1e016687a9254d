#include "propose/proposal.h"

namespace whet {

Json tunables_json(const Proposal& proposal) {
  Json json = Json::object();
  for (const auto& [name, value] : proposal.tunables) json[name] = value;
  return json;
}

std::string describe(const Proposal& proposal) {
  std::string text;
  for (const auto& [name, value] : proposal.tunables)
    text += (text.empty() ? "" : " ") + name + "=" + std::to_string(value);
  if (text.empty() && !proposal.source.empty()) return proposal.memo;
  return text.empty() ? "as it is" : text;
}

}  // namespace whet
