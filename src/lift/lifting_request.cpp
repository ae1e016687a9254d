#include "lift/lifting_request.h"

namespace whet::lift {

namespace {

constexpr const char* k_option = "--Ofast-compile";

}  // namespace

CompileRequest lifting_request(CompileRequest request) {
  request.extra_flags.push_back(std::string(k_option) + "=max");
  request.exact = request.machine_code = false;
  return request;
}

bool lacks_option(const Error& error) {
  return (error.what + error.details).find(k_option) != std::string::npos;
}

Result<std::string> compile_for_lifting(const CompileRequest& request, Compiler& compiler) {
  auto builds = compiler.compile(lifting_request(request));
  if (!builds && lacks_option(builds.error())) {
    CompileRequest plain = request;
    plain.extra_flags.push_back("-fmad=false");
    plain.exact = plain.machine_code = false;
    builds = compiler.compile(plain);
  }
  if (!builds) return std::move(builds).error();
  return builds->at(0).ptx;
}

}  // namespace whet::lift
