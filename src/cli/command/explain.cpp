// whet explain: what a kernel computes, as mathematics, and the work that takes.
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>

#include "cli/flags/lift_input.h"
#include "cli/frame/commands.h"
#include "cli/frame/show.h"
#include "report/explain/explain_view.h"
#include "util/system/forked.h"
#include "util/system/processor_time.h"

namespace whet {

namespace {

// All of it takes at most 5 s and 1 GB; on a busy machine 5 s of the processor. The compiler has a process and a limit
// of its own (lift_input.h); kernels are read in another, which is ended where asking for the time between steps was
// not enough.
constexpr int64_t k_confirm_ns = 4'000'000'000, k_end_ns = 4'700'000'000, k_least_ns = 500'000'000;
constexpr rlim_t k_most_memory = 960ull << 20;

struct ExplainOptions {
  std::string file;
  CodeOptions code;
  bool json = false, markdown = false, html = false;
};

// What still works where a meaning is not found.
std::string way_on(const ExplainOptions& options, bool is_source) {
  if (!is_source) return "`whet inspect " + options.file + "` reads its machine code";
  return "the rest of whet does not need it: whet check " + options.file + " --ref reference.cpp compares it with a " +
         "reference of yours";
}

// `end_ns` is processor time of the child.
ExplainedKernel explained(const LiftInput& input, const LiftKernel& kernel, int64_t end_ns) {
  ExplainedKernel result;
  result.signature = kernel.signature;
  if (ProcessorClock().monotonic_ns() > end_ns) {
    result.refusal = failed("it was not looked at: the kernels before it took all the time", {}, "name it: --kernel");
    return result;
  }
  lift::ExplainRequest request;
  request.ptx = input.ptx;
  request.kernel = kernel.name;
  request.parameters = kernel.parameters;
  request.confirm.launch = kernel.launch;
  request.optimised_ptx = input.optimised_ptx;
  request.confirm.is_time_over = [end_ns] { return ProcessorClock().monotonic_ns() > end_ns; };
  auto found = lift::explain(request);
  if (found) {
    result.explanation = std::move(*found);
  } else {
    result.refusal = std::move(found).error();
  }
  return result;
}

void limit_memory() {
#ifndef __SANITIZE_ADDRESS__  // which reserves more than any limit
  const rlimit most{k_most_memory, k_most_memory}, no_core{0, 0};
  ::setrlimit(RLIMIT_AS, &most);
  ::setrlimit(RLIMIT_CORE, &no_core);
#endif
}

std::string text_in(const Json& json, const char* member) {
  const Json* const found = json.find(member);
  return found && found->as_string() ? *found->as_string() : "";
}

// Explains the kernels one after another in a child process and shows them there, as text that this process prints.
class Explaining {
 public:
  // `spent_ns` has passed on the wall before.
  Explaining(const ExplainOptions& options, const LiftInput& input, int64_t spent_ns, Context& context)
      : options_(options), input_(input), spent_ns_(spent_ns), context_(context) {
    view_.file = options.file;
  }

  Result<ExitCode> run() {
    const size_t count = input_.kernels.size();
    auto child = ForkedAnswers::start(count + 1, [this](size_t i) { return answer(i); });
    if (!child) return failed("a process to read kernels in could not be started");
    for (size_t i = 0; i < count; ++i) {
      if (const auto done = child->next(limit()); !done) return too_hard(input_.kernels[i], done.error());
    }
    TRY(text, child->next(limit()));
    TRY(json, Json::parse(text));
    if (const Json* error = json.find("error")) {
      return refusal(text_in(*error, "what"), text_in(*error, "where"));
    }
    context_.print(text_in(json, "output"));
    if (context_.tell_text) context_.tell_text(text_in(json, "text"));
    return static_cast<ExitCode>(static_cast<int>(json["exit"].as_number().value_or(0)));
  }

