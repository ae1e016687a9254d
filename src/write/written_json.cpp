#include "write/written_json.h"

namespace whet::write {

namespace {

std::string text_of(const Json& json, std::string_view name) {
  const Json* const member = json.find(name);
  return member && member->as_string() ? *member->as_string() : std::string();
}

int64_t number_of(const Json& json, std::string_view name) {
  const Json* const member = json.find(name);
  return member && member->as_integer() ? *member->as_integer() : 0;
}

const Json::Array& list_of(const Json& json, std::string_view name) {
  static const Json::Array none;
  const Json* const member = json.find(name);
  return member && member->as_array() ? *member->as_array() : none;
}

Json constant_json(const WrittenConstant& constant) {
  Json json = Json::object();
  json["name"] = constant.name;
  json["value"] = constant.value;
  json["comment"] = constant.comment;
  return json;
}

Json scratch_json(const WrittenScratch& scratch) {
  Json json = Json::object();
  json["name"] = scratch.name;
  json["type"] = scratch.type;
  json["shape"] = scratch.shape;
  return json;
}

Json launch_json(const WrittenLaunch& launch) {
  Json json = Json::object();
  json["entry"] = launch.entry;
  json["arguments"] = json_array(launch.arguments, [](const std::string& text) { return Json(text); });
  json["grid"] = launch.grid;
  json["block"] = launch.block;
  return json;
}

Json kernel_json(const WrittenKernel& kernel) {
  Json json = Json::object();
  json["schedule"] = kernel.schedule;
  json["reason"] = kernel.reason;
  json["constants"] = json_array(kernel.constants, constant_json);
  json["scratch"] = json_array(kernel.scratch, scratch_json);
  json["launches"] = json_array(kernel.launches, launch_json);
  json["source"] = kernel.source;
  return json;
}

WrittenLaunch launch_from(const Json& json) {
  WrittenLaunch launch{text_of(json, "entry"), {}, text_of(json, "grid"), number_of(json, "block")};
  for (const Json& each : list_of(json, "arguments"))
    launch.arguments.push_back(each.as_string() ? *each.as_string() : "");
  return launch;
}

WrittenKernel kernel_from(const Json& json) {
  WrittenKernel kernel;
  kernel.schedule = text_of(json, "schedule");
  kernel.reason = text_of(json, "reason");
  kernel.source = text_of(json, "source");
  for (const Json& each : list_of(json, "constants"))
    kernel.constants.push_back({text_of(each, "name"), number_of(each, "value"), text_of(each, "comment")});
  for (const Json& each : list_of(json, "scratch"))
    kernel.scratch.push_back({text_of(each, "name"), text_of(each, "type"), text_of(each, "shape")});
  for (const Json& each : list_of(json, "launches")) kernel.launches.push_back(launch_from(each));
  return kernel;
}

}  // namespace

Json written_json(const Result<WrittenKernels>& written) {
  Json json = Json::object();
  if (!written) {
    json["what"] = written.error().what;
    json["where"] = written.error().where;
    json["mend"] = written.error().mend;
    return json;
  }
  json["kernels"] = json_array(written->kernels, kernel_json);
  json["refused"] = json_array(written->refused, [](const RefusedSchedule& refused) {
    Json each = Json::object();
    each["schedule"] = refused.schedule;
    each["reason"] = refused.reason;
    return each;
  });
  return json;
}

Result<WrittenKernels> written_from_json(const Json& json) {
  if (json.find("what")) return bad_input(text_of(json, "what"), text_of(json, "where"), text_of(json, "mend"));
  WrittenKernels written;
  for (const Json& each : list_of(json, "kernels")) written.kernels.push_back(kernel_from(each));
  for (const Json& each : list_of(json, "refused"))
    written.refused.push_back({text_of(each, "schedule"), text_of(each, "reason")});
  return written;
}

}  // namespace whet::write
