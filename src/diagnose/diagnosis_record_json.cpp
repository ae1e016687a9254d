#include "diagnose/diagnosis_record.h"
#include "profile/profile_json.h"
#include "util/text/record.h"

namespace whet {

template <>
inline constexpr PrecisionClass k_last_value<PrecisionClass> = PrecisionClass::fp8;
template <>
inline constexpr Consent k_last_value<Consent> = Consent::host;

template <>
struct JsonCodec<Profile> {
  static Json write(const Profile& profile) { return to_json(profile); }
  static bool read(const Json& json, Profile& profile, std::string& wrong) {
    auto found = profile_from_json(json, "");
    if (!found)
      wrong = found.error().what;
    else
      profile = std::move(*found);
    return found.ok();
  }
};

template <>
struct Record<NamedNumber> {
  static constexpr auto fields =
      std::tuple(required("name", &NamedNumber::name), required("value", &NamedNumber::value));
};

template <>
struct Record<FloorInput> {
  using T = FloorInput;
  static constexpr auto fields =
      std::tuple(sparse("bytes", &T::bytes), sparse("flops", &T::flops), sparse("flops_derived", &T::is_flops_derived),
                 sparse("bytes_derived", &T::is_bytes_derived), sparse("output_bytes", &T::output_bytes),
                 required("precision", &T::precision), sparse("allows_split", &T::allows_split));
};

template <>
struct Record<LineCounts> {
  using T = LineCounts;
  static constexpr auto fields = std::tuple(
      required("file", &T::file), required("line", &T::line), sparse("warps", &T::warps), sparse("lanes", &T::lanes),
      sparse("share", &T::share), sparse("sectors", &T::sectors), sparse("ideal_sectors", &T::ideal_sectors),
      sparse("wavefronts", &T::wavefronts), sparse("ideal_wavefronts", &T::ideal_wavefronts),
      sparse("load_excess", &T::load_excess), sparse("store_excess", &T::store_excess),
      sparse("local_sectors", &T::local_sectors), sparse("atomics", &T::atomics), sparse("diverged", &T::diverged),
      sparse("barriers", &T::barriers), sparse("fp64", &T::fp64), sparse("special", &T::special),
      sparse("divisions", &T::divisions), sparse("checked_divisions", &T::checked_divisions),
      sparse("stalls", &T::stalls), sparse("samples", &T::samples));
};

template <>
struct Record<CountedLines> {
  using T = CountedLines;
  static constexpr auto fields = std::tuple(sparse("lines", &T::lines), sparse("unplaced_share", &T::unplaced_share),
                                            sparse("samples", &T::samples));
};

template <>
struct Record<InstructionCounts> {
  using T = InstructionCounts;
  static constexpr auto fields = std::tuple(
      required("offset", &T::offset), required("text", &T::text), sparse("file", &T::file), sparse("line", &T::line),
      sparse("warps", &T::warps), sparse("lanes", &T::lanes), sparse("share", &T::share), sparse("stalls", &T::stalls));
};

template <>
struct Record<HotCode> {
  using T = HotCode;
  static constexpr auto fields = std::tuple(sparse("instructions", &T::instructions), sparse("of", &T::of));
};

template <>
struct Record<RunKnowledge> {
  using T = RunKnowledge;
  static constexpr auto fields =
      std::tuple(sparse("must_move_bytes", &T::must_move_bytes), sparse("flops", &T::flops),
                 sparse("array_bytes", &T::array_bytes), sparse("has_fp64_arguments", &T::has_fp64_arguments),
                 sparse("function_share", &T::function_share), sparse("fp64_line_share", &T::fp64_line_share),
                 sparse("patterns", &T::patterns), sparse("product_types", &T::product_types));
};

template <>
struct Record<LaunchRecord> {
  using T = LaunchRecord;
  static constexpr auto fields =
      std::tuple(required("profile", &T::profile), sparse("lines", &T::lines), sparse("texts", &T::texts),
                 sparse("code", &T::code), sparse("code_facts", &T::code_facts), sparse("known", &T::known),
                 sparse("consents", &T::consents));
  static std::string refused(const T& record) {
    return record.texts.size() != record.lines.lines.size() ? "texts" : "";
  }
};

template <>
struct Record<DiagnosisRecord> {
  using T = DiagnosisRecord;
  static constexpr auto fields =
      std::tuple(sparse("problem", &T::problem), sparse("case", &T::case_name), sparse("dims", &T::dims),
                 sparse("compiled", &T::compiled), sparse("gpu", &T::gpu), sparse("notes", &T::notes),
                 sparse("patterns", &T::patterns), sparse("work", &T::work), required("launches", &T::launches));
  static std::string refused(const T& record) { return record.launches.empty() ? "launches" : ""; }
};

namespace {

constexpr int k_record_format = 2;
constexpr const char* k_write_again = "write it again with `whet profile --save` or `whet diagnose --save`";

}  // namespace

Json to_json(const DiagnosisRecord& record) {
  Json json = Json::object();
  json["format"] = k_record_format;
  const Json members = record_json(record);
  for (const auto& [name, value] : *members.as_object()) json[name] = value;
  return json;
}

Result<DiagnosisRecord> diagnosis_record_from_json(const Json& json, const std::string& name) {
  if (!json.as_object()) return bad_input("it holds no saved profile", name, k_write_again);
  const Json* const format = json.find("format");
  if (!format || !format->as_number()) return bad_input("it holds no saved profile", name, k_write_again);
  if (*format->as_number() != k_record_format)
    return bad_input("the saved profile has another format than this version reads", name, k_write_again);
  auto record = read_record<DiagnosisRecord>(json, name);
  if (!record) return bad_input(record.error().what, name, k_write_again);
  return record;
}

Result<DiagnosisRecord> parse_diagnosis_record(const std::string& text, const std::string& name) {
  const auto json = Json::parse(text);
  if (!json) return bad_input("it is no JSON: " + json.error().what, name, k_write_again);
  return diagnosis_record_from_json(*json, name);
}

}  // namespace whet
