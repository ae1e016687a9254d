// Reads [launch], or several [[launch]].
#include "problem/file/load_sections.h"

namespace whet {

namespace {

// `{ type = "i32", value = "ceil_div(n, 256)" }`
Result<LaunchArgument> load_number(const TomlValue& table, const Problem& problem) {
  TRY(section, Section::open(table, "an argument of a launch", problem.file, {"type", "value"}));
  ProblemArgument number;
  number.line = section.line();
  TRY(type, load_type(section));
  number.type = type;
  TRY(value, section.formula("value"));
  if (!value) return section.error("value", "the number has no `value`", "add value = \"...\"");
  number.name = value->expression.text();
  number.value = value;
  return LaunchArgument{number.name, number, number.line};
}

Result<LaunchArgument> load_launch_argument(const TomlValue& item, const Problem& problem) {
  if (item.as_table()) return load_number(item, problem);
  if (const std::string* name = item.as_string()) return LaunchArgument{*name, std::nullopt, item.line};
  return bad_input("an argument of a launch is neither a name nor a number", problem.place(item.line),
                   "write \"name\", or { type = \"i32\", value = \"...\" }");
}

Result<std::optional<std::vector<LaunchArgument>>> load_arguments_of(const Section& section, const Problem& problem) {
  const TomlValue* value = section.find("args");
  if (!value) return std::optional<std::vector<LaunchArgument>>();
  if (!value->as_array())
    return section.error("args", "`args` of a launch is not a list", "write args = [\"in\", \"out\"]");
  std::vector<LaunchArgument> arguments;
  for (const TomlValue& item : *value->as_array()) {
    TRY(argument, load_launch_argument(item, problem));
    arguments.push_back(std::move(argument));
  }
  return std::optional(std::move(arguments));
}

Result<std::vector<Formula>> load_extents(const Section& section, std::string_view key) {
  TRY(extents, section.formulas(key));
  if (section.has(key) && (extents.empty() || extents.size() > 3)) {
    return section.error(key, "`" + std::string(key) + "` has " + std::to_string(extents.size()) + " extents",
                         "give one to three: x, y, z");
  }
  return extents;
}

Result<ProblemLaunch> load_launch(const TomlValue& table, const Problem& problem) {
  TRY(section, Section::open(table, "[launch]", problem.file,
                             {"grid", "block", "shared", "cooperative", "cluster", "entry", "args"}));
  ProblemLaunch launch;
  launch.line = section.line();
  TRY(entry, section.text("entry"));
  launch.entry = entry.value_or("");
  TRY(arguments, load_arguments_of(section, problem));
  launch.arguments = std::move(arguments);
  TRY(grid, load_extents(section, "grid"));
  launch.grid = std::move(grid);
  TRY(block, load_extents(section, "block"));
  launch.block = std::move(block);
  if (launch.grid.empty() != launch.block.empty())
    return section.error(section.line(), "a launch needs `grid` and `block`, or neither",
                         "add the other; without both, one thread runs for each element of the output");
  TRY(cluster, load_extents(section, "cluster"));
  launch.cluster = std::move(cluster);
  if (!launch.cluster.empty() && launch.grid.empty())
    return section.error("cluster", "a launch with a `cluster` needs `grid` and `block`", "add them");
  TRY(shared, section.formula("shared"));
  launch.shared = shared;
  TRY(cooperative, section.flag("cooperative"));
  launch.cooperative = cooperative.value_or(false);
  return launch;
}

}  // namespace

Result<void> load_launches(const Section& root, Problem& problem) {
  TRY(tables, tables_of(root, "launch", true));
  for (const TomlValue* table : tables) {
    TRY(launch, load_launch(*table, problem));
    problem.launches.push_back(std::move(launch));
  }
  return {};
}

}  // namespace whet
