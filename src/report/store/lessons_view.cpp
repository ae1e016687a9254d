#include "report/store/lessons_view.h"

#include <fmt/format.h>

#include "report/store/store_text.h"
#include "util/text.h"

namespace whet {

namespace {

using store::Lesson;
using store::name_of;

std::string conditions_text(const store::Conditions& conditions) {
  std::vector<std::string> parts;
  for (const std::string& part : {conditions.gpu, conditions.dims, conditions.toolkit}) {
    if (!part.empty()) parts.push_back(part);
  }
  return join(parts, ", ");
}

// Tunables are stored as JSON and shown as TILE=32.
std::string tried_text(const Lesson& entry) {
  if (entry.kind != store::TriedKind::tunables) return entry.tried;
  const auto parsed = Json::parse(entry.tried);
  const std::string text = parsed ? tunables_text(*parsed) : "";
  return text.empty() ? entry.tried : text;
}

std::string outcome_text(const Lesson& entry) {
  return entry.reason.empty() ? entry.outcome : entry.outcome + ": " + entry.reason;
}

void render_kernel(const std::vector<const Lesson*>& entries, Canvas& canvas) {
  Table table{.header = {"entry", "tried", "outcome", "speed-up", "origin", "under", "run", ""},
              .right_aligned = {true, false, false, false, false, false, true}};
  for (const Lesson* entry : entries) {
    const Tone tone = entry->masked ? Tone::dim : tone_of_outcome(entry->outcome);
    table.rows.push_back({std::to_string(entry->id),
                          tried_text(*entry),
                          {outcome_text(*entry), tone},
                          speedup_text(entry->speedup),
                          std::string(name_of(entry->conditions.origin)),
                          conditions_text(entry->conditions),
                          std::to_string(entry->run),
                          entry->masked ? "masked" : ""});
  }
  canvas.heading(kernel_text(entries.front()->kernel));
  canvas.table(table);
}

Json entry_json(const Lesson& entry) {
  return Json::Object{{"entry", entry.id},
                      {"kernel", entry.kernel.kernel},
                      {"problem", entry.kernel.problem},
                      {"kind", name_of(entry.kind)},
                      {"tried", entry.tried},
                      {"outcome", entry.outcome},
                      {"reason", entry.reason},
                      {"speedup", speedup_json(entry.speedup)},
                      {"origin", name_of(entry.conditions.origin)},
                      {"gpu", entry.conditions.gpu},
                      {"dims", entry.conditions.dims},
                      {"toolkit", entry.conditions.toolkit},
                      {"run", entry.run},
                      {"masked", entry.masked}};
}

}  // namespace

void render(const LessonsView& view, Canvas& canvas) {
  if (view.entries.empty()) {
    canvas.heading("lessons of " + view.project);
    canvas.line({"nothing yet"});
    return;
  }
  std::vector<const Lesson*> group;
  for (const Lesson& entry : view.entries) {
    if (!group.empty() && group.back()->kernel != entry.kernel) {
      render_kernel(group, canvas);
      canvas.blank();
      group.clear();
    }
    group.push_back(&entry);
  }
  render_kernel(group, canvas);
  canvas.line({{fmt::format("next: whet lessons --mask {} hides an entry from proposers, --unmask brings it back",
                            view.entries.front().id),
                Tone::dim}});
}

Json to_json(const LessonsView& view) {
  return Json::Object{{"project", view.project}, {"entries", json_array(view.entries, entry_json)}};
}

}  // namespace whet
