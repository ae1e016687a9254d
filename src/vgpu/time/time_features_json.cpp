// Features as JSON; one table serves reading and writing.
#include "vgpu/time/time_features.h"

namespace whet::vgpu {

namespace {

struct Field {
  std::string_view name;
  double TimeFeatures::* member;
};

constexpr Field k_fields[] = {
    {"blocks", &TimeFeatures::blocks},
    {"warps_per_block", &TimeFeatures::warps_per_block},
    {"resident_blocks", &TimeFeatures::resident_blocks},
    {"issued", &TimeFeatures::issued},
    {"fp32", &TimeFeatures::fp32},
    {"int_multiply", &TimeFeatures::int_multiply},
    {"alu", &TimeFeatures::alu},
    {"fp64", &TimeFeatures::fp64},
    {"fp16", &TimeFeatures::fp16},
    {"special", &TimeFeatures::special},
    {"lsu", &TimeFeatures::lsu},
    {"uniform", &TimeFeatures::uniform},
    {"mma_f16", &TimeFeatures::mma_f16},
    {"mma_tf32", &TimeFeatures::mma_tf32},
    {"mma_f8", &TimeFeatures::mma_f8},
    {"mma_i8", &TimeFeatures::mma_i8},
    {"mma_f64", &TimeFeatures::mma_f64},
    {"group_f16", &TimeFeatures::group_f16},
    {"group_tf32", &TimeFeatures::group_tf32},
    {"group_f8", &TimeFeatures::group_f8},
    {"group_i8", &TimeFeatures::group_i8},
    {"shared_wavefronts", &TimeFeatures::shared_wavefronts},
    {"global_requests", &TimeFeatures::global_requests},
    {"global_lines", &TimeFeatures::global_lines},
    {"global_sectors", &TimeFeatures::global_sectors},
    {"l2_bytes", &TimeFeatures::l2_bytes},
    {"dram_bytes", &TimeFeatures::dram_bytes},
    {"l2_write_bytes", &TimeFeatures::l2_write_bytes},
    {"store_lines", &TimeFeatures::store_lines},
    {"dirty_bytes", &TimeFeatures::dirty_bytes},
    {"lone_bytes", &TimeFeatures::lone_bytes},
    {"fill_bytes", &TimeFeatures::fill_bytes},
    {"atomic_serial", &TimeFeatures::atomic_serial},
    {"atomic_sectors", &TimeFeatures::atomic_sectors},
    {"atomic_lines", &TimeFeatures::atomic_lines},
    {"hot_sectors", &TimeFeatures::hot_sectors},
    {"hot_lanes", &TimeFeatures::hot_lanes},
    {"hot_slow_lanes", &TimeFeatures::hot_slow_lanes},
    {"path_stalls", &TimeFeatures::path_stalls},
    {"path_shared", &TimeFeatures::path_shared},
    {"path_l1", &TimeFeatures::path_l1},
    {"path_l2", &TimeFeatures::path_l2},
    {"path_dram", &TimeFeatures::path_dram},
    {"path_short", &TimeFeatures::path_short},
    {"path_barriers", &TimeFeatures::path_barriers},
    {"instructions", &TimeFeatures::instructions},
    {"work_share", &TimeFeatures::work_share},
    {"traffic_share", &TimeFeatures::traffic_share},
    {"rounds", &TimeFeatures::rounds},
    {"sampling_error", &TimeFeatures::sampling_error},
};

}  // namespace

Json to_json(const TimeFeatures& features) {
  Json json = Json::object();
  json["from_machine_code"] = features.from_machine_code;
  for (const Field& field : k_fields) json[field.name] = features.*field.member;
  json["course_cycles"] = features.course_cycles;
  return json;
}

Result<TimeFeatures> time_features_from_json(const Json& json, const std::string& name) {
  TimeFeatures features;
  const Json* machine = json.find("from_machine_code");
  if (!machine || !machine->as_bool()) return bad_input("features lack `from_machine_code`", name);
  features.from_machine_code = *machine->as_bool();
  for (const Field& field : k_fields) {
    const Json* member = json.find(field.name);
    if (!member || !member->as_number()) {
      return bad_input("features lack the number `" + std::string(field.name) + "`", name);
    }
    features.*field.member = *member->as_number();
  }
  // Files written before timed launches existed do not have it.
  if (const Json* course = json.find("course_cycles")) features.course_cycles = course->as_number().value_or(0);
  return features;
}

}  // namespace whet::vgpu
