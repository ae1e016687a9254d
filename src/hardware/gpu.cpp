#include "hardware/gpu.h"

#include <fmt/format.h>

#include "util/text.h"

namespace whet {

namespace {

constexpr const char* k_sources_file = "hardware/sources.toml";
constexpr const char* k_names_file = "hardware/names.toml";
constexpr const char* k_measured_file = "hardware/measured.toml";
constexpr const char* k_curves_file = "hardware/curves.toml";

Error unknown_gpu(const Names& names, std::string_view wanted) {
  const std::vector<std::string> near = near_ids(names.gpus, wanted);
  const std::string meant = near.empty() ? "" : "did you mean " + join(near, ", ") + "? ";
  return bad_input(fmt::format("there is no GPU called `{}`", wanted), {}, meant + "`whet specs --list` shows all");
}

Error unknown_capability(const Names& names, std::string_view wanted) {
  std::vector<std::string> ids;
  for (const Name& entry : names.capabilities) ids.push_back(entry.id);
  return bad_input(fmt::format("there is no compute capability `{}`", wanted), {}, "choose one of " + join(ids, ", "));
}

// "9.0" or "gfx942": the sheet of the product's architecture.
Result<std::string> capability_of(const FactSheet& product) {
  for (const std::string_view fact : {"compute_capability", "gfx"}) {
    const Fact* found = product.find(fact);
    if (const auto* text = found ? std::get_if<std::string>(&found->value) : nullptr) return *text;
  }
  return bad_input(fmt::format("GPU `{}` states no compute_capability or gfx", product.id),
                   fmt::format("hardware/gpus/{}.toml", product.id), "add [compute_capability] with its source");
}

}  // namespace

Result<Gpu> Hardware::gpu(std::string_view name) const {
  TRY(index, names());
  const Name* entry = find_gpu_name(index, name);
  if (!entry) return unknown_gpu(index, name);
  TRY(product, sheet("gpus", *entry));
  TRY(architecture, capability_of(product));
  const Name* capability_entry = find_capability_name(index, architecture);
  if (!capability_entry) return unknown_capability(index, architecture);
  TRY(capability, sheet("capabilities", *capability_entry));
  return Gpu{std::move(product), std::move(capability)};
}

Result<FactSheet> Hardware::capability(std::string_view capability) const {
  TRY(index, names());
  const Name* entry = find_capability_name(index, capability);
  if (!entry) return unknown_capability(index, capability);
  return sheet("capabilities", *entry);
}

Result<std::vector<FactSheet>> Hardware::all_gpus() const {
  TRY(index, names());
  std::vector<FactSheet> sheets;
  for (const Name& entry : index.gpus) {
    TRY(read, sheet("gpus", entry));
    sheets.push_back(std::move(read));
  }
  return sheets;
}

Result<std::vector<FactSheet>> Hardware::all_capabilities() const {
  TRY(index, names());
  std::vector<FactSheet> sheets;
  for (const Name& entry : index.capabilities) {
    TRY(read, sheet("capabilities", entry));
    sheets.push_back(std::move(read));
  }
  return sheets;
}

Result<std::vector<Source>> Hardware::sources() const {
  TRY(text, knowledge_.read(k_sources_file));
  return parse_sources(text, k_sources_file);
}

Result<std::vector<Measurement>> Hardware::measurements() const {
  TRY(ids, source_ids());
  TRY(text, knowledge_.read(k_measured_file));
  return parse_measurements(text, ids, k_measured_file);
}

Result<std::vector<Curve>> Hardware::curves() const {
  TRY(ids, source_ids());
  TRY(text, knowledge_.read(k_curves_file));
  return parse_curves(text, ids, k_curves_file);
}

Result<Names> Hardware::names() const {
  TRY(text, knowledge_.read(k_names_file));
  return parse_names(text, k_names_file);
}

Result<SourceIds> Hardware::source_ids() const {
  TRY(text, knowledge_.read(k_sources_file));
  return scan_source_ids(text);
}

Result<FactSheet> Hardware::sheet(std::string_view folder, const Name& name) const {
  const std::string file = fmt::format("hardware/{}/{}.toml", folder, name.id);
  TRY(text, knowledge_.read(file));
  TRY(ids, source_ids());
  TRY(facts, parse_facts(text, ids, file));
  return FactSheet{name.id, name.name, name.aliases, name.driver_names, std::move(facts)};
}

}  // namespace whet
