// What the owner of a kernel must agree to before a method is tried.
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace whet {

// What a method changes beyond the kernel itself, so that its owner must agree: results within a tolerance, the layout
// of arrays, or host code and other kernels.
enum class Consent { numerics, layout, host };
inline constexpr std::array k_consents = {Consent::numerics, Consent::layout, Consent::host};
std::string_view name_of(Consent consent);
std::optional<Consent> consent_named(std::string_view name);
// "the accuracy of results": what changes.
std::string_view consent_text(Consent consent);

}  // namespace whet
