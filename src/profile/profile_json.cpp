#include "profile/profile_json.h"

#include <algorithm>

#include "profile/sampled_code_json.h"
#include "util/text/record.h"

namespace whet {

std::string_view name_of(Advice::Kind kind) {
  constexpr std::string_view k_names[] = {"OPT", "INF", "WRN"};
  return k_names[static_cast<size_t>(kind)];
}

template <>
inline constexpr Advice::Kind k_last_value<Advice::Kind> = Advice::Kind::wrn;

template <>
struct Record<Advice> {
  using T = Advice;
  static constexpr auto fields = std::tuple(
      required("kind", &T::kind), sparse("rule", &T::rule), sparse("section", &T::section), required("text", &T::text),
      sparse("speedup_percent", &T::speedup_percent), sparse("local", &T::is_local));
};

namespace {

constexpr int k_format = 2;
constexpr int64_t k_most = 1 << 30;  // of any count
constexpr Origin k_origins[] = {Origin::measured, Origin::counted, Origin::modelled,
                                Origin::declared, Origin::sourced, Origin::derived};
constexpr const char* k_members[] = {"format", "kernel",  "collector", "device", "sm",
                                     "grid",   "block",   "shared",    "passes", "shares",
                                     "unseen", "metrics", "launches",  "advice", "sampled"};

Json extent_json(const Extent& extent) {
  return Json::Array{extent.x, extent.y, extent.z};
}

Json shares_json(const TimeShares& shares) {
  Json json = Json::object();
  for (const ResourceRow& row : resource_table()) {
    if (shares.share(row.resource) > 0) json[row.key] = shares.share(row.resource);
  }
  json["launch"] = shares.launch;
  json["exponent"] = shares.exponent;
  json["latency_exponent"] = shares.latency_exponent;
  return json;
}

// Reads members with errors that name them.
class ProfileReader {
 public:
  ProfileReader(const Json& json, const std::string& name) : json_(json), name_(name) {}

  Result<Profile> read() {
    TRY_VOID(check_members());
    Profile profile;
    TRY(kernel, text("kernel"));
    TRY(collector, text("collector"));
    TRY(device, text("device"));
    TRY(sm, count("sm"));
    TRY(passes, count("passes"));
    TRY(launches, count("launches"));
    profile.kernel = std::move(kernel);
    profile.collector = std::move(collector);
    profile.device = std::move(device);
    profile.sm = sm;
    profile.passes = passes;
    profile.launches = launches;
    TRY_VOID(read_shape(profile));
    TRY_VOID(read_shares(profile));
    TRY_VOID(read_metrics(profile));
    TRY_VOID(read_texts(profile));
    if (const Json* const sampled = json_.find("sampled")) {
      profile.sampled = sampled_code_from_json(*sampled);
      if (!profile.sampled) return wrong("has samples that cannot be read");
    }
    return profile;
  }

 private:
  Error wrong(const std::string& what) const {
    return bad_input("the profile " + what, name_, "write it again with `whet profile --save`");
  }

  Result<void> check_members() const {
    const Json::Object* const members = json_.as_object();
    if (!members) return wrong("is no JSON object");
    for (const auto& [key, value] : *members) {
      if (std::find(std::begin(k_members), std::end(k_members), key) == std::end(k_members))
        return wrong("has a member `" + key + "` that this version does not know");
    }
    TRY(format, number(json_, "format"));
    if (format != k_format) return wrong("has another format than this version reads");
    return {};
  }

  Result<std::string> text(std::string_view key) const {
    const Json* const found = json_.find(key);
    if (!found || !found->as_string()) return wrong("lacks the text `" + std::string(key) + "`");
    return *found->as_string();
  }

  Result<double> number(const Json& json, std::string_view key) const {
    const Json* const found = json.find(key);
    if (!found || !found->as_number()) return wrong("lacks the number `" + std::string(key) + "`");
    return *found->as_number();
  }

  Result<int> count(std::string_view key) const {
    const Json* const found = json_.find(key);
    const int64_t* const value = found ? found->as_integer() : nullptr;
    if (!value || *value < 0 || *value > k_most) return wrong("lacks the count `" + std::string(key) + "`");
    return static_cast<int>(*value);
  }

