#include "judge/oracle/oracle.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <future>
#include <span>
#include <string_view>

#include "device/staged_problem.h"
#include "judge/oracle/python_oracle.h"
#include "judge/oracle/remembering_oracle.h"
#include "judge/oracle/stand_in_oracle.h"
#include "problem/build.h"
#include "problem/reference.h"
#include "problem/signature/candidate.h"
#include "util/hash.h"
#include "util/system/forked.h"

namespace whet {

namespace {

constexpr uint64_t k_most_kept_answer_bytes = 1ull << 30;

using DoubleArrays = std::vector<std::vector<double>>;

// Whether every value is an element of the type: it can be passed on as one, in as little as an eighth of the bytes.
bool are_elements(std::span<const double> values, ElementType type) {
  if (is_floating(type) || bytes_of(type) > sizeof(int32_t)) return false;
  const double low = lowest(type), high = largest(type);
  return std::all_of(values.begin(), values.end(),
                     [&](double value) { return value >= low && value <= high && value == std::trunc(value); });
}

// Each output after a byte that says whether it is in its own type or in doubles.
std::string packed(const ResolvedCase& resolved, const DoubleArrays& arrays) {
  std::string bytes;
  size_t most = 0;
  for (size_t i = 0; i < arrays.size(); ++i) {
    if (resolved.arguments[i].is_written()) most += 1 + arrays[i].size() * sizeof(double);
  }
  bytes.reserve(most);
  for (size_t i = 0; i < arrays.size(); ++i) {
    if (!resolved.arguments[i].is_written()) continue;
    const ElementType type = resolved.arguments[i].type;
    const bool in_own_type = are_elements(arrays[i], type);
    bytes += static_cast<char>(in_own_type);
    if (in_own_type)
      bytes += encode_elements(type, arrays[i]);
    else
      bytes.append(reinterpret_cast<const char*>(arrays[i].data()), arrays[i].size() * sizeof(double));
  }
  return bytes;
}

Result<NumberArrays> unpacked(const ResolvedCase& resolved, const std::string& bytes) {
  NumberArrays arrays(resolved.own_arguments);
  std::string_view left = bytes;
  for (size_t i = 0; i < arrays.size(); ++i) {
    const ResolvedArgument& argument = resolved.arguments[i];
    if (!argument.is_written()) continue;
    const bool in_own_type = !left.empty() && left.front() != 0;
    const size_t size = argument.count * (in_own_type ? bytes_of(argument.type) : sizeof(double));
    if (left.size() < size + 1) return failed("the reference's answer is cut short");
    const std::string_view own = left.substr(1, size);
    if (in_own_type) {
      arrays[i] = {argument.type, std::string(own)};
    } else {
      std::vector<double> values(argument.count);
      std::memcpy(values.data(), own.data(), size);
      arrays[i] = std::move(values);
    }
    left.remove_prefix(1 + size);
  }
  return arrays;
}

// Keeps the shape of each answer, because the questions may be gone when the answers come.
class ForkedStream : public AnswerStream {
 public:
  ForkedStream(std::unique_ptr<ForkedAnswers> answers, std::vector<ResolvedCase> cases, std::chrono::milliseconds limit)
      : answers_(std::move(answers)), cases_(std::move(cases)), limit_(limit) {}

  Result<NumberArrays> next() override {
    TRY(bytes, answers_->next(limit_));
    return unpacked(cases_[at_++], bytes);
  }

 private:
  std::unique_ptr<ForkedAnswers> answers_;
  std::vector<ResolvedCase> cases_;
  std::chrono::milliseconds limit_;
  size_t at_ = 0;
};

// A reference in C++, in a fork, because it may crash, hang and write anywhere.
class CppOracle : public Oracle {
 public:
  CppOracle(CppReference reference, std::string file, std::chrono::milliseconds limit)
      : reference_(std::move(reference)), file_(std::move(file)), limit_(limit) {}

  std::unique_ptr<AnswerStream> answers(const std::vector<Question>& questions) override {
    std::vector<ResolvedCase> cases;
    for (const Question& question : questions) cases.push_back(question.resolved);
    auto forked = ForkedAnswers::start(questions.size(), [&](size_t i) { return answered(questions[i]); });
    return forked ? std::make_unique<ForkedStream>(std::move(forked), std::move(cases), limit_) : nullptr;
  }

  Result<NumberArrays> expected(const ResolvedCase& resolved, const ArrayContents& inputs) override {
    auto answer = run_forked([&] { return answered({resolved, inputs}); }, limit_);
    if (!answer)
      return bad_input("the reference gives no answer: " + answer.error().what, file_,
                       "run it by itself with these sizes; it must return, not exit");
    return unpacked(resolved, *answer);
  }

