// A tool of `whet mcp` as knowledge/tools describes it: the command behind it, what it is for, and what its result
// holds. What it takes is not there: that is the command's own table of options.
#pragma once

#include <string>
#include <vector>

#include "util/result.h"
#include "util/system/knowledge.h"
#include "util/text/json.h"

namespace whet {

struct ToolFile {
  std::string name;  // of the file
  std::string command, title, description;
  std::vector<std::string> leaves_out;  // options of the command that clients are not given
  bool writes = false;                  // it changes files or the store; caches do not count
  bool overwrites = false;              // and may destroy what was there
  bool uses_store = false;              // the project's store must lie in the folders of the server
  int64_t seconds = 0;                  // that a call plans to take, unless its argument `seconds` says so; 0: unknown
  Json output_schema;
};

// All tools, in the order of their names. An error names file and line.
Result<std::vector<ToolFile>> load_tool_files(const Knowledge& knowledge);

}  // namespace whet
