// What `whet sass` shows: a listing with addresses, control codes and source lines.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "binary/analysis/kernel_code.h"
#include "report/canvas/canvas.h"
#include "util/text/json.h"

namespace whet {

struct SassLine {
  uint32_t offset = 0;
  std::string guard;  // "@!P0"
  std::string mnemonic;
  std::string operands;  // "R4 <- R2,R3 [100]": registers written and read, branch target, width
  std::string control;   // "B--2---:R-:W1:Y:S04"
  std::string op_class;
  std::string encoding;   // "0x000fe200078e0200 0x..."
  std::string source;     // "gemm.cu:7"; empty without line information
  uint32_t ptx_line = 0;  // 0: unknown
  int loop_depth = 0;
  bool starts_block = false;
};

struct SassListing {
  std::string signature, mangled, architecture;
  int instructions = 0, unknown = 0;
  std::vector<SassLine> lines;
};

struct SassView {
  std::string file;
  std::vector<SassListing> kernels;
  bool encodings = false;  // show the encoded words
};

// The listing of a function, of its hot loop (which = "hot"), or of the n-th loop by address ("1", "2" ...).
Result<SassListing> collect_listing(const CubinFunction& function, Architecture architecture, const KernelCode& code,
                                    const std::string& which);

// "B--2---:R-:W1:Y:S04": waits for scoreboard 2, sets 1 for its result, may yield, stalls 4 cycles.
std::string control_text(const ControlWord& control);

void render(const SassView& view, Canvas& canvas);
Json to_json(const SassView& view);

}  // namespace whet