  Result<Extent> extent(std::string_view key) const {
    const Json* const found = json_.find(key);
    const Json::Array* const items = found ? found->as_array() : nullptr;
    uint32_t sizes[3] = {};
    for (size_t i = 0; items && items->size() == 3 && i < 3; ++i) {
      const auto size = (*items)[i].as_number();
      if (size && *size >= 1 && *size <= UINT32_MAX) sizes[i] = static_cast<uint32_t>(*size);
    }
    if (sizes[0] * uint64_t{sizes[1]} * sizes[2] == 0) return wrong("lacks three sizes `" + std::string(key) + "`");
    return Extent{sizes[0], sizes[1], sizes[2]};
  }

  Result<void> read_shape(Profile& profile) const {
    if (!json_.find("grid")) return {};
    TRY(grid, extent("grid"));
    TRY(block, extent("block"));
    TRY(shared, count("shared"));
    profile.shape = LaunchShape{grid, block, static_cast<uint64_t>(shared)};
    return {};
  }

  Result<void> read_shares(Profile& profile) const {
    const Json* const found = json_.find("shares");
    if (!found) return {};
    TimeShares shares;
    for (const ResourceRow& row : resource_table()) {
      if (!found->find(row.key)) continue;
      TRY(share, number(*found, row.key));
      shares.set(row.resource, share);
    }
    TRY(launch, number(*found, "launch"));
    TRY(exponent, number(*found, "exponent"));
    TRY(latency_exponent, number(*found, "latency_exponent"));
    shares.launch = launch;
    shares.exponent = exponent;
    shares.latency_exponent = latency_exponent;
    profile.shares = shares;
    return {};
  }

  Result<void> read_metrics(Profile& profile) const {
    const Json* const found = json_.find("metrics");
    const Json::Object* const groups = found ? found->as_object() : nullptr;
    if (!groups) return wrong("lacks `metrics`");
    for (const auto& [group, metrics] : *groups) {
      const auto origin = std::find_if(std::begin(k_origins), std::end(k_origins),
                                       [&, &key = group](Origin each) { return key == name_of(each); });
      if (origin == std::end(k_origins) || !metrics.as_object())
        return wrong("has metrics of an unknown origin: " + group);
      for (const auto& [name, value] : *metrics.as_object()) {
        TRY(read, number(metrics, name));
        profile.metrics.set(name, read, *origin);
      }
    }
    return {};
  }

  // What the collector said in words.
  Result<void> read_texts(Profile& profile) const {
    std::string inner;
    const Json* const unseen = json_.find("unseen");
    if (unseen && !JsonCodec<std::vector<std::string>>::read(*unseen, profile.unseen, inner))
      return wrong("has no list of texts `unseen`");
    const Json* const advice = json_.find("advice");
    if (advice && !JsonCodec<std::vector<Advice>>::read(*advice, profile.advice, inner))
      return wrong("has a damaged `advice" + inner + "`");
    return {};
  }

  const Json& json_;
  const std::string& name_;
};

}  // namespace

Json to_json(const Profile& profile) {
  Json json = Json::object();
  json["format"] = k_format;
  json["kernel"] = profile.kernel;
  json["collector"] = profile.collector;
  json["device"] = profile.device;
  json["sm"] = profile.sm;
  if (profile.shape) {
    json["grid"] = extent_json(profile.shape->grid);
    json["block"] = extent_json(profile.shape->block);
    json["shared"] = profile.shape->dynamic_shared_bytes;
  }
  json["passes"] = profile.passes;
  json["launches"] = profile.launches;
  if (profile.shares) json["shares"] = shares_json(*profile.shares);
  json["metrics"] = Json::object();
  for (const auto& [name, metric] : profile.metrics.all()) json["metrics"][name_of(metric.origin)][name] = metric.value;
  if (profile.sampled) json["sampled"] = to_json(*profile.sampled);
  json["unseen"] = json_array(profile.unseen, [](const std::string& text) { return Json(text); });
  if (!profile.advice.empty()) json["advice"] = json_array(profile.advice, record_json<Advice>);
  return json;
}

Result<Profile> profile_from_json(const Json& json, const std::string& name) {
  return ProfileReader(json, name).read();
}

}  // namespace whet
