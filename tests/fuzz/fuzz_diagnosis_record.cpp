// Any text as a saved profile: a record that can be written and read again, or an error that blames the file.
#include "diagnose/diagnosis_record.h"
#include "fuzz_input.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace whet;
  if (size > fuzz::k_largest_input) return -1;
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto read = parse_diagnosis_record(text, "f.json");
  if (!read) {
    fuzz::require_clear(read.error());
    fuzz::require(read.error().where == "f.json");
    return 0;
  }
  fuzz::require(!read.value().launches.empty());
  for (const LaunchRecord& launch : read.value().launches) {
    const SourceText source = recorded_source(launch);
    for (const LineCounts& line : launch.lines.lines) (void)line_text(source, line.file, line.line);
  }
  const std::string written = to_json(read.value()).dump();
  const auto again = parse_diagnosis_record(written, "f.json");
  fuzz::require(again.ok() && to_json(again.value()).dump() == written);
  return 0;
}
