#include "judge/oracle/oracle.h"

#include <cstring>

#include "device/staged_problem.h"
#include "judge/oracle/python_oracle.h"
#include "judge/oracle/remembering_oracle.h"
#include "problem/build.h"
#include "problem/reference.h"
#include "problem/signature/candidate.h"
#include "util/hash.h"
#include "util/system/forked.h"

namespace whet {

namespace {

constexpr uint64_t k_most_kept_answer_bytes = 1ull << 30;

std::string packed(const ResolvedCase& resolved, const Expected& arrays) {
  std::string bytes;
  for (size_t i = 0; i < arrays.size(); ++i) {
    if (!resolved.arguments[i].is_written()) continue;
    bytes.append(reinterpret_cast<const char*>(arrays[i].data()), arrays[i].size() * sizeof(double));
  }
  return bytes;
}

Result<Expected> unpacked(const ResolvedCase& resolved, const std::string& bytes) {
  Expected arrays(resolved.own_arguments);
  size_t at = 0;
  for (size_t i = 0; i < arrays.size(); ++i) {
    const ResolvedArgument& argument = resolved.arguments[i];
    if (!argument.is_written()) continue;
    const size_t size = argument.count * sizeof(double);
    if (at + size > bytes.size()) return failed("the reference's answer is cut short");
    arrays[i].resize(argument.count);
    std::memcpy(arrays[i].data(), bytes.data() + at, size);
    at += size;
  }
  return arrays;
}

// Keeps the shape of each answer, because the questions may be gone when the answers come.
class ForkedStream : public AnswerStream {
 public:
  ForkedStream(std::unique_ptr<ForkedAnswers> answers, std::vector<ResolvedCase> cases, std::chrono::milliseconds limit)
      : answers_(std::move(answers)), cases_(std::move(cases)), limit_(limit) {}

  Result<Expected> next() override {
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

  Result<Expected> expected(const ResolvedCase& resolved, const std::vector<std::string>& inputs) override {
    auto answer = run_forked([&] { return answered({resolved, inputs}); }, limit_);
    if (!answer)
      return bad_input("the reference gives no answer: " + answer.error().what, file_,
                       "run it by itself with these sizes");
    auto arrays = unpacked(resolved, *answer);
    if (!arrays) return bad_input("the reference gives no answer: it ends early", file_, "let it return, not exit");
    return arrays;
  }

 private:
  std::string answered(const Question& question) {
    Expected arrays(question.resolved.own_arguments);
    for (size_t i = 0; i < arrays.size(); ++i)
      arrays[i] = decode_elements(question.resolved.arguments[i].type, question.inputs[i]);
    reference_.run(question.resolved, arrays);
    return packed(question.resolved, arrays);
  }

  CppReference reference_;
  std::string file_;
  std::chrono::milliseconds limit_;
};

// A kernel that is trusted: another one, or the original.
class KernelOracle : public Oracle {
 public:
  KernelOracle(Problem problem, const OracleServices& services) : problem_(std::move(problem)), services_(services) {}

  // Runs at the sizes of the case, with the kernel's own launch.
  Result<Expected> expected(const ResolvedCase& wanted, const std::vector<std::string>& inputs) override {
    TRY(device, device_for_it());
    TRY(resolved, resolve_like(problem_, wanted));
    TRY(builds,
        services_.compiler.compile(compile_request(problem_, resolved, {services_.device.facts().architecture})));
    TRY(staged, StagedProblem::stage(problem_, resolved, builds.front(), *device));
    TRY_VOID(staged.write(inputs, {}));
    for (const Launch& launch : staged.launches()) TRY_VOID(device->launch(launch));
    TRY(outputs, staged.outputs());
    Expected arrays(wanted.own_arguments);
    for (size_t i = 0; i < arrays.size(); ++i) arrays[i] = decode_elements(wanted.arguments[i].type, outputs[i]);
    return arrays;
  }

 private:
  // Host code runs in its own process.
  Result<Device*> device_for_it() {
    if (!problem_.is_host_function || !services_.host_device) return &services_.device;
    if (!own_device_) {
      TRY(opened, services_.host_device());
      own_device_ = std::move(opened);
    }
    return own_device_.get();
  }

  Problem problem_;
  OracleServices services_;
  std::unique_ptr<Device> own_device_;
};

Result<std::unique_ptr<Oracle>> plain_oracle(const Problem& problem, const OracleServices& services) {
  using Kind = ReferenceFile::Kind;
  if (problem.reference.kind == Kind::cpp) {
    TRY(reference, CppReference::build(problem, services.cache_directory, services.files, services.processes));
    return std::unique_ptr<Oracle>(
        new CppOracle(std::move(reference), problem.reference.file, services.reference_limit));
  }
  if (problem.reference.kind == Kind::python) return make_python_oracle(problem, services);
  if (problem.reference.kind == Kind::none) return std::unique_ptr<Oracle>(new KernelOracle(problem, services));
  TRY(simple, load_candidate(problem, problem.reference.file, services.files));
  return std::unique_ptr<Oracle>(new KernelOracle(std::move(simple), services));
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

}  // namespace

Result<std::unique_ptr<Oracle>> make_oracle(const Problem& problem, const OracleServices& services) {
  TRY(oracle, plain_oracle(problem, services));
  TRY(store, answer_store(problem, services));
  return std::unique_ptr<Oracle>(new RememberingOracle(std::move(oracle), std::move(store)));
}

std::string oracle_name(const Problem& problem) {
  if (problem.reference.kind == ReferenceFile::Kind::none) return "the original kernel";
  return problem.reference.file.substr(problem.reference.file.rfind('/') + 1);
}

}  // namespace whet
