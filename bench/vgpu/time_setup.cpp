#include "vgpu/time_setup.h"

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "util/system/knowledge.h"

namespace whet {

std::span<const EmbeddedFile> embedded_time_kernels();

namespace bench {

namespace {

constexpr uint64_t k_kept_bytes = 1 << 30;

}  // namespace

Result<const Build*> KernelBuilds::of(const std::string& file) {
  if (const auto found = builds_.find(file); found != builds_.end()) return &found->second;
  const auto embedded = embedded_time_kernels();
  const auto source =
      std::find_if(embedded.begin(), embedded.end(), [&](const auto& each) { return each.path == file; });
  if (source == embedded.end()) return missing(fmt::format("there is no file of kernels `{}`", file));
  CompileRequest request{
      .file = file.substr(file.rfind('/') + 1), .source = std::string(source->content), .architectures = {{.sm = 90}}};
  request.exact = false;
  TRY(compiled, compiler_.compile(request));
  return &builds_.emplace(file, std::move(compiled.front())).first->second;
}

std::shared_ptr<const std::string> ContentStore::of(const TimeArgument& argument) {
  const std::string key = fmt::format("{} {} {}", static_cast<int>(argument.kind), argument.count, argument.value);
  if (const auto found = kept_.find(key); found != kept_.end()) return found->second;
  auto made = std::make_shared<const std::string>(content_of(argument));
  if (bytes_ + made->size() > k_kept_bytes) {
    kept_.clear();
    bytes_ = 0;
  }
  bytes_ += made->size();
  return kept_[key] = made;
}

PlacedCase::~PlacedCase() {
  for (const uint64_t address : addresses_) (void)device_.free(address);
}

Result<Launch> PlacedCase::place(const Build& build, ContentStore& contents) {
  Launch launch;
  TRY(module, device_.load(build));
  launch.module = module;
  launch.kernel = case_.kernel;
  launch.shape = {{case_.grid[0], case_.grid[1], case_.grid[2]},
                  {case_.block[0], case_.block[1], case_.block[2]},
                  case_.dynamic_shared_bytes,
                  false};
  for (const TimeArgument& argument : case_.arguments) {
    if (!is_buffer(argument)) {
      launch.arguments.push_back(content_of(argument));
      continue;
    }
    const bool zero = argument.kind == TimeArgument::Kind::zeros;
    const auto content = zero ? nullptr : contents.of(argument);
    const uint64_t bytes = zero ? argument.count * 4 : content->size();
    TRY(address, device_.allocate(bytes, fmt::format("argument {}", launch.arguments.size())));
    addresses_.push_back(address);
    if (!zero) TRY_VOID(device_.write(address, *content));
    if (zero && !device_.facts().is_virtual) TRY_VOID(device_.fill(address, 0, bytes));
    launch.arguments.emplace_back(reinterpret_cast<const char*>(&address), sizeof address);
  }
  return launch;
}

}  // namespace bench
}  // namespace whet
