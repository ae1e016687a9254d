#include "judge/worker_protocol.h"

#include "judge/process/device_protocol.h"

namespace whet {

namespace {

constexpr double k_longest_call = 86'400;
constexpr const char* k_whence = "a message of or to a worker";

struct FullCodec {
  static Json write(Effort effort) { return effort == Effort::full; }
  static bool read(const Json& json, Effort& effort, std::string&) {
    effort = json.as_bool() && *json.as_bool() ? Effort::full : Effort::quick;
    return true;
  }
};

struct ModelledCodec {
  static Json write(Origin origin) { return origin == Origin::modelled; }
  static bool read(const Json& json, Origin& origin, std::string&) {
    origin = json.as_bool() && *json.as_bool() ? Origin::modelled : Origin::measured;
    return true;
  }
};

using ScreeningCodec = NumberedCodec<Screening, Screening::promising>;

bool are_seconds(double value) {
  return value >= 0 && value <= k_longest_call;
}

}  // namespace

template <>
inline constexpr Outcome k_last_value<Outcome> = Outcome::not_judged;

// [low, high, confidence]
template <>
struct JsonCodec<Interval> {
  static Json write(const Interval& interval) {
    return Json(Json::Array{interval.low, interval.high, interval.confidence});
  }
  static bool read(const Json& json, Interval& interval, std::string& wrong) {
    std::vector<double> numbers;
    if (!JsonCodec<std::vector<double>>::read(json, numbers, wrong) || numbers.size() != 3) return false;
    interval = {numbers[0], numbers[1], numbers[2]};
    return true;
  }
};

// [median, upper quartile]
template <>
struct JsonCodec<Incumbent> {
  static Json write(const Incumbent& incumbent) {
    return Json(Json::Array{incumbent.median_seconds, incumbent.upper_seconds});
  }
  static bool read(const Json& json, Incumbent& incumbent, std::string& wrong) {
    std::vector<double> numbers;
    if (!JsonCodec<std::vector<double>>::read(json, numbers, wrong) || numbers.size() != 2) return false;
    incumbent = {numbers[0], numbers[1]};
    return true;
  }
};

template <>
struct Record<Speedup> {
  static constexpr auto fields = std::tuple(required("median", &Speedup::median), required("shown", &Speedup::shown),
                                            required("called", &Speedup::called));
};

template <>
struct Record<SpeedComparison> {
  using Found = SpeedComparison;
  static constexpr auto fields =
      std::tuple(required("outcome", &Found::outcome), defaulted("reason", &Found::reason),
                 required("time", &Found::time), sparse("cycles", &Found::cycles),
                 defaulted("clock_ratio", &Found::clock_ratio), required("rounds", &Found::rounds),
                 required("left_out", &Found::left_out), defaulted<ModelledCodec>("modelled", &Found::origin));
};

template <>
struct Record<ResourceUsage> {
  static constexpr auto fields =
      std::tuple(defaulted("kernel", &ResourceUsage::kernel), defaulted("registers", &ResourceUsage::registers),
                 defaulted("stack_bytes", &ResourceUsage::stack_bytes),
                 defaulted("spill_store_bytes", &ResourceUsage::spill_store_bytes),
                 defaulted("spill_load_bytes", &ResourceUsage::spill_load_bytes),
                 defaulted("shared_bytes", &ResourceUsage::shared_bytes));
};

template <>
struct Record<CaseTiming> {
  static constexpr auto fields = std::tuple(
      required("case", &CaseTiming::name), required("seconds", &CaseTiming::seconds),
      required<ScreeningCodec>("screening", &CaseTiming::screening), required("sampling", &CaseTiming::sampling));
};

template <>
struct Record<SessionOrder> {
  using Order = SessionOrder;
  static constexpr auto fields =
      std::tuple(required("problem", &Order::problem), defaulted("device", &Order::device),
                 defaulted<DigitsCodec>("secret", &Order::secret), defaulted("dims", &Order::dims),
                 defaulted<FullCodec>("full", &Order::effort), defaulted("exact", &Order::exact),
                 defaulted("cases", &Order::cases), defaulted("host_code", &Order::host_code),
                 defaulted("call_seconds", &Order::call_seconds), defaulted("check_seconds", &Order::check_seconds),
                 defaulted("memory_bytes", &Order::memory_bytes), sparse("compile", &Order::additions));
  static std::string refused(const Order& order) {
    if (!are_seconds(order.call_seconds)) return "call_seconds";
    return are_seconds(order.check_seconds) ? "" : "check_seconds";
  }
};

template <>
struct Record<SentCandidate> {
  static constexpr auto fields =
      std::tuple(defaulted("name", &SentCandidate::name), sparse("source", &SentCandidate::source),
                 sparse("sidecar", &SentCandidate::sidecar), defaulted("tunables", &SentCandidate::tunables),
                 defaulted("incumbents", &SentCandidate::incumbents));
};

template <>
struct Record<CandidateVerdict> {
  using Verdict = CandidateVerdict;
  static constexpr auto fields = std::tuple(
      required("candidate", &Verdict::id), required("outcome", &Verdict::outcome),
      defaulted("reason", &Verdict::reason), defaulted("promising", &Verdict::promising),
      required("trials", &Verdict::trials), defaulted("compiler", &Verdict::compiler),
      required("resources", &Verdict::resources), required("timings", &Verdict::timings),
      defaulted("compile_seconds", &Verdict::compile_seconds), defaulted("check_seconds", &Verdict::check_seconds),
      defaulted("time_seconds", &Verdict::time_seconds), defaulted("wait_seconds", &Verdict::wait_seconds));
};

template <>
struct Record<CaseComparison> {
  static constexpr auto fields =
      std::tuple(defaulted("case", &CaseComparison::name), required("comparison", &CaseComparison::comparison),
                 defaulted("baseline_seconds", &CaseComparison::baseline_seconds),
                 defaulted("candidate_seconds", &CaseComparison::candidate_seconds));
};

template <>
struct Record<CandidateComparison> {
  static constexpr auto fields =
      std::tuple(required("outcome", &CandidateComparison::outcome), defaulted("reason", &CandidateComparison::reason),
                 required("cases", &CandidateComparison::cases));
};

Json to_json(const SessionOrder& order) {
  return record_json(order);
}

Result<SessionOrder> order_from(const Json& json) {
  return read_record<SessionOrder>(json, k_whence);
}

Json to_json(const SentCandidate& candidate) {
  return record_json(candidate);
}

Result<SentCandidate> candidate_from(const Json& json) {
  return read_record<SentCandidate>(json, k_whence);
}

Json to_json(const CandidateVerdict& verdict) {
  return record_json(verdict);
}

Result<CandidateVerdict> verdict_from(const Json& json) {
  return read_record<CandidateVerdict>(json, k_whence);
}

Json to_json(const CandidateComparison& comparison) {
  return record_json(comparison);
}

Result<CandidateComparison> comparison_from(const Json& json) {
  return read_record<CandidateComparison>(json, k_whence);
}

}  // namespace whet
