#include "judge/process/remote_device.h"

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include <fmt/format.h>

#include "judge/process/device_protocol.h"
#include "judge/process/process_times.h"
#include "judge/process/remote_module.h"
#include "util/self.h"
#include "util/stage_times.h"

namespace whet {

namespace {

uint64_t machine_share_bytes() {
  return static_cast<uint64_t>(::sysconf(_SC_PHYS_PAGES)) / 4 * 3 * static_cast<uint64_t>(::sysconf(_SC_PAGESIZE));
}

Result<void> make_link(Descriptor (&ends)[2]) {
  int made[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, made) != 0)
    return failed(std::string("cannot make a connection for two processes: ") + std::strerror(errno));
  for (int i = 0; i < 2; ++i) ends[i] = Descriptor(made[i]);
  return {};
}

const Json& member(const Message& message, std::string_view name) {
  static const Json none;
  const Json* found = message.head.find(name);
  return found ? *found : none;
}

}  // namespace

Json request_head(std::string_view call) {
  Json head = Json::object();
  head["call"] = call;
  return head;
}

Error stale_error(const std::string& what) {
  return failed(what + " was of a runner that has ended since", {}, "allocate and load anew on this device");
}

RemoteDevice::RemoteDevice(const RemoteSettings& settings, const Knowledge& knowledge)
    : settings_(settings), knowledge_(knowledge), shares_(settings.memory != nullptr) {
  use_maker(settings.maker);
  if (settings_.program.empty()) settings_.program = own_path();
  if (settings_.memory_bytes == 0) settings_.memory_bytes = machine_share_bytes();
}

Result<std::unique_ptr<RemoteDevice>> RemoteDevice::open(const RemoteSettings& settings, const Knowledge& knowledge) {
  std::unique_ptr<RemoteDevice> device(new RemoteDevice(settings, knowledge));
  TRY_VOID(device->ensure_runner());
  return device;
}

Result<void> RemoteDevice::ensure_runner() {
  if (runner_) return {};
  Descriptor ends[2];
  const bool has_connection = is_linked() || shares_;
  if (has_connection) TRY_VOID(make_link(ends));
  TRY(runner,
      RunnerProcess::start(settings_.program, {settings_.memory_bytes, settings_.output_bytes}, ends[0].number()));
  RunnerSettings told{settings_.device, runner->directory(), settings_.memory_bytes, settings_.sandbox, is_linked()};
  told.device.host_code = told.device.host_code && !is_linked();
  auto answer = runner->exchange(to_json(told), {}, MessageLimits{}, settings_.start_deadline);
  if (!answer) {
    last_failure_ = runner->failure();
    return std::move(answer).error();
  }
  if (const Json* error = answer->head.find("error")) return error_from(*error);
  TRY(facts, facts_from(member(*answer, "facts"), knowledge_));
  facts_ = std::move(facts);
  sandbox_ = sandbox_level_from(member(*answer, "sandbox"));
  runner_ = std::move(runner);
  (is_linked() ? link_ : descriptors_) = std::move(ends[1]);
  ++generation_;
  *unloads_ = {generation_, {}};
  return {};
}

void RemoteDevice::restart() {
  host_.reset();
  cpu_mark_.reset();
  runner_.reset();
  link_ = Descriptor();
  descriptors_ = Descriptor();
  for (const auto& [address, part] : shared_) (void)settings_.memory->free(part.local);
  shared_.clear();
  holds_host_code_ = false;
  gone_.merge(buffers_);
  buffers_.clear();
  *unloads_ = {};
  *host_unloads_ = {};
}

std::optional<double> RemoteDevice::worked_seconds() const {
  if (!facts_.is_virtual || !runner_) return std::nullopt;
  return cpu_seconds(runner_->pid()) + (host_ ? cpu_seconds(host_->pid()) : 0);
}

Error RemoteDevice::lose(const Error& error) {
  last_failure_ = host_ && host_->failure() ? host_->failure() : runner_->failure();
  restart();
  return error;
}

std::chrono::milliseconds RemoteDevice::time_for(const Request& request) const {
  const std::chrono::milliseconds asked = settings_.call_deadline + request.beyond_deadline;
  if (!until_) return asked;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(*until_ - std::chrono::steady_clock::now());
  return std::clamp(left, std::chrono::milliseconds(0), asked);
}

Result<Message> RemoteDevice::call(Request request) {
  const std::string stage =
      StageTimes::of_process().is_on() ? "runner: " + *request.head["call"].as_string() : std::string();
  const StageTimer timer(stage);
  last_failure_.reset();
  printed_.clear();
  TRY_VOID(ensure_runner());
  if (!unloads_->modules.empty()) {
    request.head["unload"] = json_array(unloads_->modules, [](uint64_t id) { return Json(id); });
    unloads_->modules.clear();
  }
  auto answer = runner_->exchange(std::move(request.head), request.blobs, request.limits, time_for(request));
  printed_ = runner_->printed();
  if (!answer) return lose(answer.error());
  const Json* error = answer->head.find("error");
  if (!error) return answer;
  const Error told = as_candidates(error_from(*error));
  if (answer->head.find("lost")) {
    runner_->end(RunnerFailure::lost, {});
    return lose(told);
  }
  return told;
}

