// Lines of the sources that compiler messages refer to.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "util/system/files.h"

namespace whet {

// The compiled file is in memory; others are read on demand.
class SourceLines {
 public:
  SourceLines(std::string file, std::string_view source, const FileSystem& files);

  // Line `number` (from 1) without its newline; nothing when the file or the line does not exist.
  std::optional<std::string_view> line(const std::string& file, int number);

 private:
  const FileSystem& files_;
  std::map<std::string, std::string> texts_;  // by path; empty when unreadable
};

}  // namespace whet