 private:
  // In the child: a kernel for each number, then all that was found.
  std::string answer(size_t i) {
    if (i == 0) limit_memory();
    if (i < input_.kernels.size()) {
      view_.kernels.push_back(explained(input_, input_.kernels[i], end_of(i)));
      return "explained";
    }
    Json json = Json::object();
    const bool any = std::any_of(view_.kernels.begin(), view_.kernels.end(),
                                 [](const ExplainedKernel& kernel) { return kernel.explanation.has_value(); });
    if (!any && view_.kernels.size() == 1 && !options_.json) {
      const Error& refusal = *view_.kernels[0].refusal;
      json["error"] = Json::Object{{"what", refusal.what}, {"where", refusal.where}};
      return json.dump();
    }
    json["exit"] = static_cast<int>(!any                  ? ExitCode::bad_input
                                    : view_.any_refuted() ? ExitCode::bad_result
                                                          : ExitCode::ok);
    std::string text;
    json["output"] = shown(text);
    json["text"] = text;
    return json.dump();
  }

  // Each kernel may take its share of the time that is left, so that one does not cost the others theirs.
  int64_t end_of(size_t i) const {
    const int64_t now = ProcessorClock().monotonic_ns(), end = k_confirm_ns - spent_ns_;
    return std::min(end, now + (end - now) / static_cast<int64_t>(input_.kernels.size() - i));
  }

  // What is printed, and the text beside it if somebody asks for that.
  std::string shown(std::string& text_beside) {
    const bool is_bare = options_.file.ends_with(".cu");
    if (is_bare) view_.next = {"whet init " + options_.file + " (writes problem.toml)"};
    if (input_.is_source && !is_bare) view_.next = {"whet check " + options_.file, "whet optimize " + options_.file};
    std::string text;
    Context captured = context_;
    captured.print = [&text](std::string_view more) { text += more; };
    if (context_.tell_text) captured.tell_text = [&](std::string_view more) { text_beside += more; };
    if (options_.html)
      show_page(view_, "whet explain " + options_.file, captured);
    else
      show(view_, output_format(options_.json, options_.markdown), captured);
    return text;
  }

  // Of all that the child does.
  WorkLimit limit() const {
    return WorkLimit::of_processor(std::chrono::milliseconds(std::max(k_end_ns - spent_ns_, k_least_ns) / 1'000'000));
  }

  Error refusal(const std::string& what, const std::string& where) const {
    return bad_input("what `" + input_.kernels[0].signature + "` computes was not found: " + what, where,
                     way_on(options_, input_.is_source));
  }

  Error too_hard(const LiftKernel& kernel, const Error& how) const {
    std::string mend = way_on(options_, input_.is_source);
    if (input_.kernels.size() > 1) mend = "name another with --kernel; " + mend;
    return bad_input("what `" + kernel.signature +
                         "` computes was not found within 5 s and 1 GB: the process that read it: " + how.what,
                     {}, mend);
  }

  const ExplainOptions& options_;
  const LiftInput& input_;
  const int64_t spent_ns_;
  Context& context_;
  ExplainView view_;
};

Result<ExitCode> run_explain(const ExplainOptions& options, Context& context) {
  const int64_t begin_ns = context.clock.monotonic_ns();
  auto input = load_lift_input(options.file, options.code, context);
  if (!input && input.error().kind == ErrorKind::failed) {
    Error error = std::move(input).error();
    error.mend = "explain waits no longer; " + way_on(options, true);
    return error;
  }
  if (!input) return std::move(input).error();
  return Explaining(options, *input, context.clock.monotonic_ns() - begin_ns, context).run();
}

}  // namespace

CliCommand explain_command() {
  auto options = std::make_shared<ExplainOptions>();
  CliCommand command;
  command.name = "explain";
  command.summary = "what a kernel computes as a formula, its class, the work it needs; confirmed by running it";
  command.example =
      "  whet explain softmax.cu\n"
      "  whet explain softmax.cu --html > softmax.html\n"
      "  whet explain examples/sgemm --json\n"
      "  whet explain kernels.ptx --kernel reduce";
  command.options = {
      {"file", ".cu, a problem, .ptx, or a .cubin, .fatbin, .o, .so that holds PTX", &options->file, "FILE", {}, true},
      {"--md", "print the report as Markdown, formulas as LaTeX", &options->markdown},
      {"--html", "print the report as an HTML page, formulas as MathML", &options->html},
      json_option(&options->json),
  };
  for (Option& option : code_option_table(&options->code)) command.options.push_back(option);
  command.run = [options](Context& context) { return run_explain(*options, context); };
  command.storage = options;
  return command;
}

}  // namespace whet
