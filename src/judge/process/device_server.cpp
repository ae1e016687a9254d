#include "judge/process/device_server.h"

#include <fcntl.h>

#include "device/device_link.h"
#include "device/host_module.h"
#include "judge/process/device_protocol.h"
#include "util/system/child_process.h"
#include "util/system/descriptor.h"
#include "util/system/sent_descriptor.h"

namespace whet {

namespace {

constexpr uint64_t k_probe_bytes = 256;

Message with(std::string_view name, Json value) {
  Message message;
  message.head[name] = std::move(value);
  return message;
}

bool can_open_files() {
  return Descriptor(::open("/dev/null", O_RDONLY | O_CLOEXEC)).is_open();
}

Error lacks_bytes() {
  return bad_input("the request does not bring the bytes it needs", "a message between processes");
}

}  // namespace

DeviceServer::DeviceServer(ServedDevice device, std::span<char> window) : served_(std::move(device)), window_(window) {
  served_.device().expect_copies(window);
  if (served_.as_virtual()) link_ = std::make_unique<LinkServer>(*served_.as_virtual());
}

bool DeviceServer::serve_link(int link) {
  constexpr uint64_t k_most_request_bytes = 256ull << 20;
  const auto request = receive_frame(link, k_most_request_bytes);
  return request && link_ && send_frame(link, link_->answer(*request));
}

Result<Message> DeviceServer::begin_call(const Message& request) {
  TRY(id, whole_member(request.head, "module"));
  std::shared_ptr<DeviceModule> code;
  if (id != 0) {
    TRY(loaded, module(id));
    code = loaded;
  }
  if (!link_) return bad_input("this process serves no host code");
  link_->begin(std::move(code), flag_member(request.head, "counted"));
  return Message{};
}

Result<Message> DeviceServer::end_call(const Message&) {
  if (!link_) return bad_input("this process serves no host code");
  return with("account", to_json(link_->end()));
}

// Lets the judge measure the cost of a request from outside, before any foreign code is loaded.
Result<Message> DeviceServer::link_cost(const Message& request) {
  TRY(address, whole_member(request.head, "address"));
  TRY(count, whole_member(request.head, "count"));
  for (uint64_t i = 0; i < count; ++i) TRY_VOID(served_.touch(address));
  TRY_VOID(served_.check_runtime());  // as after every launch
  if (!can_open_files()) return failed("no file can be opened");
  return Message{};
}

const std::map<std::string, DeviceServer::Call, std::less<>>& DeviceServer::calls() {
  static const std::map<std::string, Call, std::less<>> table = {{"allocate", &DeviceServer::allocate},
                                                                 {"free", &DeviceServer::free},
                                                                 {"write", &DeviceServer::write},
                                                                 {"read", &DeviceServer::read},
                                                                 {"fill", &DeviceServer::fill},
                                                                 {"load", &DeviceServer::load},
                                                                 {"launch", &DeviceServer::launch},
                                                                 {"sample", &DeviceServer::sample},
                                                                 {"time", &DeviceServer::time},
                                                                 {"metrics", &DeviceServer::metrics},
                                                                 {"variables", &DeviceServer::variables},
                                                                 {"variable", &DeviceServer::variable},
                                                                 {"digest", &DeviceServer::digest},
                                                                 {"copy", &DeviceServer::copy},
                                                                 {"map", &DeviceServer::map},
                                                                 {"begin_call", &DeviceServer::begin_call},
                                                                 {"end_call", &DeviceServer::end_call},
                                                                 {"link_cost", &DeviceServer::link_cost}};
  return table;
}

Message DeviceServer::answer(const Message& request) {
  unload(request.head);
  Message message;
  if (auto result = dispatch(request)) {
    message = std::move(result).value();
  } else {
    message.head["error"] = to_json(result.error());
    if (const std::string lost = loss(); !lost.empty()) message.head["lost"] = lost;
  }
  if (const Json* id = request.head.find("id")) message.head["id"] = *id;
  return message;
}

Result<Message> DeviceServer::dispatch(const Message& request) {
  TRY(name, text_member(request.head, "call"));
  const auto call = calls().find(name);
  if (call == calls().end()) return bad_input("there is no call `" + name + "`", "a message between processes");
  return (this->*call->second)(request);
}

// Open files are the only thing that a candidate can exhaust permanently without ending the process. A real GPU no
// longer answers after a kernel has faulted.
std::string DeviceServer::loss() {
  if (!can_open_files()) return "no more files can be opened";
  if (const auto runtime = served_.check_runtime(); !runtime) return runtime.error().what;
  if (device().facts().is_virtual) return {};
  if (!probe_) {
    const auto address = device().allocate(k_probe_bytes, "probe");
    if (!address) return "the GPU gives no memory";
    probe_ = *address;
  }
  const auto content = device().read(probe_, k_probe_bytes);
  return content ? std::string() : content.error().what;
}

void DeviceServer::unload(const Json& head) {
  const auto ids = list_member(head, "unload");
  if (!ids) return;
  for (const Json& id : **ids) {
    if (const int64_t* number = id.as_integer()) modules_.erase(static_cast<uint64_t>(*number));
  }
}

Result<Message> DeviceServer::allocate(const Message& request) {
  TRY(bytes, whole_member(request.head, "bytes"));
  TRY(name, text_member(request.head, "name"));
  TRY(address, device().allocate(bytes, name));
  return with("address", address);
}

// The judge has sent the descriptor before it asks.
Result<Message> DeviceServer::map(const Message& request) {
  TRY(bytes, whole_member(request.head, "bytes"));
  TRY(descriptor, receive_descriptor(k_child_link));
  TRY(address, device().map_shared(descriptor.number(), bytes, flag_member(request.head, "writable")));
  return with("address", address);
}

Result<Message> DeviceServer::free(const Message& request) {
  TRY(address, whole_member(request.head, "address"));
  TRY_VOID(device().free(address));
  return Message{};
}

Result<Message> DeviceServer::write(const Message& request) {
  TRY(address, whole_member(request.head, "address"));
  TRY(bytes, window_of(request));
  TRY_VOID(device().write(address, {bytes.data(), bytes.size()}));
  return Message{};
}

Result<std::span<char>> DeviceServer::window_of(const Message& request) const {
  TRY(bytes, whole_member(request.head, "bytes"));
  if (bytes > window_.size()) return lacks_bytes();
  return window_.first(bytes);
}

Result<Message> DeviceServer::read(const Message& request) {
  TRY(address, whole_member(request.head, "address"));
  TRY(to, window_of(request));
  TRY_VOID(device().read_to(to, address));
  return Message{};
}

Result<Message> DeviceServer::digest(const Message& request) {
  TRY(address, whole_member(request.head, "address"));
  TRY(bytes, whole_member(request.head, "bytes"));
  TRY(key, text_member(request.head, "key"));
  TRY(digest, device().digest(address, bytes, std::strtoull(key.c_str(), nullptr, 10)));
  Message message;
  message.head["digest"] = std::to_string(digest);
  return message;
}

Result<Message> DeviceServer::fill(const Message& request) {
  TRY(address, whole_member(request.head, "address"));
  TRY(value, whole_member(request.head, "value"));
  TRY(bytes, whole_member(request.head, "bytes"));
  TRY_VOID(device().fill(address, static_cast<uint8_t>(value), bytes));
  return Message{};
}

Result<Message> DeviceServer::copy(const Message& request) {
  TRY(to, whole_member(request.head, "to"));
  TRY(from, whole_member(request.head, "from"));
  TRY(bytes, whole_member(request.head, "bytes"));
  TRY_VOID(device().copy(to, from, bytes));
  return Message{};
}

// The blobs are cubin, PTX and library.
Result<Message> DeviceServer::load(const Message& request) {
  TRY(architecture, text_member(request.head, "architecture"));
  if (request.blobs.size() != 3) return lacks_bytes();
  Build build;
  build.architecture = parse_architecture(architecture).value_or(Architecture{});
  build.cubin = request.blobs[0];
  build.ptx = request.blobs[1];
  build.library = request.blobs[2];
  TRY(code, device().load(build));
  const uint64_t id = next_module_++;
  modules_[id] = std::move(code);
  return with("module", id);
}

Result<std::shared_ptr<DeviceModule>> DeviceServer::module(uint64_t id) const {
  const auto found = modules_.find(id);
  if (found == modules_.end()) return bad_input("there is no module " + std::to_string(id));
  return found->second;
}

Result<Message> DeviceServer::variables(const Message& request) {
  TRY(id, whole_member(request.head, "module"));
  TRY(loaded, module(id));
  TRY(key, text_member(request.head, "key"));
  TRY(found, device().variables(*loaded, std::strtoull(key.c_str(), nullptr, 10)));
  Message message = with("names", json_array(found, [](const ModuleVariable& each) { return Json(each.name); }));
  message.head["digests"] =
      json_array(found, [](const ModuleVariable& each) { return Json(std::to_string(each.digest)); });
  return message;
}

Result<Message> DeviceServer::variable(const Message& request) {
  TRY(id, whole_member(request.head, "module"));
  TRY(name, text_member(request.head, "name"));
  TRY(loaded, module(id));
  TRY(place, device().variable(*loaded, name));
  Message message = with("address", place.address);
  message.head["bytes"] = place.bytes;
  return message;
}

Result<Launch> DeviceServer::launch_in(const Json& json, const Message& request, size_t& next_blob) {
  TRY(head, launch_from(json));
  if (head.arguments > request.blobs.size() - next_blob) return lacks_bytes();
  TRY(loaded, module(head.module));
  Launch launch = std::move(head.launch);
  launch.module = loaded;
  for (uint64_t i = 0; i < head.arguments; ++i) launch.arguments.push_back(request.blobs[next_blob++]);
  return launch;
}

Result<std::vector<Launch>> DeviceServer::launches(const Message& request) {
  TRY(items, list_member(request.head, "launches"));
  std::vector<Launch> launches;
  size_t next_blob = 0;
  for (const Json& item : *items) {
    TRY(launch, launch_in(item, request, next_blob));
    launches.push_back(std::move(launch));
  }
  if (launches.empty()) return bad_input("the request names no launch");
  return launches;
}

Result<void> DeviceServer::check_after(const Launch& launch) {
  if (!host_code_of(launch)) return {};
  TRY_VOID(served_.check_runtime());
  if (can_open_files()) return {};
  return failed("`" + launch.kernel + "` left so many files open that no more can be opened");
}

Result<Message> DeviceServer::launch(const Message& request) {
  TRY(wanted, launches(request));
  for (const Launch& launch : wanted) {
    TRY_VOID(device().launch(launch));
    TRY_VOID(check_after(launch));
  }
  return Message{};
}

Result<Message> DeviceServer::sample(const Message& request) {
  TRY(wanted, launches(request));
  const Json* plan_json = request.head.find("plan");
  TRY(plan, plan_from(plan_json ? *plan_json : Json()));
  TRY(sampling, device().sample(wanted, plan));
  for (const Launch& launch : wanted) TRY_VOID(check_after(launch));
  return with("sampling", to_json(sampling));
}

Result<Message> DeviceServer::time(const Message& request) {
  TRY(wanted, launches(request));
  TRY(time, device().time(wanted.front()));
  TRY_VOID(check_after(wanted.front()));
  return with("time", to_json(time));
}

Result<Message> DeviceServer::metrics(const Message& request) {
  TRY(wanted, launches(request));
  TRY(names, texts_member(request.head, "names"));
  TRY(metrics, device().metrics(wanted.front(), names));
  return with("metrics", json_array(metrics, [](const Metric& metric) { return to_json(metric); }));
}

}  // namespace whet
