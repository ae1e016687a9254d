#include "binary/cubin/cubin_lines.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace whet {

namespace {

constexpr int32_t k_no_row = -1;
constexpr std::string_view k_ptx_text = ".nv_debug_ptx_txt";

// The function that a sequence of rows belongs to, and the offset of its addresses.
struct Placement {
  size_t function = 0;
  uint64_t base = 0;
};
using Placements = std::unordered_map<uint64_t, Placement>;  // by address slot

Result<Placements> read_placements(const Elf& elf, const ElfSection& section, const std::vector<ElfSymbol>& symbols,
                                   const FunctionTable& table) {
  Placements placements;
  TRY(relocations, read_relocations(elf, static_cast<uint32_t>(&section - elf.sections.data())));
  for (const ElfRelocation& relocation : relocations) {
    if (relocation.symbol >= symbols.size()) continue;
    const ElfSymbol& symbol = symbols[relocation.symbol];
    const auto function = table.by_section.find(symbol.section);
    if (function == table.by_section.end()) continue;
    placements[relocation.offset] = {function->second, symbol.value + static_cast<uint64_t>(relocation.addend)};
  }
  return placements;
}

// Distributes the rows of one line program to their functions.
class RowSorter {
 public:
  RowSorter(const LineProgram& program, const Placements& placements, FunctionTable& table)
      : program_(program), placements_(placements), table_(table) {}

  void add_source_rows() {
    for_each_sequence(
        [this](const LineSequence& sequence, const Placement& placement) { add_source_sequence(sequence, placement); });
  }

  void add_ptx_rows(const EmbeddedPtx& ptx) {
    for_each_sequence(
        [&](const LineSequence& sequence, const Placement& placement) { add_ptx_sequence(sequence, placement, ptx); });
  }

 private:
  template <typename Add>
  void for_each_sequence(Add add) {
    for (const LineSequence& sequence : program_.sequences) {
      if (const auto found = placements_.find(sequence.address_slot); found != placements_.end())
        add(sequence, found->second);
    }
  }

  std::optional<uint32_t> offset_of(const LineRow& row, const Placement& placement) const {
    const uint64_t offset = placement.base + row.address;
    if (row.ends_sequence || offset >= table_.functions[placement.function].code.size()) return std::nullopt;
    return static_cast<uint32_t>(offset);
  }

  // A row refers to the row it was inlined at by its number in the sequence, counted from 1. Only earlier rows are
  // accepted, so that references cannot form a cycle.
  void add_source_sequence(const LineSequence& sequence, const Placement& placement) {
    auto& entries = table_.functions[placement.function].lines.source;
    std::vector<int32_t> entry_of_row;
    for (const LineRow& row : sequence.rows) {
      const auto offset = offset_of(row, placement);
      const int32_t inlined_at =
          row.context == 0 || row.context > entry_of_row.size() ? k_no_row : entry_of_row[row.context - 1];
      entry_of_row.push_back(offset ? static_cast<int32_t>(entries.size()) : k_no_row);
      if (offset) entries.push_back({*offset, file_index(row.file, placement.function), row.line, inlined_at});
    }
  }

  void add_ptx_sequence(const LineSequence& sequence, const Placement& placement, const EmbeddedPtx& ptx) {
    for (const LineRow& row : sequence.rows) {
      const auto offset = offset_of(row, placement);
      if (!offset) continue;
      const auto module =
          ptx.lines_before.find(row.file < program_.files.size() ? program_.files[row.file] : std::string_view{});
      const uint32_t before = module == ptx.lines_before.end() ? 0 : module->second;
      table_.functions[placement.function].lines.ptx.push_back({*offset, 0, row.line + before, k_no_row});
    }
  }

  // The map of a function lists only the files that it uses.
  uint32_t file_index(uint32_t file, size_t function) {
    auto& files = table_.functions[function].lines.files;
    const auto [found, is_new] = file_indices_.try_emplace({function, file}, static_cast<uint32_t>(files.size()));
    if (is_new) files.push_back(file < program_.files.size() ? program_.files[file] : std::string());
    return found->second;
  }

  const LineProgram& program_;
  const Placements& placements_;
  FunctionTable& table_;
  std::map<std::pair<size_t, uint32_t>, uint32_t> file_indices_;
};

// Sorts the rows by offset (stable) and updates the inlining references.
void sort_rows(std::vector<LineEntry>& rows) {
  const auto by_offset = [](const LineEntry& a, const LineEntry& b) { return a.offset < b.offset; };
  if (std::is_sorted(rows.begin(), rows.end(), by_offset)) return;
  std::vector<size_t> order(rows.size());
  std::vector<int32_t> place(rows.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(),
            [&](size_t a, size_t b) { return std::pair(rows[a].offset, a) < std::pair(rows[b].offset, b); });
  std::vector<LineEntry> sorted;
  for (const size_t index : order) {
    place[index] = static_cast<int32_t>(sorted.size());
    sorted.push_back(rows[index]);
  }
  for (LineEntry& row : sorted)
    row.inlined_at = row.inlined_at < 0 ? k_no_row : place[static_cast<size_t>(row.inlined_at)];
  rows = std::move(sorted);
}

}  // namespace

EmbeddedPtx read_embedded_ptx(const Elf& elf) {
  EmbeddedPtx ptx;
  for (const ElfSection& section : elf.sections) {
    if (!section.name.starts_with(k_ptx_text)) continue;
    ptx.lines_before[section.name] = static_cast<uint32_t>(ptx.lines.size());
    for (uint64_t at = 0; at < section.content.size(); at += ptx.lines.back().size() + 1)
      ptx.lines.emplace_back(text_at(section.content, at));
  }
  return ptx;
}

Result<void> attach_line_maps(const Elf& elf, const std::vector<ElfSymbol>& symbols, const EmbeddedPtx& ptx,
                              FunctionTable& table) {
  for (const std::string_view name : {".debug_line", ".nv_debug_line_sass"}) {
    const ElfSection* section = elf.find(name);
    if (!section) continue;
    TRY(programs, read_line_programs(section->content));
    TRY(placements, read_placements(elf, *section, symbols, table));
    for (const LineProgram& program : programs) {
      RowSorter sorter(program, placements, table);
      name == ".debug_line" ? sorter.add_source_rows() : sorter.add_ptx_rows(ptx);
    }
  }
  for (CubinFunction& function : table.functions) {
    sort_rows(function.lines.source);
    sort_rows(function.lines.ptx);
  }
  return {};
}

}  // namespace whet
