// whet profile: the metrics of a problem's launches under Nsight Compute's names, kept, read back and compared.
#include <fmt/format.h>

#include "cli/frame/commands.h"
#include "cli/frame/progress.h"
#include "cli/frame/show.h"
#include "cli/run/counted_problem.h"
#include "cli/run/ncu_kernel.h"
#include "profile/profile_json.h"
#include "report/diagnose/profile_view.h"
#include "util/text.h"

namespace whet {

namespace {

struct ProfileFlags {
  CountedFlags counted;
  std::string save, against, kernel;
  bool all = false, json = false, markdown = false;
};

Result<std::vector<Profile>> read_profiles(const std::string& path, const FileSystem& files) {
  TRY(text, files.read(path));
  auto json = Json::parse(text);
  if (!json) return bad_input("it is no JSON: " + json.error().what, path, "write it with `whet profile --save`");
  const Json::Array* const items = json->as_array();
  if (!items) return bad_input("it holds no list of profiles", path, "write it with `whet profile --save`");
  std::vector<Profile> profiles;
  for (const Json& each : *items) {
    TRY(profile, profile_from_json(each, path));
    profiles.push_back(std::move(profile));
  }
  return profiles;
}

std::vector<std::string> texts_of(const CountedLines& lines, const SourceText& source) {
  std::vector<std::string> texts;
  for (const LineCounts& line : lines.lines) {
    const std::string text = source(line.file);
    const auto rows = split(text, '\n');
    texts.emplace_back(line.line > 0 && line.line <= rows.size() ? trim(rows[line.line - 1]) : "");
  }
  return texts;
}

Result<ProfileView> profile_problem(const ProfileFlags& flags, Context& context) {
  TRY(counted, prepare_counted(flags.counted, context));
  const DiagnoseRequest request = counted.request(context.files);
  TRY(found, diagnose_problem(request, *counted.opened.as_virtual, context.files, {}));
  ProfileView view;
  view.notes = counted.notes;
  for (LaunchDiagnosis& launch : found) {
    std::vector<std::string> texts = texts_of(launch.lines, request.source);
    view.launches.push_back({std::move(launch.profile), std::move(launch.lines), std::move(texts), std::nullopt});
  }
  return view;
}

// Of Nsight Compute's file the launch that --kernel names; of one that whet saved all of them.
Result<ProfileView> profile_file(const ProfileFlags& flags, Context& context) {
  const std::string& path = flags.counted.problem;
  std::vector<Profile> profiles;
  if (is_ncu_file(path)) {
    TRY(profile, read_ncu_kernel(path, flags.kernel, context));
    profiles.push_back(std::move(profile));
  } else {
    TRY(saved, read_profiles(path, context.files));
    profiles = std::move(saved);
  }
  ProfileView view;
  for (Profile& profile : profiles) view.launches.push_back({std::move(profile), {}, {}, std::nullopt});
  return view;
}

// Launches are compared in their order.
Result<void> add_before(const std::string& path, const FileSystem& files, ProfileView& view) {
  TRY(before, read_profiles(path, files));
  if (before.size() != view.launches.size())
    return bad_input(fmt::format("{} launches are compared with {}", view.launches.size(), before.size()), path,
                     "compare profiles with as many launches");
  for (size_t i = 0; i < before.size(); ++i) view.launches[i].before = std::move(before[i]);
  return {};
}

Result<ExitCode> run_profile(const ProfileFlags& flags, Context& context) {
  ProgressLine progress(context.clock);
  progress.begin("profile " + flags.counted.problem);
  const bool is_file = extension_of(flags.counted.problem) == ".json" || is_ncu_file(flags.counted.problem);
  TRY(view, is_file ? profile_file(flags, context) : profile_problem(flags, context));
  view.source = flags.counted.problem;
  view.all = flags.all;
  if (!flags.against.empty()) TRY_VOID(add_before(flags.against, context.files, view));
  if (!flags.save.empty()) TRY_VOID(context.files.write(flags.save, to_json(view).dump() + "\n"));
  progress.clear();
  show(view, output_format(flags.json, flags.markdown), context);
  return ExitCode::ok;
}

}  // namespace

CliCommand profile_command() {
  auto flags = std::make_shared<ProfileFlags>();
  CliCommand command;
  command.name = "profile";
  command.summary = "count a kernel's launches: metrics under Nsight Compute's names, hot lines, what changed";
  command.example =
      "  whet profile examples/softmax --save before.json\n"
      "  whet profile faster --against before.json\n"
      "  whet profile report.csv --kernel softmax     (ncu --csv, or a .ncu-rep where ncu is installed)";
  command.options = counted_option_table(&flags->counted);
  command.options.push_back(
      {"-k,--kernel", "of a file of Nsight Compute: the kernel, by a part of its name", &flags->kernel, "NAME"});
  command.options.push_back({"--save", "write the profiles to a file", &flags->save, "FILE"});
  command.options.push_back({"--against", "compare with profiles that were saved", &flags->against, "FILE"});
  command.options.push_back({"--all", "show metrics that are 0, and all lines", &flags->all});
  command.options.push_back({"--md", "print the report as Markdown", &flags->markdown});
  command.options.push_back(json_option(&flags->json));
  command.run = [flags](Context& context) { return run_profile(*flags, context); };
  command.storage = flags;
  return command;
}

}  // namespace whet
