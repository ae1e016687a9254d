// RemoteDevice with host code on a virtual GPU: two processes, and how far each is believed.
#include <algorithm>
#include <utility>

#include "device/open/open_device.h"
#include "judge/process/device_protocol.h"
#include "judge/process/process_times.h"
#include "judge/process/remote_device.h"
#include "judge/process/remote_module.h"

namespace whet {

namespace {

constexpr uint64_t k_cost_requests = 64, k_cost_bytes = 256;
constexpr int k_cost_rounds = 2;
// CPU time that a call may use beyond an empty call before it counts as its own work, if it reads nothing from the GPU:
// launching is not free. A call that reads may compute with what it read, and all its time counts.
constexpr double k_free_seconds = 250e-6, k_byte_seconds = 1e-9;
constexpr double k_request_room = 1, k_launch_room = 1.5;  // in units of the cost of a small call of the runtime

// Elapsed time that is allowed for the messages between the processes; a remaining pause shorter than the last constant
// does not count.
constexpr double k_message_seconds = 100e-6, k_copied_byte_seconds = 4e-9, k_least_pause_seconds = 1e-3;

}  // namespace

bool RemoteDevice::is_linked() const {
  return settings_.device.host_code && virtual_gpu_name(settings_.device.device).has_value();
}

bool RemoteDevice::is_host(const Launch& launch) {
  const auto* const module = dynamic_cast<const RemoteModule*>(launch.module.get());
  return module && module->is_host();
}

Result<void> RemoteDevice::ensure_host() {
  TRY_VOID(ensure_runner());
  if (host_) return {};
  TRY(host, RunnerProcess::start(settings_.program, {settings_.memory_bytes, settings_.output_bytes}, link_.number()));
  link_ = Descriptor();
  const RunnerSettings told{settings_.device, host->directory(), settings_.memory_bytes, settings_.sandbox, true};
  TRY(answer, host->exchange(to_json(told), {}, MessageLimits{}, settings_.start_deadline));
  if (const Json* error = answer.head.find("error")) return error_from(*error);
  host_ = std::move(host);
  host_->watch_too(runner_.get());
  host_unloads_->generation = generation_;
  return measure_link();
}

// Measures before any foreign code is in the process.
Result<void> RemoteDevice::measure_link() {
  TRY(address, allocate(k_cost_bytes, "to be asked for"));
  Request begin{request_head("begin_call")};
  begin.head["module"] = 0;
  TRY_VOID(call(std::move(begin)));
  double costs[2] = {}, before = cpu_seconds(host_->pid());
  for (int round = 0; round < k_cost_rounds; ++round) {
    for (const uint64_t count : {uint64_t{0}, k_cost_requests}) {
      Request request{request_head("link_cost")};
      request.head["address"] = address;
      request.head["count"] = count;
      TRY_VOID(call_host(std::move(request)));
      const double after = cpu_seconds(host_->pid());
      costs[count != 0] = after - std::exchange(before, after);
    }
  }
  call_cost_ = costs[0];
  TRY(ended, call(Request{request_head("end_call")}));
  const Json* const account = ended.head.find("account");
  TRY(asked, believed(link_account_from(account ? *account : Json())));
  // One call of the runtime may make several requests.
  request_cost_ =
      std::max(0.0, costs[1] - costs[0]) * k_cost_rounds / static_cast<double>(std::max<uint64_t>(asked.requests, 1));
  return free(address);
}

Result<Message> RemoteDevice::call_host(Request request) {
  if (!host_unloads_->modules.empty()) {
    request.head["unload"] = json_array(host_unloads_->modules, [](uint64_t id) { return Json(id); });
    host_unloads_->modules.clear();
  }
  auto answer = host_->exchange(std::move(request.head), request.blobs, request.limits, time_for(request));
  printed_ = host_->printed();
  if (!answer) return lose(answer.error());
  const Json* error = answer->head.find("error");
  if (!error) return answer;
  Error told = error_from(*error);
  told.kind = ErrorKind::failed;  // in any case: host code may have answered in the server's place
  if (answer->head.find("lost")) {
    host_->end(RunnerFailure::lost, {});
    return lose(told);
  }
  return told;
}

// The process with the GPU gets the kernels as the judge compiled them, not those that the library brings.
Result<std::shared_ptr<DeviceModule>> RemoteDevice::load_host(const Build& build) {
  TRY_VOID(ensure_host());
  std::shared_ptr<DeviceModule> kernels;
  if (build.ptx.find(".entry") != std::string::npos) {
    Build code = build;
    code.library.clear();
    TRY(loaded, load(code));
    kernels = loaded;
  }
  last_failure_.reset();
  const std::string_view none;
  Request request{request_head("load"), {none, none, build.library}};
  request.head["architecture"] = build.architecture.name();
  TRY_VOID(call(begin_request(kernels.get(), false)));  // constructors of a library may use the GPU
  cpu_mark_.reset();
  auto answer = call_host(std::move(request));
  if (!runner_) return answer.error();
  const std::string printed = printed_;
  TRY_VOID(call(Request{request_head("end_call")}));
  printed_ = printed;
  if (!answer) return answer.error();
  TRY(id, believed(whole_member(answer->head, "module")));
  return std::shared_ptr<DeviceModule>(
      std::make_shared<RemoteModule>(id, generation_, host_unloads_, true, std::move(kernels)));
}

RemoteDevice::Request RemoteDevice::begin_request(const DeviceModule* kernels, bool counted) const {
  Request request{request_head("begin_call")};
  const auto* const module = dynamic_cast<const RemoteModule*>(kernels);
  request.head["module"] = module ? module->id() : 0;
  request.head["counted"] = counted;
  return request;
}

Result<RemoteDevice::HostCall> RemoteDevice::launch_host(const Launch& launch, bool counted) {
  TRY(request, request_of("launch", {&launch, 1}));
  const auto* const module = dynamic_cast<const RemoteModule*>(launch.module.get());
  TRY_VOID(call(begin_request(module->kernels(), counted)));
  HostCall result;
  // CPU time between two calls counts for the second, because host code may answer and continue to work.
  const double before = cpu_mark_ ? *cpu_mark_ : cpu_seconds(host_->pid());
  const double queued = queued_seconds(host_->pid()) + queued_seconds(runner_->pid());
  const auto begun = std::chrono::steady_clock::now();
  const auto called = call_host(std::move(request));
  if (!runner_) return called.error();
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begun;
  result.clock_seconds = passed.count() - (queued_seconds(host_->pid()) + queued_seconds(runner_->pid()) - queued);
  cpu_mark_ = cpu_seconds(host_->pid());
  result.cpu_seconds = *cpu_mark_ - before;
  const std::string printed = printed_;
  TRY(ended, call(Request{request_head("end_call")}));
  printed_ = printed;
  if (!called) return called.error();
  const Json* const account = ended.head.find("account");
  TRY(read, believed(link_account_from(account ? *account : Json())));
  if (!read.finding.empty()) return failed(read.finding);
  result.account = read;
  return result;
}

// CPU time of its process beyond the cost of its requests, or the elapsed time besides the GPU's work and the messages
// if that is more: sleeping keeps the caller waiting too.
double RemoteDevice::host_seconds(const HostCall& call) const {
  const auto requests = static_cast<double>(call.account.requests),
             moved = static_cast<double>(call.account.moved_bytes);
  const double weighed = k_request_room * requests + k_launch_room * static_cast<double>(call.account.launches);
  const double asking = call_cost_ + weighed * request_cost_ + k_byte_seconds * moved;
  const double free = call.account.read_bytes == 0 ? k_free_seconds : 0;
  const double messages = asking + (requests + 2) * k_message_seconds + k_copied_byte_seconds * moved;
  const double paused = call.clock_seconds - call.account.busy_seconds - messages;
  const double worked = std::max(0.0, call.cpu_seconds - asking - free);
  return paused > k_least_pause_seconds ? std::max(worked, paused) : worked;
}

// The host work is that of the quickest of a few calls.
Result<Sampling> RemoteDevice::sample_host(const std::vector<Launch>& launches, const SamplingPlan& plan) {
  Sampling sampling;
  sampling.origin = Origin::modelled;
  double host = 0, modelled = 0;
  const auto sets = static_cast<size_t>(std::max(plan.sets, 1)), group = launches.size() / sets;
  for (size_t round = 0; round < k_host_sets; ++round) {
    TRY_VOID(put_back(plan.resets, static_cast<int>(round % sets)));
    const bool counted = round == 0;
    double worked = 0;
    for (size_t i = 0; i < group; ++i) {
      TRY(called, launch_host(launches[round % sets * group + i], counted));
      worked += host_seconds(called);
      if (!counted) continue;
      modelled += called.account.seconds;
      sampling.low_seconds += called.account.low_seconds;
      sampling.high_seconds += called.account.high_seconds;
      sampling.order_error = std::max(sampling.order_error, called.account.order_error);
    }
    host = round == 0 ? worked : std::min(host, worked);
  }
  sampling.samples.push_back({modelled + host, 0, 0});
  sampling.low_seconds += host;
  sampling.high_seconds += host;
  if (host > 0) sampling.notes.emplace_back("time that host code works on the CPU, or waits, is part of its time");
  if (plan.cache == SamplingPlan::Cache::hot) sampling.notes.emplace_back("the model starts from empty caches");
  return sampling;
}

}  // namespace whet
