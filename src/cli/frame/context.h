// What every command receives: interfaces to files, processes and clock, the knowledge, and where to write.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "report/canvas/canvas.h"
#include "util/clock.h"
#include "util/system/files.h"
#include "util/system/knowledge.h"
#include "util/system/process.h"

namespace whet {

struct CliCommand;
class MindAccess;

struct Context {
  FileSystem& files;
  ProcessRunner& processes;
  const Clock& clock;
  const Knowledge& knowledge;
  TextStyle style;                                       // of the terminal; plain if stdout is a pipe
  std::string cache_directory;                           // WHET_CACHE, else XDG_CACHE_HOME/whet, else ~/.cache/whet
  std::function<void(std::string_view)> print;           // to stdout
  std::function<void(std::string_view)> tell_text = {};  // JSON as people read it, to a server; empty: nobody asks
  std::string host_arrays = {};                          // WHET_HOST_ARRAYS
  std::shared_ptr<const MindAccess> mind_access = {};    // nullptr: this command asks no minds
  const std::vector<CliCommand>* commands = nullptr;     // all commands, for completion and manual page
};

}  // namespace whet
