#include "report/inspect/machine_code_view.h"

#include <fmt/format.h>

#include <algorithm>

#include "compile/code_file.h"
#include "report/canvas/number_text.h"
#include "util/text.h"

namespace whet {

namespace {

// All kernels of a build, analysed. The cubin points into the build's bytes.
struct Side {
  Cubin cubin;
  std::vector<KernelProfile> kernels;

  std::vector<const CubinFunction*> functions() const {
    std::vector<const CubinFunction*> all;
    for (const KernelProfile& kernel : kernels) all.push_back(kernel.function);
    return all;
  }
};

std::optional<ResourceUsage> usage_of(const Build& build, const CubinFunction& function) {
  for (const ResourceUsage& usage : build.resources) {
    if (usage.kernel == function.name) return usage;
  }
  return std::nullopt;
}

Result<void> analyse(const BuiltKernel& built, const std::optional<FactSheet>& capability, Side& side) {
  TRY(cubin, read_cubin(as_bytes(built.build.cubin)));
  side.cubin = std::move(cubin);
  for (const CubinFunction& function : side.cubin.functions) {
    if (!function.is_kernel) continue;
    const auto block = built.blocks.find(plain_name(function));
    TRY(profile, profile_kernel(function, side.cubin.architecture, capability,
                                block == built.blocks.end() ? BlockAssumption{} : block->second,
                                usage_of(built.build, function)));
    side.kernels.push_back(std::move(profile));
  }
  return {};
}

std::string bytes_text(int bytes) {
  return bytes == 0 ? "none" : format_bytes(bytes);
}

std::string spills_text(const KernelProfile& kernel) {
  const int stores = kernel.code.spill_stores, loads = kernel.code.spill_loads;
  return stores + loads == 0 ? "none" : fmt::format("{} stores, {} loads", stores, loads);
}

std::string occupancy_text(const KernelProfile& kernel) {
  if (!kernel.occupancy) return "not known";
  return fmt::format("{} blocks an SM, {} of {} warps ({})", kernel.occupancy->blocks, kernel.occupancy->warps,
                     kernel.limits->max_warps, percent_text(kernel.occupancy->fraction));
}

struct Figure {
  const char* label;
  std::string (*text)(const KernelProfile&);
};
constexpr Figure k_figures[] = {
    {"registers a thread",
     [](const KernelProfile& kernel) {
       return kernel.function->registers ? std::to_string(*kernel.function->registers) : std::string("not known");
     }},
    {"shared memory, static",
     [](const KernelProfile& kernel) { return bytes_text(kernel.function->static_shared_bytes); }},
    {"shared memory, dynamic", [](const KernelProfile& kernel) { return bytes_text(kernel.dynamic_shared_bytes); }},
    {"stack", [](const KernelProfile& kernel) { return bytes_text(kernel.function->stack_bytes); }},
    {"spills", spills_text},
    {"threads a block",
     [](const KernelProfile& kernel) {
       return kernel.threads ? std::to_string(*kernel.threads) : std::string("not known");
     }},
    {"occupancy", occupancy_text},
    {"limited by",
     [](const KernelProfile& kernel) {
       return kernel.occupancy ? std::string(limiter_name(kernel.occupancy->limited_by)) : std::string("not known");
     }},
    {"instructions", [](const KernelProfile& kernel) { return std::to_string(kernel.code.mix.total); }},
    {"in the hot loop",
     [](const KernelProfile& kernel) {
       return kernel.code.hot_loop ? std::to_string(kernel.code.hot_mix().total) : std::string("no loop");
     }},
};

KernelInspection inspect(const KernelProfile* before, const KernelProfile* after) {
  KernelInspection inspection;
  inspection.name = (after ? after : before)->function->signature;
  for (const Figure& figure : k_figures)
    inspection.rows.push_back({figure.label, before ? figure.text(*before) : "", after ? figure.text(*after) : ""});
  for (int i = 0; i < k_op_class_count; ++i) {
    const auto op_class = static_cast<OpClass>(i);
    const int was = before ? before->code.mix.count(op_class) : 0, is = after ? after->code.mix.count(op_class) : 0;
    if (was + is == 0 || op_class == OpClass::filler) continue;
    inspection.instructions.push_back(
        {std::string(op_class_name(op_class)), before ? std::to_string(was) : "", after ? std::to_string(is) : ""});
  }
  return inspection;
}

FunctionCode code_of(const KernelProfile& kernel) {
  return {kernel.function, &kernel.code};
}

// The kernel of the same name. If each side has only one kernel, these correspond under any names.
std::optional<size_t> counterpart(const KernelProfile& kernel, const Side& its_side, const Side& others) {
  const auto found = find_counterpart(*kernel.function, others.functions());
  if (!found || its_side.kernels.size() == 1) return found;
  const bool same = plain_name(*others.kernels[*found].function) == plain_name(*kernel.function);
  return same ? found : std::nullopt;
}

Json rows_json(const std::vector<InspectionRow>& rows) {
  return json_array(rows, [](const InspectionRow& row) {
    return Json(Json::Object{{"what", row.label}, {"before", row.before}, {"after", row.after}});
  });
}

}  // namespace

Result<MachineCodeView> compare_builds(const BuiltKernel& before, const BuiltKernel& after,
                                       const std::optional<FactSheet>& capability) {
  Side old_side, new_side;
  TRY_VOID(analyse(before, capability, old_side));
  TRY_VOID(analyse(after, capability, new_side));
  MachineCodeView view;
  view.architecture = after.build.architecture.name();
  view.before_compiler = before.build.compiler;
  view.after_compiler = after.build.compiler;
  view.sass.before_file = "baseline.cu";
  view.sass.after_file = "champion.cu";
  std::vector<bool> matched(old_side.kernels.size(), false);
  for (const KernelProfile& kernel : new_side.kernels) {
    const auto found = counterpart(kernel, new_side, old_side);
    const KernelProfile* parent = found ? &old_side.kernels[*found] : nullptr;
    if (found) matched[*found] = true;
    view.kernels.push_back(inspect(parent, &kernel));
    if (parent)
      view.sass.kernels.push_back(diff_kernels(code_of(*parent), code_of(kernel)));
    else
      view.sass.only_after.push_back(kernel.function->signature);
  }
  for (size_t i = 0; i < matched.size(); ++i) {
    if (matched[i]) continue;
    view.kernels.push_back(inspect(&old_side.kernels[i], nullptr));
    view.sass.only_before.push_back(old_side.kernels[i].function->signature);
  }
  return view;
}

Json to_json(const MachineCodeView& view) {
  return Json::Object{
      {"architecture", view.architecture},
      {"before_compiler", view.before_compiler},
      {"after_compiler", view.after_compiler},
      {"origin", "counted"},
      {"kernels", json_array(view.kernels,
                             [](const KernelInspection& kernel) {
                               return Json(Json::Object{{"name", kernel.name},
                                                        {"resources", rows_json(kernel.rows)},
                                                        {"instructions", rows_json(kernel.instructions)}});
                             })},
      {"sass", to_json(view.sass)}};
}

}  // namespace whet
