#include "cli/mcp/resources.h"

#include <array>
#include <charconv>

#include <fmt/format.h>

#include "cli/mcp/guide.h"
#include "cli/mcp/project_search.h"
#include "cli/run/open_store.h"
#include "diagnose/skill.h"
#include "report/folder/run_folder.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr std::string_view k_skill_prefix = "whet://skill/", k_run_prefix = "whet://run/", k_guide = "whet://guide";
constexpr size_t k_most_runs_listed = 20;  // of one project

struct RunFile {
  std::string_view name, type, about;
};
constexpr std::array<RunFile, 4> k_run_files{{
    {"summary.md", "text/markdown", "what the run found, as text"},
    {"report.html", "text/html", "the whole report, as a page"},
    {"champion.cu", "text/x-cuda", "the fastest kernel that was confirmed"},
    {"baseline.cu", "text/x-cuda", "the kernel that the run began with"},
}};

const RunFile* run_file(std::string_view name) {
  for (const RunFile& file : k_run_files) {
    if (file.name == name) return &file;
  }
  return nullptr;
}

// "%2F" becomes "/"; a broken escape stays as it is.
std::string percent_decoded(std::string_view text) {
  std::string decoded;
  for (size_t i = 0; i < text.size(); ++i) {
    unsigned value = 0;
    const char* const digits = text.data() + i + 1;
    const bool is_escape =
        text[i] == '%' && i + 2 < text.size() && std::from_chars(digits, digits + 2, value, 16).ptr == digits + 2;
    decoded += is_escape ? static_cast<char>(value) : text[i];
    if (is_escape) i += 2;
  }
  return decoded;
}

std::string percent_encoded(std::string_view text) {
  std::string encoded;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_plain = std::isalnum(byte) || std::string_view("-._~/").find(c) != std::string_view::npos;
    encoded += is_plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return encoded;
}

// "3/candidate/17?project=examples/softmax"
struct RunPlace {
  std::string project = ".";
  std::vector<std::string> parts;  // "3", "candidate", "17"
};

RunPlace read_place(std::string_view text) {
  RunPlace place;
  const size_t query = text.find('?');
  for (const std::string_view part : split(text.substr(0, query), '/')) place.parts.push_back(percent_decoded(part));
  constexpr std::string_view k_project = "?project=";
  if (query != std::string_view::npos && text.substr(query).starts_with(k_project))
    place.project = percent_decoded(text.substr(query + k_project.size()));
  return place;
}

std::string guide_uri(const GuidePage& page) {
  return std::string(k_guide) + (page.name.empty() ? "" : "/" + page.name);
}

serve::Resource guide_resource(const GuidePage& page) {
  const std::string name = page.name.empty() ? "guide" : page.name;
  return {guide_uri(page), name, "How to use whet: " + name, "from slow to proven fast, for agents", "text/markdown"};
}

std::optional<serve::ResourceText> read_guide(const std::string& uri) {
  for (const GuidePage& page : guide_pages()) {
    if (guide_uri(page) == uri) return serve::ResourceText{"text/markdown", std::string(page.text)};
  }
  return std::nullopt;
}

serve::Resource skill_resource(const Skill& skill) {
  return {std::string(k_skill_prefix) + skill.id, skill.id, skill.title, skill.summary, "text/markdown"};
}

Result<std::optional<serve::ResourceText>> read_skill(const Knowledge& knowledge, const std::string& name) {
  const auto names = skill_names(knowledge);
  if (std::find(names.begin(), names.end(), name) == names.end()) return std::optional<serve::ResourceText>();
  TRY(text, knowledge.read("skills/" + name + ".md"));
  return std::optional(serve::ResourceText{"text/markdown", std::move(text)});
}

}  // namespace

std::vector<serve::Resource> WhetResources::list() const {
  std::vector<serve::Resource> all;
  for (const GuidePage& page : guide_pages()) all.push_back(guide_resource(page));
  for (const std::string& name : skill_names(context_.knowledge)) {
    if (const auto skill = load_skill(context_.knowledge, name)) all.push_back(skill_resource(*skill));
  }
  for (const std::string& root : roots_.folders()) {
    for (const std::string& below : projects_below(root)) list_runs(below == "." ? root : join_path(root, below), all);
  }
  return all;
}

// A store that cannot be read has no runs to list; `whet runs` says what is wrong with it.
void WhetResources::list_runs(const std::string& project, std::vector<serve::Resource>& all) const {
  auto store = open_store(project, context_);
  const auto runs = store ? store->runs() : Result<std::vector<store::Run>>(store.error());
  if (!runs) return;
  const std::string shown = roots_.as_argument(project);
  const std::string query = shown == "." ? "" : "?project=" + percent_encoded(shown);
  for (size_t i = 0; i < runs->size() && i < k_most_runs_listed; ++i) {
    const store::Run& run = (*runs)[i];
    const std::string folder = run_folder_of(store->project(), run);
    for (const RunFile& file : k_run_files) {
      if (!context_.files.info(join_path(folder, file.name))) continue;
      all.push_back({fmt::format("{}{}/{}{}", k_run_prefix, run.id, file.name, query),
                     fmt::format("run {} of {}: {}", run.id, run.kernel.kernel, file.name), std::string(file.name),
                     std::string(file.about), std::string(file.type)});
    }
  }
}

std::vector<serve::Resource> WhetResources::templates() const {
  return {{"whet://guide/{page}", "guide", "How to use whet", "from slow to proven fast, for agents", "text/markdown"},
          {"whet://skill/{name}", "skill", "A cause of slow kernels",
           "signal, causes, fixes in order, a worked example", "text/markdown"},
          {"whet://run/{run}/{file}{?project}", "run", "A file of a run",
           "summary.md, report.html, champion.cu or baseline.cu", "text/plain"},
          {"whet://run/{run}/candidate/{number}{?project}", "candidate", "The source of a candidate",
           "a kernel that was tried in a run, by its number there", "text/x-cuda"}};
}

Result<std::optional<serve::ResourceText>> WhetResources::read(const std::string& uri) const {
  if (uri.starts_with(k_skill_prefix)) return read_skill(context_.knowledge, uri.substr(k_skill_prefix.size()));
  if (uri.starts_with(k_run_prefix)) return read_run(uri.substr(k_run_prefix.size()));
  return read_guide(uri);
}

WhetResources::Read WhetResources::read_run(const std::string& place) const {
  const RunPlace named = read_place(place);
  TRY(project, roots_.resolve(named.project));
  TRY_VOID(guard_.check_store(project));
  TRY(store, open_store(project, context_));
  if (named.parts.size() < 2) return std::optional<serve::ResourceText>();
  TRY(id, parse_run_id(named.parts[0]));
  TRY(run, store.run(id));
  if (named.parts.size() == 3 && named.parts[1] == "candidate") {
    int number = 0;
    std::from_chars(named.parts[2].data(), named.parts[2].data() + named.parts[2].size(), number);
    TRY(candidate, store.candidate_at(id, number));
    TRY(record, store.candidate_record(candidate));
    return std::optional(serve::ResourceText{"text/x-cuda", record.source});
  }
  const RunFile* file = named.parts.size() == 2 ? run_file(named.parts[1]) : nullptr;
  const std::string path = file ? join_path(run_folder_of(store.project(), run), file->name) : "";
  if (path.empty() || !context_.files.info(path)) return std::optional<serve::ResourceText>();
  TRY(inside, roots_.resolve(path));
  TRY(text, read_text(context_.files, inside));
  return std::optional(serve::ResourceText{std::string(file->type), std::move(text)});
}

}  // namespace whet