 private:
  std::string answered(const Question& question) {
    DoubleArrays arrays(question.resolved.own_arguments);
    for (size_t i = 0; i < arrays.size(); ++i)
      arrays[i] = decode_elements(question.resolved.arguments[i].type, question.inputs[i]);
    reference_.run(question.resolved, arrays);
    return packed(question.resolved, arrays);
  }

  CppReference reference_;
  std::string file_;
  std::chrono::milliseconds limit_;
};

// A kernel that is trusted: another one, or the original. It runs at the sizes of the case, with its own launch.
class KernelOracle : public Oracle {
 public:
  KernelOracle(Problem problem, const OracleServices& services) : problem_(std::move(problem)), services_(services) {}

  // A GPU takes a moment to open in another process; others work meanwhile.
  void begin_to_open() {
    const bool is_slow = !services_.device.facts().is_virtual;
    if (runs_apart() && is_slow) opening_ = std::async(std::launch::async, services_.own_device);
  }

  Result<NumberArrays> expected(const ResolvedCase& wanted, const ArrayContents& inputs) override {
    const bool was_loaded = module_ != nullptr;
    auto answer = answered(wanted, inputs);
    if (!answer) forget();
    // The process that held arrays and code may have ended since the last question.
    return answer || !was_loaded ? std::move(answer) : answered(wanted, inputs);
  }

 private:
  Result<NumberArrays> answered(const ResolvedCase& wanted, const ArrayContents& inputs) {
    TRY_VOID(take_case(wanted));
    TRY_VOID(stage());
    TRY_VOID(staged_->write(inputs, {}));
    for (const Launch& launch : staged_->launches()) TRY_VOID(device_->launch(launch));
    const bool gives_way = device_->gives_way(resolved_.total_bytes);
    TRY(outputs, gives_way ? staged_->take_outputs() : staged_->outputs());
    NumberArrays arrays(wanted.own_arguments);
    for (size_t i = 0; i < arrays.size(); ++i) {
      if (wanted.arguments[i].is_written()) arrays[i] = {wanted.arguments[i].type, std::move(outputs[i])};
    }
    if (!is_stateless_) forget();
    if (gives_way) staged_.reset();
    return arrays;
  }

  void forget() {
    staged_.reset();
    module_.reset();
    prepared_case_.clear();
  }

  // What is resolved and compiled serves while questions are of the same case.
  Result<void> take_case(const ResolvedCase& wanted) {
    TRY_VOID(open_device());
    std::string name = question_of(wanted, ArrayContents(wanted.own_arguments));
    if (name == prepared_case_) return {};
    forget();
    TRY(resolved, resolve_like(problem_, wanted));
    TRY(builds,
        services_.compiler.compile(compile_request(problem_, resolved, {services_.device.facts().architecture})));
    resolved_ = std::move(resolved);
    build_ = std::move(builds.front());
    prepared_case_ = std::move(name);
    return {};
  }

  // Code stays on the device if it keeps nothing between calls, and so do arrays that are not large.
  Result<void> stage() {
    if (staged_) return {};
    Placement placement;
    placement.protects_inputs = false;  // a check of the original itself says what it does to them
    TRY(staged, StagedProblem::stage(problem_, resolved_, build_, *device_, placement, module_));
    staged_ = std::make_unique<StagedProblem>(std::move(staged));
    if (module_) return {};
    module_ = staged_->module();
    TRY(variables, device_->variables(*module_, 0));
    is_stateless_ = !problem_.is_host_function && std::all_of(variables.begin(), variables.end(), is_heap);
    return {};
  }

  static bool is_heap(const ModuleVariable& variable) { return variable.name == k_heap_variable; }

  bool runs_apart() const {
    return services_.own_device && (problem_.is_host_function || !services_.device.facts().is_virtual);
  }

  Result<void> open_device() {
    if (device_) return {};
    if (runs_apart()) {
      TRY(opened, opening_.valid() ? opening_.get() : services_.own_device());
      own_device_ = std::move(opened);
    }
    device_ = own_device_ ? own_device_.get() : &services_.device;
    return {};
  }

