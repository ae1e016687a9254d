// The store of the project a command is run in.
#pragma once

#include "cli/frame/command.h"
#include "store/store.h"

namespace whet {

// Found upward from `folder`; that there is none is an error. Nothing is made.
Result<store::Store> open_store(const std::string& folder, Context& context);
// A run's number as the user gives it.
Result<store::RunId> parse_run_id(const std::string& text);
// That run, or the newest where nothing is given.
Result<store::RunId> chosen_run(const std::string& text, store::Store& store);

inline Option project_option(std::string* target) {
  return {"--project", "a folder of the project (default: this one)", target, "FILE"};
}

}  // namespace whet
