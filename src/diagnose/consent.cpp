#include "diagnose/consent.h"

#include <algorithm>

namespace whet {

std::string_view name_of(Consent consent) {
  constexpr std::array k_names = {"numerics", "layout", "host"};
  return k_names[static_cast<size_t>(consent)];
}

std::optional<Consent> consent_named(std::string_view name) {
  const auto found =
      std::find_if(k_consents.begin(), k_consents.end(), [&](Consent consent) { return name_of(consent) == name; });
  return found == k_consents.end() ? std::nullopt : std::optional(*found);
}

std::string_view consent_text(Consent consent) {
  constexpr std::array k_texts = {"the accuracy of results", "the layout of arrays", "host code or other kernels"};
  return k_texts[static_cast<size_t>(consent)];
}

}  // namespace whet
