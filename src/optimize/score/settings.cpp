#include "optimize/score/settings.h"

namespace whet {

template <>
struct Record<MindOrder> {
  static constexpr auto fields =
      std::tuple(required("minds", &MindOrder::minds), defaulted("calls", &MindOrder::calls),
                 defaulted("tokens", &MindOrder::tokens), defaulted("dollars", &MindOrder::dollars),
                 defaulted("transcripts", &MindOrder::transcripts), defaulted("redacts", &MindOrder::redacts),
                 defaulted("prices", &MindOrder::prices));
};

template <>
struct Record<OptimizeSettings> {
  static constexpr auto fields = std::tuple(
      defaulted("device", &OptimizeSettings::device), defaulted("dims", &OptimizeSettings::dims),
      defaulted<DigitsCodec>("seed", &OptimizeSettings::seed), defaulted("strategy", &OptimizeSettings::strategy),
      defaulted("batch", &OptimizeSettings::batch), defaulted("most_candidates", &OptimizeSettings::most_candidates),
      defaulted("most_seconds", &OptimizeSettings::most_seconds), defaulted("patience", &OptimizeSettings::patience),
      defaulted("enough_share", &OptimizeSettings::enough_share), defaulted("margin", &OptimizeSettings::margin),
      defaulted("declared", &OptimizeSettings::declared), defaulted("writes", &OptimizeSettings::writes),
      defaulted("edits", &OptimizeSettings::edits), defaulted("planned", &OptimizeSettings::planned),
      defaulted("learns", &OptimizeSettings::learns), defaulted("learned_methods", &OptimizeSettings::learned_methods),
      sparse("compile", &OptimizeSettings::additions), defaulted("minds", &OptimizeSettings::minds),
      defaulted("starts", &OptimizeSettings::starts), defaulted("written_starts", &OptimizeSettings::written_starts));
};

Json to_json(const OptimizeSettings& settings) {
  return record_json(settings);
}

Result<OptimizeSettings> settings_from(const Json& json) {
  if (!json.as_object()) return bad_input("the settings of the run are damaged");
  return read_record<OptimizeSettings>(json, "the settings of the run");
}

}  // namespace whet
