// The names of the facts that a run yields, measured on a GPU or counted and modelled by the virtual GPU.
#pragma once

#include <span>
#include <string_view>

namespace whet {

std::span<const std::string_view> run_fact_names();

}  // namespace whet
