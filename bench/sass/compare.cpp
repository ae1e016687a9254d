// Compares whet's decoder with `cuobjdump -sass`, instruction by instruction, over cubins and libraries.
//
//   sass_compare [--sample N] [--report FILE] FILE...
//
// A cubin is compared whole; of a library, N cubins per architecture, spread evenly over the file.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <mutex>
#include <thread>

#include "binary/container/device_image.h"
#include "binary/cubin/cubin.h"
#include "binary/sass/sass.h"
#include "sass/disassembly.h"
#include "util/system/files.h"
#include "util/system/process.h"
#include "util/text.h"

namespace whet::bench {

struct Tally {
  uint64_t functions = 0, instructions = 0, base_equal = 0, full_equal = 0, control_equal = 0, words_equal = 0,
           unknown = 0;
  std::map<std::string, uint64_t> base_differences, full_differences;

  void add(const Tally& other) {
    functions += other.functions, instructions += other.instructions, base_equal += other.base_equal;
    full_equal += other.full_equal, control_equal += other.control_equal, words_equal += other.words_equal;
    unknown += other.unknown;
    for (const auto& [pair, count] : other.base_differences) base_differences[pair] += count;
    for (const auto& [pair, count] : other.full_differences) full_differences[pair] += count;
  }
};

// The control word's bits 105..125, put back together from the decoded fields.
uint64_t encode_control(const ControlWord& control) {
  uint64_t bits = control.stall;
  bits |= uint64_t{!control.yield} << 4;
  bits |= uint64_t{control.write_barrier.value_or(7)} << 5;
  bits |= uint64_t{control.read_barrier.value_or(7)} << 8;
  bits |= uint64_t{control.wait_mask} << 11;
  bits |= uint64_t{control.reuse} << 17;
  return bits;
}

std::string base_of(const std::string& mnemonic) {
  return mnemonic.substr(0, mnemonic.find('.'));
}

void compare_function(const CubinFunction& function, Architecture architecture, const PrintedFunction& printed,
                      Tally& tally) {
  const auto decoded = decode_function(function.code, architecture);
  if (!decoded) return;
  ++tally.functions;
  for (const PrintedInstruction& theirs : printed.instructions) {
    if (theirs.offset / 16 >= decoded->size()) continue;
    const Instruction& ours = (*decoded)[theirs.offset / 16];
    ++tally.instructions;
    tally.unknown += !ours.known();
    tally.words_equal += ours.low == theirs.low && ours.high == theirs.high;
    tally.control_equal += encode_control(ours.control) == ((theirs.high >> 41) & 0x1fffff);
    const std::string mnemonic = ours.mnemonic();
    const bool same_base = ours.name == base_of(theirs.mnemonic);
    tally.base_equal += same_base;
    tally.full_equal += mnemonic == theirs.mnemonic;
    if (!same_base)
      ++tally.base_differences[fmt::format("{} | {} | {:#06x}", theirs.mnemonic, mnemonic, ours.opcode())];
    else if (mnemonic != theirs.mnemonic)
      ++tally.full_differences[fmt::format("{} | {}", theirs.mnemonic, mnemonic)];
  }
}

Tally compare_cubin(const std::string& content, const std::string& directory, int index) {
  Tally tally;
  const auto cubin = read_cubin(as_bytes(content));
  if (!cubin) return tally;
  const std::string path = fmt::format("{}/{}.cubin", directory, index);
  if (!DiskFileSystem().write(path, content)) return tally;
  const auto output = SystemProcessRunner().run({{"cuobjdump", "-sass", path}, {}, {}, std::chrono::minutes(5)});
  ::unlink(path.c_str());
  if (!output || output->exit_code != 0) return tally;
  std::map<std::string, const CubinFunction*> by_name;
  for (const CubinFunction& function : cubin->functions) by_name[function.name] = &function;
  for (const PrintedFunction& printed : parse_disassembly(output->out)) {
    const auto found = by_name.find(printed.name);
    if (found != by_name.end()) compare_function(*found->second, cubin->architecture, printed, tally);
  }
  return tally;
}

// The cubins to compare: all, or `sample` per architecture.
std::vector<DeviceImage> choose_images(std::vector<DeviceImage> images, size_t sample) {
  std::map<int, std::vector<size_t>> by_sm;
  for (size_t i = 0; i < images.size(); ++i) {
    if (images[i].kind == ImageKind::cubin) by_sm[images[i].architecture.sm].push_back(i);
  }
  std::vector<DeviceImage> chosen;
  for (const auto& [sm, indices] : by_sm) {
    const size_t count = sample == 0 ? indices.size() : std::min(sample, indices.size());
    for (size_t k = 0; k < count; ++k) chosen.push_back(std::move(images[indices[k * indices.size() / count]]));
  }
  return chosen;
}

class MappedFile {
 public:
  explicit MappedFile(const std::string& path) {
    const int descriptor = ::open(path.c_str(), O_RDONLY);
    struct stat status{};
    if (descriptor < 0 || ::fstat(descriptor, &status) != 0) return;
    size_ = static_cast<size_t>(status.st_size);
    data_ = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, descriptor, 0);
    ::close(descriptor);
  }
  ~MappedFile() {
    if (data_ && data_ != MAP_FAILED) ::munmap(data_, size_);
  }
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ByteView bytes() const {
    return data_ && data_ != MAP_FAILED ? ByteView{static_cast<const std::byte*>(data_), size_} : ByteView{};
  }

