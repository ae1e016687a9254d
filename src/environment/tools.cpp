#include "environment/tools.h"

#include <cctype>

#include "environment/timeouts.h"
#include "environment/toolkit.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr Package cuda_package(std::string_view name) {
  return {name, name, name, "cuda", true};
}

std::string first_line(const Finished& finished) {
  const std::string_view text = trim(finished.err).empty() ? trim(finished.out) : trim(finished.err);
  return std::string(text.substr(0, text.find('\n')));
}

void judge_answer(Probe& probe, const Tool& tool, const Result<Finished>& finished) {
  const std::string command = "`" + probe.path + " " + std::string(tool.argument) + "` ";
  if (!finished) {
    probe.detail = finished.error().what;
  } else if (finished->timed_out) {
    probe.status = ProbeStatus::unknown;
    probe.detail = command + "does not answer";
  } else if (finished->exit_code != 0) {
    probe.detail = command + "fails: " + first_line(*finished);
  } else {
    probe.status = ProbeStatus::found;
    probe.version = version_after(finished->out + "\n" + finished->err, tool.before_version);
  }
}

}  // namespace

const std::vector<Tool>& tools() {
  static const std::vector<Tool> all = {
      {"nvcc", "nvcc", "--version", ", V", true, cuda_package("cuda-nvcc-13-0")},
      {"ptxas", "ptxas", "--version", ", V", true, cuda_package("cuda-nvcc-13-0")},
      {"host-compiler", "g++", "--version", ") ", false, {"g++", "gcc-c++", "gcc-c++", "gcc"}},
      {"ncu", "ncu", "--version", "Version ", true, cuda_package("cuda-nsight-compute-13-0")},
      {"compute-sanitizer", "compute-sanitizer", "--version", "Version ", true, cuda_package("cuda-sanitizer-13-0")},
      {"cuobjdump", "cuobjdump", "--version", ", V", true, cuda_package("cuda-cuobjdump-13-0")},
      {"nvdisasm", "nvdisasm", "--version", ", V", true, cuda_package("cuda-nvdisasm-13-0")},
      {"ssh", "ssh", "-V", "OpenSSH_", false, {"openssh-client", "openssh-clients", "openssh-clients", "openssh"}},
      {"slurm", "srun", "--version", "slurm", false, {"slurm-client", "slurm", "slurm", "slurm-llnl"}},
  };
  return all;
}

std::string version_after(std::string_view text, std::string_view mark) {
  const size_t at = text.find(mark);
  if (at == std::string_view::npos) return {};
  text.remove_prefix(at + mark.size());
  while (!text.empty() && (text.front() == ' ' || text.front() == '-')) text.remove_prefix(1);
  size_t end = 0;
  while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) || text[end] == '.')) ++end;
  return std::string(text.substr(0, end));
}

Probe tool_probe(const Tool& tool, const Machine& machine, const Host& host) {
  Probe probe = begin_probe(tool.probe);
  const std::string program(tool.program);
  const auto path = tool.cuda ? find_cuda_tool(machine, program) : machine.processes.find_program(program);
  if (!path) {
    probe.mend = install_command(host, tool.package);
    return probe;
  }
  probe.path = *path;
  judge_answer(probe, tool, machine.processes.run({{*path, std::string(tool.argument)}, {}, {}, k_tool_timeout}));
  if (probe.status != ProbeStatus::found) probe.mend = "reinstall it: " + install_command(host, tool.package);
  return probe;
}

}  // namespace whet
