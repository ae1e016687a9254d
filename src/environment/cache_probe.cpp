#include "environment/cache_probe.h"

#include "util/text.h"

namespace whet {

namespace {

constexpr int k_deepest = 8;  // the cache is less deep; a cycle of links must end somewhere

uint64_t bytes_under(const FileSystem& files, const std::string& directory, int depth = 0) {
  uint64_t bytes = 0;
  if (depth > k_deepest) return 0;
  for (const std::string& name : files.list(directory)) {
    const std::string path = join_path(directory, name);
    const auto info = files.info(path);
    if (info) bytes += info->is_directory ? bytes_under(files, path, depth + 1) : info->bytes;
  }
  return bytes;
}

// Writes a file to find out, because permissions do not tell: for root everything looks writable, even /proc.
Result<void> try_writing(FileSystem& files, const std::string& directory) {
  const std::string path = join_path(directory, "doctor-was-here");
  TRY_VOID(files.make_directories(directory));
  TRY_VOID(files.write(path, "x"));
  return files.remove(path);
}

}  // namespace

Probe cache_probe(const Machine& machine) {
  Probe probe = begin_probe("cache");
  probe.path = machine.cache_directory;
  if (probe.path.empty()) {
    probe.detail = "none of WHET_CACHE, XDG_CACHE_HOME and HOME is set";
    probe.mend = "set WHET_CACHE to a directory";
    return probe;
  }
  if (const auto written = try_writing(machine.files, probe.path); !written) {
    probe.detail = written.error().what;
    probe.mend = "set WHET_CACHE to a directory that may be written";
    return probe;
  }
  probe.status = ProbeStatus::found;
  probe.detail = format_bytes(static_cast<double>(bytes_under(machine.files, probe.path))) + " in use";
  return probe;
}

}  // namespace whet