  Problem problem_;
  OracleServices services_;
  std::future<Result<std::unique_ptr<Device>>> opening_;
  std::unique_ptr<Device> own_device_;
  Device* device_ = nullptr;
  std::string prepared_case_;
  ResolvedCase resolved_;
  Build build_;
  std::shared_ptr<DeviceModule> module_;
  std::unique_ptr<StagedProblem> staged_;
  bool is_stateless_ = false;
};

std::unique_ptr<Oracle> kernel_oracle(Problem problem, const OracleServices& services) {
  auto oracle = std::make_unique<KernelOracle>(std::move(problem), services);
  oracle->begin_to_open();
  return oracle;
}

Result<std::unique_ptr<Oracle>> plain_oracle(const Problem& problem, const OracleServices& services) {
  using Kind = ReferenceFile::Kind;
  if (problem.reference.kind == Kind::cpp) {
    TRY(reference, CppReference::build(problem, services.cache_directory, services.files, services.processes));
    return std::unique_ptr<Oracle>(
        new CppOracle(std::move(reference), problem.reference.file, services.reference_limit));
  }
  if (problem.reference.kind == Kind::python) return make_python_oracle(problem, services);
  if (problem.reference.kind == Kind::none) return kernel_oracle(problem, services);
  TRY(simple, load_candidate(problem, problem.reference.file, services.files));
  return kernel_oracle(std::move(simple), services);
}

// Includes Python files next to the reference, because it may import them.
Result<std::string> python_sources(const Problem& problem, const FileSystem& files) {
  const std::string directory = directory_of(problem.reference.file);
  TRY(all, read_text(files, problem.reference.file));
  for (const std::string& name : files.list(directory)) {
    if (extension_of(name) != ".py") continue;
    const auto content = read_text(files, join_path(directory, name));
    if (content) all += name + "\n" + sha256_hex(*content) + "\n";
  }
  return all;
}

// Kernels get no store, because they answer quickly and their answers depend on the device.
Result<std::optional<AnswerStore>> answer_store(const Problem& problem, const OracleServices& services) {
  using Kind = ReferenceFile::Kind;
  const Kind kind = problem.reference.kind;
  if (services.cache_directory.empty() || (kind != Kind::cpp && kind != Kind::python))
    return std::optional<AnswerStore>();
  TRY(content, kind == Kind::cpp ? reference_key(problem, services.files) : python_sources(problem, services.files));
  const std::string name = kind == Kind::cpp ? "cpp " : "python " + python_of(services.processes) + " ";
  return std::optional(AnswerStore{
      ContentStore(join_path(services.cache_directory, "answers"), ".answer", k_most_kept_answer_bytes, services.files),
      name + problem.reference.entry + "\n" + content});
}

// On a GPU the original is quicker than a reference on the CPU; a virtual one is not.
bool may_stand_in(const Problem& problem, const OracleServices& services) {
  using Kind = ReferenceFile::Kind;
  const bool is_on_cpu = problem.reference.kind == Kind::cpp || problem.reference.kind == Kind::python;
  return is_on_cpu && !problem.is_host_function && !services.device.facts().is_virtual;
}

}  // namespace

namespace {

Result<std::unique_ptr<Oracle>> remembering_oracle(const Problem& problem, const OracleServices& services) {
  TRY(oracle, plain_oracle(problem, services));
  TRY(store, answer_store(problem, services));
  return std::unique_ptr<Oracle>(std::make_unique<RememberingOracle>(std::move(oracle), std::move(store)));
}

Result<std::unique_ptr<Oracle>> oracle_to_stand_in(std::unique_ptr<Oracle> reference, const Problem& problem,
                                                   const OracleServices& services) {
  const auto kernel = [&](const Problem& of) {
    return std::make_unique<RememberingOracle>(std::make_unique<KernelOracle>(of, services), std::nullopt);
  };
  auto made = std::make_unique<StandInOracle>(std::move(reference), kernel(problem), problem, services.files);
  if (!problem.reference.gpu.empty()) {
    TRY(on_gpu, load_candidate(problem, problem.reference.gpu, services.files));
    made->prefer(kernel(on_gpu));
  }
  if (services.patience.count() > 0 && services.patience < services.reference_limit) {
    OracleServices hurried = services;
    hurried.reference_limit = services.patience;
    TRY(in_haste, remembering_oracle(problem, hurried));
    made->hurry(std::move(in_haste), std::chrono::duration<double>(services.patience).count());
  }
  return std::unique_ptr<Oracle>(std::move(made));
}

}  // namespace

Result<std::unique_ptr<Oracle>> make_oracle(const Problem& problem, const OracleServices& services) {
  TRY(made, remembering_oracle(problem, services));
  if (may_stand_in(problem, services)) {
    TRY(standing_in, oracle_to_stand_in(std::move(made), problem, services));
    made = std::move(standing_in);
  }
  made->set_arrays(*services.arrays);
  return made;
}

std::string oracle_name(const Problem& problem) {
  if (problem.reference.kind == ReferenceFile::Kind::none) return "the original kernel";
  return problem.reference.file.substr(problem.reference.file.rfind('/') + 1);
}

}  // namespace whet
