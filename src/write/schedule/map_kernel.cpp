#include "write/schedule/map_kernel.h"

#include <fmt/format.h>

#include <algorithm>

#include "write/schedule/row_index.h"

namespace whet::write {

namespace {

constexpr const char *k_map_scratch = "tensor_maps", *k_copy_scratch = "operand_copies";
constexpr int64_t k_copy_blocks = 528;  // four for each multiprocessor of an H200

int64_t element_bytes(const MappedOperand& each) {
  return static_cast<int64_t>(bytes_of(each.type));
}

// Elements of 16 bytes.
int64_t of_chunk(const MappedOperand& each) {
  return 16 / element_bytes(each);
}

}  // namespace

// Lines of a box: those of a tile, or 64 terms.
std::string MapKernel::box_lines(const MappedOperand& each) const {
  if (!each.along_terms) return "kTileK";
  return each.is_left() ? "kTileM" : are_columns_shared_ ? "kTileN / kCluster" : "kTileN";
}

// The subject with those of its parameters alone that operands are made of.
Subject MapKernel::own_subject() const {
  std::vector<Expr> all{plan_.count};
  for (const MappedOperand* each : operands()) {
    all.insert(all.end(), {each->names.operand.value, each->from, each->stride, each->length, each->lines});
    for (const BatchStep& step : each->steps) all.insert(all.end(), {step.index.count, step.stride});
  }
  Subject own = subject_;
  // An extent of the launch may be written as a parameter.
  if (!parts_of_kind(subject_.arena, all, lift::Kind::special).empty()) return own;
  for (size_t i = 0; i < own.parameters.size(); ++i) {
    const Expr parameter = subject_.arena.parameter(static_cast<int>(i));
    own.parameters[i].is_passed &=
        std::any_of(all.begin(), all.end(), [&](Expr e) { return subject_.arena.contains(e, parameter); });
  }
  return own;
}

// The indices that count through the lines of an operand, the outermost first.
std::vector<lift::SpaceIndex> MapKernel::line_indices(const MappedOperand& each) const {
  std::vector<lift::SpaceIndex> rows;
  for (const BatchStep& step : each.steps) rows.push_back(step.index);
  rows.push_back(each.along_terms ? each.names.operand.own : lift::SpaceIndex{plan_.term, plan_.count});
  return rows;
}

lift::SpaceIndex MapKernel::index_along(const MappedOperand& each) const {
  return each.along_terms ? lift::SpaceIndex{plan_.term, plan_.count} : each.names.operand.own;
}

std::string MapKernel::parameter() const {
  return fmt::format("{}unsigned char* {}", qualifier(), k_map_scratch);
}

std::string MapKernel::argument() {
  return fmt::format("\"{}\"", k_map_scratch);
}

std::string MapKernel::can_map() {
  std::vector<std::string> all;
  const auto add = [&](const std::vector<std::string>& more) {
    for (const std::string& each : more) {
      if (std::find(all.begin(), all.end(), each) == all.end()) all.push_back(each);
    }
  };
  for (const MappedOperand* each : operands()) {
    if (!copies_) add(maps_.is_aligned(*each));
    add(maps_.has_range(*each));
  }
  return join(all, " && ");
}

void MapKernel::declare_maps() {
  lines_.add(fmt::format("{}unsigned char* const {} = next_aligned<kMapBytes>({}){};", qualifier(), k_maps,
                         k_map_scratch,
                         owners_ > 0 ? fmt::format(" + blockIdx.x * ({} * kMapBytes)", operands().size()) : ""));
}

void MapKernel::write_map(const MappedOperand& each) {
  lines_.add(maps_.write(each, box_lines(each), maps_.place(each)));
}

std::vector<const MappedOperand*> MapKernel::operands() const {
  std::vector<const MappedOperand*> all{&left_, &right_};
  if (further_) all.push_back(&*further_);
  return all;
}

void MapKernel::write_own(const std::string& first_warp) {
  if (owners_ == 0) return;
  int64_t number = 0;
  for (const MappedOperand* each : operands()) {
    const std::string further = number == 0 ? "" : fmt::format(" + {}", number);
    lines_.open(fmt::format("if (warp == {}{})", first_warp, further));
    write_map(*each);
    lines_.close();
    ++number;
  }
}

void MapKernel::write(const std::vector<FurtherParameter>& further) {
  if (owners_ > 0) return;
  const std::string copies = copies_ ? fmt::format(", unsigned char* {}", k_copy_scratch) : "";
  lines_.open(fmt::format("__global__ void __launch_bounds__({}) {}_maps({}, unsigned char* {}{})",
                          copies_ ? "kCopyThreads, 4" : "32", subject_.kernel, parameter_text(own_subject(), further),
                          k_map_scratch, copies));
  lines_.add(fmt::format("unsigned char* const {} = next_aligned<kMapBytes>({});", k_maps, k_map_scratch));
  lines_.add(fmt::format("const bool can_map = {};", can_map()));
  lines_.add("if (!can_map) return;");
  if (copies_) {
    write_copies();
  } else {
    for (const MappedOperand* each : operands()) write_map(*each);
  }
  lines_.close();
  lines_.add("");
}

// "(long long)m * batch": lines of all matrices.
std::string MapKernel::lines_text(const MappedOperand& each) {
  std::string lines = "(long long)" + text_.integer(each.lines);
  for (const BatchStep& step : each.steps) lines += " * " + text_.integer(step.index.count);
  return lines;
}

void MapKernel::declare_copy(const MappedOperand& each) {
  const std::string& side = each.names.side;
  if (const std::string condition = stays(each); !condition.empty())
    lines_.add(fmt::format("const bool is_{}_mapped = {};", side, condition));
  lines_.add(fmt::format("const long long {0}_pitch = ((long long){1} + kChunk - 1) / kChunk * kChunk;", side,
                         text_.integer(each.length)));
  const std::string type(cuda_name(each.type));
  if (each.is_left())
    return lines_.add(
        fmt::format("{0}* const left_copy = reinterpret_cast<{0}*>(next_aligned<16>({1}));", type, k_copy_scratch));
  const std::string of_left = "left_pitch * " + lines_text(left_);
  lines_.add(fmt::format("{}* const right_copy = left_copy + {};", type,
                         stays(left_).empty() ? of_left : fmt::format("(is_left_mapped ? 0 : {})", of_left)));
}

void MapKernel::write_copies() {
  lines_.add("// What cannot be mapped where it is is copied to lines that begin at multiples of 16 bytes.");
  declare_copy(left_);
  declare_copy(right_);
  lines_.open("if (blockIdx.x == 0 && threadIdx.x < 32)");
  for (const MappedOperand* each : {&left_, &right_}) lines_.add(map_of_copy(*each));
  lines_.close();
  copy_operands();
}

Result<std::string> MapKernel::copy_blocks() const {
  return std::to_string(k_copy_blocks);
}

void MapKernel::copy_operands() {
  write_copy(left_);
  write_copy(right_);
}

MapPlace MapKernel::place_of_copy(const MappedOperand& each) {
  const std::string& side = each.names.side;
  const std::string line = fmt::format("{}_pitch * {}", side, element_bytes(each));
  MapPlace place{fmt::format("{}_copy", side), line, {}};
  std::string stride = fmt::format("{} * {}", line, text_.integer(each.lines));
  place.strides.resize(each.steps.size());
  for (size_t i = each.steps.size(); i-- > 0;) {
    place.strides[i] = stride;
    stride += " * " + text_.integer(each.steps[i].index.count);
  }
  return place;
}

std::string MapKernel::map_of_copy(const MappedOperand& each) {
  const MapPlace copy = place_of_copy(each);
  const bool may_stay = !stays(each).empty();
  const std::string condition = fmt::format("is_{}_mapped", each.names.side);
  return maps_.write(each, box_lines(each), may_stay ? MapText::either(condition, maps_.place(each), copy) : copy);
}

// A thread loads a chunk of elements, wherever they lie, and stores it at once.
void MapKernel::write_copy(const MappedOperand& each) {
  const std::string& side = each.names.side;
  const std::vector<lift::SpaceIndex> rows = line_indices(each);
  std::vector<std::string> names;
  for (size_t i = 0; i < rows.size(); ++i) names.push_back(text_.fresh("of_line"));
  const lift::Node node = subject_.arena[*each.names.operand.plain];
  lines_.open(fmt::format("if (!is_{}_mapped)", side));
  lines_.add(fmt::format("const long long packs = {}_pitch / kChunk, count = {} * packs;", side, lines_text(each)));
  lines_.add("const long long step = (long long)gridDim.x * kCopyThreads;");
  lines_.open("for (long long at = (long long)blockIdx.x * kCopyThreads + threadIdx.x; at < count; at += step)");
  const size_t before = text_.mark();
  lines_.add("const long long along = modulo(at, packs) * kChunk;");
  write_row_indices(rows, names, "divide(at, packs)", lines_, text_);
  text_.bind(index_along(each).variable, "along");
  lines_.add(fmt::format("const Pack<{}, kChunk> pack = load_pack<kChunk>({}, {} - along, false);",
                         cuda_name(each.type), text_.address(node.args[0], node.args[1], node.bytes),
                         text_.integer(each.length)));
  lines_.add(fmt::format("store_pack({}_copy + at * kChunk, pack, kChunk, true);", side));
  text_.release(before);
  lines_.close();
  lines_.close();
}

Result<void> MapKernel::add_launch(const std::vector<FurtherParameter>& further, WrittenKernel& kernel) const {
  std::vector<std::string> arguments = launch_arguments(own_subject(), further);
  arguments.push_back(argument());
  const int64_t all = std::max<int64_t>(1, owners_) * static_cast<int64_t>(operands().size());
  kernel.scratch.push_back({k_map_scratch, "u8", std::to_string((all + 1) * k_map_bytes)});  // kernels align it
  if (owners_ > 0) return {};
  if (!copies_) {
    kernel.launches.push_back({subject_.kernel + "_maps", arguments, "1", 32});
    return {};
  }
  std::string bytes = "16";
  for (const MappedOperand* each : {&left_, &right_}) {
    TRY(count, count_formula(subject_, line_indices(*each)));
    TRY(length, count_formula(subject_, {index_along(*each)}));
    bytes += fmt::format(" + {} * {} * ({} + {})", element_bytes(*each), count, length, of_chunk(*each) - 1);
  }
  arguments.push_back(fmt::format("\"{}\"", k_copy_scratch));
  kernel.scratch.push_back({k_copy_scratch, "u8", bytes});
  kernel.constants.push_back({"kCopyThreads", k_copy_threads, "of a block that copies operands"});
  TRY(blocks, copy_blocks());
  kernel.launches.push_back({subject_.kernel + "_maps", arguments, blocks, k_copy_threads});
  return {};
}

}  // namespace whet::write
