// What `whet sass --verify` shows: for each function, whether it has the method's signature.
#pragma once

#include <string>
#include <vector>

#include "diagnose/signature.h"
#include "report/canvas/canvas.h"
#include "util/text/json.h"

namespace whet {

struct FunctionVerdict {
  std::string signature;
  SignatureVerdict verdict;
};

struct VerifyView {
  std::string file, parent_file;  // parent_file may be empty
  std::vector<FunctionVerdict> functions;

  bool proven() const;  // in every function
};

void render(const VerifyView& view, Canvas& canvas);
Json to_json(const VerifyView& view);

}  // namespace whet
