#include "describe/lift_order.h"

#include "lift/lifting_request.h"
#include "problem/build.h"
#include "problem/data/resolve.h"
#include "problem/signature/entry.h"
#include "ptx/reader/parser.h"

namespace whet {

namespace {

constexpr double k_compile_seconds = 30;

// The launched kernel in the PTX, by the name that the compiler gave it.
Result<std::string> mangled_entry(const std::string& ptx, const std::string& entry, const std::string& file) {
  TRY(module, ptx::parse(ptx, file));
  std::vector<ModuleKernel> kernels;
  for (const ptx::Function& function : module.functions) {
    if (!function.is_entry || function.is_declaration) continue;
    kernels.push_back({function.name, {}});
  }
  TRY(chosen, choose_instance(kernels, entry));
  return chosen.name;
}

Result<lift::ExplainRequest> order_of(const Problem& problem, const ResolvedLaunch& launch, const std::string& ptx) {
  lift::ExplainRequest request;
  request.ptx = ptx;
  TRY(name, mangled_entry(request.ptx, launch.entry, problem.kernel));
  request.kernel = std::move(name);
  for (const SourceFunction& function : find_functions(problem, launch.entry)) {
    if (function.is_kernel && request.parameters.empty()) request.parameters = function.parameters;
  }
  request.confirm.launch = {vgpu::Dim3{launch.block[0], launch.block[1], launch.block[2]}, launch.shared_bytes};
  return request;
}

}  // namespace

Result<std::vector<lift::ExplainRequest>> lift_orders(const Problem& problem, Compiler& compiler) {
  TRY(first, find_case(problem, ""));
  TRY(resolved, resolve_case(problem, first));
  CompileRequest compile = compile_request(problem, resolved, {Architecture{90}});
  compile.seconds = k_compile_seconds;
  TRY(ptx, lift::compile_for_lifting(compile, compiler));
  std::vector<lift::ExplainRequest> orders;
  for (const ResolvedLaunch& launch : resolved.launches) {
    TRY(order, order_of(problem, launch, ptx));
    orders.push_back(std::move(order));
  }
  return orders;
}

Result<lift::ExplainRequest> lift_order(const Problem& problem, Compiler& compiler) {
  TRY(orders, lift_orders(problem, compiler));
  if (orders.empty()) return bad_input("the problem launches no kernel", problem.file);
  return std::move(orders.front());
}

}  // namespace whet
