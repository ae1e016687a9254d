// The resources of `whet mcp`: the guide for agents, the skills of knowledge/skills, and what runs left behind.
//
//   whet://guide  whet://guide/verdicts         the skill of skills/whet and its references
//   whet://skill/bank_conflicts                 how to recognise one cause of a slow kernel, and what to do
//   whet://run/3/summary.md?project=examples    a file of a run's folder; without a project, that of the first folder
//   whet://run/3/candidate/17                   the source of a candidate
#pragma once

#include "cli/frame/context.h"
#include "cli/mcp/path_guard.h"
#include "serve/command/roots.h"
#include "serve/mcp/catalogue.h"

namespace whet {

class WhetResources : public serve::ResourceSource {
 public:
  // All three must outlive the resources.
  WhetResources(Context& context, const serve::Roots& roots, const PathGuard& guard)
      : context_(context), roots_(roots), guard_(guard) {}

  std::vector<serve::Resource> list() const override;
  std::vector<serve::Resource> templates() const override;
  Result<std::optional<serve::ResourceText>> read(const std::string& uri) const override;

 private:
  using Read = Result<std::optional<serve::ResourceText>>;
  void list_runs(const std::string& project, std::vector<serve::Resource>& all) const;
  Read read_run(const std::string& place) const;

  Context& context_;
  const serve::Roots& roots_;
  const PathGuard& guard_;
};

}  // namespace whet
