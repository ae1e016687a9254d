#include "lift/lifting_request.h"

namespace whet::lift {

CompileRequest lifting_request(CompileRequest request) {
  request.extra_flags.push_back("--Ofast-compile=max");
  request.exact = false;
  return request;
}

}  // namespace whet::lift
