#include "cli/run/source_reader.h"

namespace whet {

SourceText source_reader(const Problem& problem, const FileSystem& files) {
  return [&problem, &files](const std::string& file) -> std::string {
    const auto base = [](const std::string& path) { return path.substr(path.rfind('/') + 1); };
    if (base(file) == base(problem.kernel)) return problem.source;
    const auto content = read_text(files, file);
    return content ? *content : "";
  };
}

}  // namespace whet