// Once host code is loaded, it may have answered in the server's place, so any error counts as the candidate's failure.
// Kernels cannot answer, so without host code the server's errors are believed: a virtual GPU lacks something, a launch
// is malformed.
Error RemoteDevice::as_candidates(Error error) const {
  if (holds_host_code_) error.kind = ErrorKind::failed;
  return error;
}

Error RemoteDevice::garbled(std::string what) {
  return lose(runner_->end(RunnerFailure::garbled, std::move(what)));
}

Result<std::shared_ptr<DeviceModule>> RemoteDevice::load(const Build& build) {
  TRY_VOID(ensure_runner());
  if (is_linked() && !build.library.empty()) return load_host(build);
  holds_host_code_ = holds_host_code_ || !build.library.empty();
  Request request{request_head("load"), {build.cubin, build.ptx, build.library}};
  request.head["architecture"] = build.architecture.name();
  TRY(answer, call(std::move(request)));
  TRY(id, believed(whole_member(answer.head, "module")));
  return std::shared_ptr<DeviceModule>(std::make_shared<RemoteModule>(id, generation_, unloads_));
}

Result<uint64_t> RemoteDevice::id_of(const DeviceModule* module) const {
  const auto* mine = dynamic_cast<const RemoteModule*>(module);
  if (!mine) return failed("the module is not of this device");
  if (mine->generation() != generation_ || !runner_) return stale_error("the module");
  return mine->id();
}

Result<std::vector<ModuleVariable>> RemoteDevice::variables(DeviceModule& module, uint64_t key) {
  const auto* const mine = dynamic_cast<const RemoteModule*>(&module);
  if (mine && mine->is_host()) return std::vector<ModuleVariable>();  // its kernels' variables are state of the program
  TRY(id, id_of(&module));
  Request request{request_head("variables")};
  request.head["module"] = id;
  request.head["key"] = std::to_string(key);
  TRY(answer, call(std::move(request)));
  TRY(names, believed(texts_member(answer.head, "names")));
  TRY(digests, believed(texts_member(answer.head, "digests")));
  if (names.size() != digests.size()) return garbled("the runner gave other variables than it named");
  std::vector<ModuleVariable> variables;
  for (size_t i = 0; i < names.size(); ++i)
    variables.push_back({names[i], std::strtoull(digests[i].c_str(), nullptr, 10)});
  return variables;
}

Result<VariablePlace> RemoteDevice::variable(DeviceModule& module, const std::string& name) {
  TRY(id, id_of(&module));
  Request request{request_head("variable")};
  request.head["module"] = id;
  request.head["name"] = name;
  TRY(answer, call(std::move(request)));
  TRY(address, believed(whole_member(answer.head, "address")));
  TRY(bytes, believed(whole_member(answer.head, "bytes")));
  return VariablePlace{address, bytes};
}

Result<RemoteDevice::Request> RemoteDevice::request_of(std::string_view call, std::span<const Launch> launches) {
  Request request{request_head(call)};
  Json items = Json::array();
  for (const Launch& launch : launches) {
    TRY(id, id_of(launch.module.get()));
    items.push_back(to_json(launch, id));
    request.blobs.insert(request.blobs.end(), launch.arguments.begin(), launch.arguments.end());
  }
  request.head["launches"] = std::move(items);
  return request;
}

Result<void> RemoteDevice::launch(const Launch& launch) {
  if (is_host(launch)) {
    TRY_VOID(launch_host(launch, false));
    return {};
  }
  TRY_VOID(finish_shared());
  TRY(request, request_of("launch", {&launch, 1}));
  TRY_VOID(call(std::move(request)));
  return {};
}

Result<Sampling> RemoteDevice::sample(const std::vector<Launch>& launches, const SamplingPlan& plan) {
  if (!launches.empty() && is_host(launches.front())) return sample_host(launches, plan);
  TRY_VOID(finish_shared());
  TRY(request, request_of("sample", launches));
  request.head["plan"] = to_json(plan);
  request.beyond_deadline = std::chrono::milliseconds(static_cast<int64_t>(1e3 * plan.limit_seconds));
  TRY(answer, call(std::move(request)));
  TRY(sampling, believed(sampling_from(member(answer, "sampling"))));
  if (sampling.samples.size() > static_cast<size_t>(std::max(plan.samples, 1)))
    return garbled("the runner gave more samples than it was asked for");
  return sampling;
}

Result<Time> RemoteDevice::time(const Launch& launch) {
  if (is_host(launch)) {
    TRY(sampling, sample_host({launch}, {}));
    return Time{sampling.samples.front().seconds, sampling.low_seconds, sampling.high_seconds, Origin::modelled};
  }
  TRY_VOID(finish_shared());
  TRY(request, request_of("time", {&launch, 1}));
  TRY(answer, call(std::move(request)));
  return believed(time_from(member(answer, "time")));
}

Result<std::vector<Metric>> RemoteDevice::metrics(const Launch& launch, const std::vector<std::string>& names) {
  if (is_host(launch)) return missing("host code is not counted as a whole", {}, "count the kernels it launches");
  TRY_VOID(finish_shared());
  TRY(request, request_of("metrics", {&launch, 1}));
  request.head["names"] = json_array(names, [](const std::string& name) { return Json(name); });
  TRY(answer, call(std::move(request)));
  TRY(items, believed(list_member(answer.head, "metrics")));
  std::vector<Metric> metrics;
  for (const Json& item : *items) {
    TRY(metric, believed(metric_from(item)));
    metrics.push_back(std::move(metric));
  }
  return metrics;
}

}  // namespace whet