 private:
  void* data_ = nullptr;
  size_t size_ = 0;
};

struct Options {
  size_t sample = 0;
  std::string report;
  std::vector<std::string> files;
};

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--sample" && i + 1 < argc)
      options.sample = std::strtoul(argv[++i], nullptr, 10);
    else if (argument == "--report" && i + 1 < argc)
      options.report = argv[++i];
    else
      options.files.push_back(argument);
  }
  return options;
}

using TallyBySm = std::map<int, Tally>;

// The chosen cubins of a file.
std::vector<DeviceImage> images_of(const std::string& path, size_t sample) {
  const MappedFile file(path);
  auto images = read_device_images(file.bytes());
  if (images) return choose_images(*std::move(images), sample);
  fmt::print(stderr, "{}: {}\n", path, images.error().what);
  return {};
}

TallyBySm compare_all(const std::vector<DeviceImage>& images, const std::string& directory) {
  TallyBySm tallies;
  std::atomic<size_t> next = 0;
  std::mutex mutex;
  std::vector<std::thread> workers;
  for (unsigned w = 0; w < std::max(1u, std::thread::hardware_concurrency()); ++w) {
    workers.emplace_back([&] {
      for (size_t i = next++; i < images.size(); i = next++) {
        const Tally tally = compare_cubin(images[i].content, directory, static_cast<int>(i));
        const std::lock_guard lock(mutex);
        tallies[images[i].architecture.sm].add(tally);
      }
    });
  }
  for (std::thread& worker : workers) worker.join();
  return tallies;
}

double percent(uint64_t part, uint64_t whole) {
  return whole ? 100.0 * static_cast<double>(part) / static_cast<double>(whole) : 0;
}

std::string table(const TallyBySm& tallies) {
  std::string text =
      "| architecture | functions | instructions | base mnemonic equal | with modifiers equal | control words equal | "
      "encoded words equal | unknown |\n"
      "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n";
  Tally all;
  const auto row = [](const std::string& name, const Tally& t) {
    return fmt::format("| {} | {} | {} | {:.4f} % | {:.2f} % | {:.4f} % | {:.4f} % | {} |\n", name, t.functions,
                       t.instructions, percent(t.base_equal, t.instructions), percent(t.full_equal, t.instructions),
                       percent(t.control_equal, t.instructions), percent(t.words_equal, t.instructions), t.unknown);
  };
  for (const auto& [sm, tally] : tallies) {
    if (tally.instructions == 0) continue;  // cuobjdump does not print this one
    text += row(fmt::format("sm_{}", sm), tally);
    all.add(tally);
  }
  return text + row("all", all);
}

std::string differences(const std::map<std::string, uint64_t>& counts, size_t limit) {
  std::vector<std::pair<std::string, uint64_t>> ordered(counts.begin(), counts.end());
  std::sort(ordered.begin(), ordered.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  std::string text;
  for (size_t i = 0; i < std::min(limit, ordered.size()); ++i)
    text += fmt::format("{:>9}  {}\n", ordered[i].second, ordered[i].first);
  return text;
}

int run(int argc, char** argv) {
  const Options options = parse(argc, argv);
  char directory[] = "/tmp/sass_compare_XXXXXX";
  if (!::mkdtemp(directory)) return 1;
  std::vector<DeviceImage> images;
  for (const std::string& file : options.files) {
    for (DeviceImage& image : images_of(file, options.sample)) images.push_back(std::move(image));
  }
  const TallyBySm tallies = compare_all(images, directory);
  ::rmdir(directory);
  Tally all;
  for (const auto& [sm, tally] : tallies) all.add(tally);
  std::string report = table(tallies);
  report += "\nbase mnemonics that differ (theirs | ours | opcode):\n" + differences(all.base_differences, 200);
  report += "\nmodifiers that differ (theirs | ours):\n" + differences(all.full_differences, 3000);
  if (!options.report.empty()) std::ofstream(options.report) << report;
  fmt::print("{}", table(tallies));
  return 0;
}

}  // namespace whet::bench

int main(int argc, char** argv) {
  return whet::bench::run(argc, argv);
}
