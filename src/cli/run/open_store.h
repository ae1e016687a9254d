// Opens the store of the current project.
#pragma once

#include "cli/frame/command.h"
#include "optimize/run/opened_run.h"
#include "store/store.h"

namespace whet {

// Searches upward from `folder`; it is an error if there is no store. Nothing is created.
Result<store::Store> open_store(const std::string& folder, Context& context);
// Parses a run's number.
Result<store::RunId> parse_run_id(const std::string& text);
// That run, or the newest if the text is empty.
Result<store::RunId> chosen_run(const std::string& text, store::Store& store);

inline Option project_option(std::string* target) {
  return {"--project", "a folder of the project (default: this one)", target, "FILE"};
}

// For runs whose problems may declare no work: it is derived.
RunFiles run_files(Context& context);

}  // namespace whet
