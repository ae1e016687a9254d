#include "write/schedule/work_count.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "write/subject/inner_part.h"

namespace whet::write {

using lift::Kind;

namespace {

constexpr double k_lanes = 32, k_sector_bytes = 32, k_line_bytes = 128, k_word_bytes = 16;
constexpr double k_page_bytes = 512;      // beside each other in memory, that are cheap to read together
constexpr double k_in_l1 = 64 * 1024;     // bytes of an array that stays in L1
constexpr double k_usual = 1024;          // of a range that is not known
constexpr double k_usual_row = 32;        // elements of a row whose length is read
constexpr double k_first_registers = 26;  // addresses, sizes, indices
constexpr double k_address_steps = 2, k_guard_steps = 2;  // instructions of an access, of a guarded element
constexpr int k_near_lanes = 256;  // of warps beside each other, which find in L1 what one of them brought

double distinct(std::vector<int64_t>& numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return static_cast<double>(numbers.size());
}

std::vector<int64_t> lines_of(std::vector<int64_t> sectors) {
  for (int64_t& sector : sectors) sector >>= 2;
  distinct(sectors);
  return sectors;
}

void add_sectors(double from, double bytes, std::vector<int64_t>& sectors) {
  const auto first = static_cast<int64_t>(std::floor(from / k_sector_bytes));
  const auto last = static_cast<int64_t>(std::floor((from + bytes - 1) / k_sector_bytes));
  for (int64_t sector = first; sector <= last; ++sector) sectors.push_back(sector);
}

// Reductions are results: what they load is counted where they are computed.
void collect_loads(const lift::Arena& arena, Expr e, Expr along, std::set<uint32_t>& seen,
                   std::vector<CountedAccess>& found) {
  if (!seen.insert(e.id).second || arena[e].kind == Kind::reduction) return;
  const lift::Node& node = arena[e];
  for (const Expr arg : node.args) collect_loads(arena, arg, along, seen, found);
  for (const lift::Term& term : node.terms) {
    for (const Expr atom : term.atoms) collect_loads(arena, atom, along, seen, found);
  }
  if (node.kind == Kind::load)
    found.push_back({node.args[0], node.args[1], node.bytes, arena.contains(node.args[1], along)});
}

}  // namespace

WorkCount::WorkCount(const Subject& subject, const SubjectCase& at, std::vector<Range> ranges)
    : subject_(subject), sizes_(subject, at), ranges_(std::move(ranges)) {
  work_.registers = k_first_registers;
}

double WorkCount::size(Expr count) const {
  return sizes_.size(count, k_usual);
}

double WorkCount::length(Expr count, const std::vector<Expr>& bodies, double rows) const {
  if (parts_of_kind(subject_.arena, {count}, Kind::load).empty()) {
    // Rows of different lengths: as long as the one in the middle.
    VariableValues middle;
    for (const Range& range : ranges_) middle.emplace_back(range.variable, std::floor(range.count / 2));
    return std::max(0.0, sizes_.value(count, middle).value_or(k_usual));
  }
  double longest = 0;
  for (const Expr load : parts_of_kind(subject_.arena, bodies, Kind::load)) {
    const auto elements = sizes_.elements(subject_.arena[load].args[0]);
    if (elements) longest = std::max(longest, *elements / std::max(1.0, rows));
  }
  return longest > 0 ? longest : k_usual_row;
}

void WorkCount::set_range(Expr variable, double count) {
  for (Range& range : ranges_) {
    if (range.variable == variable) {
      range.count = count;
      return;
    }
  }
  ranges_.push_back({variable, count});
}

void WorkCount::set_grid(double blocks, double threads) {
  work_.blocks = std::max(1.0, blocks);
  work_.threads = threads;
}

double WorkCount::range(Expr variable) const {
  for (const Range& range : ranges_) {
    if (range.variable == variable) return std::max(1.0, range.count);
  }
  return 1;
}

// Away from the ends, where a warp begins.
VariableValues WorkCount::middle(const std::vector<LaneStep>& lanes, const LanePack& pack) const {
  VariableValues values;
  for (const Range& range : ranges_) {
    double span = range.variable == pack.along ? static_cast<double>(pack.vector) : 1;
    for (const LaneStep& step : lanes) {
      if (step.variable == range.variable) span = std::max(span, step.lanes * step.step);
    }
    values.emplace_back(range.variable, std::floor(std::max(0.0, range.count) / 2 / span) * span);
  }
  return values;
}

double WorkCount::address(const CountedAccess& access, const VariableValues& at) const {
  const double elements = sizes_.elements(access.array).value_or(k_usual * k_usual);
  return sizes_.value(access.offset, at, elements).value_or(0);
}

// Whether packs are whole words of memory, here and in the next row of every index.
bool WorkCount::is_wide(const CountedAccess& access, const LanePack& pack) const {
  if (pack.vector == 1 || !access.is_pack || !access.may_be_wide) return false;
  VariableValues at;
  for (const Range& range : ranges_) at.emplace_back(range.variable, 0);
  const double first = address(access, at), word = static_cast<double>(pack.vector) * access.bytes;
  if (std::fmod(first, word) != 0) return false;
  for (auto& [variable, value] : at) {
    value = 1;
    const double moved = address(access, at) - first;
    value = 0;
    if (variable == pack.along ? moved != access.bytes : std::fmod(moved, word) != 0) return false;
  }
  return true;
}

// 0: lines are touched whole; 1: one sector of each.
double WorkCount::loneliness(const std::vector<int64_t>& sectors) {
  const auto lines = static_cast<double>(lines_of(sectors).size());
  return lines > 0 ? std::clamp((4 - static_cast<double>(sectors.size()) / lines) / 3, 0.0, 1.0) : 0;
}

// What the warps beside this one add: they may touch the rest of a line.
double WorkCount::loneliness_of(const CountedAccess& access, const std::vector<LaneStep>& lanes, const LanePack& pack,
                                bool is_wide, const std::vector<int64_t>& touched) const {
  const double own = loneliness(touched);
  return own > 0 ? loneliness(footprint(access, lanes, pack, is_wide, k_near_lanes).touched) : 0;
}

// Sectors of a few warps beside each other, for each of them; those of one warp where it uses all of what it asks for.
double WorkCount::fresh_sectors(const CountedAccess& access, const std::vector<LaneStep>& lanes, const LanePack& pack,
                                bool is_wide, const std::vector<int64_t>& touched) const {
  const auto own = static_cast<double>(touched.size());
  const double used = k_lanes * access.bytes * static_cast<double>(access.is_pack ? pack.vector : 1);
  if (own * k_sector_bytes < 2 * used) return own;
  const auto all = static_cast<double>(footprint(access, lanes, pack, is_wide, k_near_lanes).touched.size());
  return std::min(own, all * k_lanes / k_near_lanes);
}

WorkCount::Footprint WorkCount::footprint(const CountedAccess& access, const std::vector<LaneStep>& lanes,
                                          const LanePack& pack, bool is_wide, int count) const {
  Footprint found;
  const VariableValues begin = middle(lanes, pack);
  const int64_t elements = access.is_pack ? pack.vector : 1;
  const int64_t requests = is_wide ? 1 : elements;
  found.requests = static_cast<double>(requests);
  for (int64_t request = 0; request < requests; ++request) {
    std::vector<int64_t> sectors;
    for (int lane = 0; lane < count; ++lane) {
      VariableValues at = begin;
      bool is_inside = true;
      double rest = lane;
      const auto move = [&](Expr variable, double by) {
        for (auto& [known, value] : at) {
          if (known == variable) value += by, is_inside = is_inside && value < range(variable);
        }
      };
      for (const LaneStep& step : lanes) {
        const double group = std::max(1.0, step.lanes);
        move(step.variable, std::fmod(rest, group) * step.step);
        rest = std::floor(rest / group);
      }
      if (access.is_pack) move(pack.along, static_cast<double>(request));
      if (!is_inside || rest >= 1) continue;
      add_sectors(address(access, at), access.bytes * static_cast<double>(is_wide ? pack.vector : 1), sectors);
    }
    found.sectors += distinct(sectors);
    found.lines += static_cast<double>(lines_of(sectors).size());
    found.touched.insert(found.touched.end(), sectors.begin(), sectors.end());
  }
  distinct(found.touched);
  return found;
}

double WorkCount::repeats(const CountedAccess& access) const {
  double times = 1;
  for (const Range& range : ranges_) {
    if (!subject_.arena.contains(access.offset, range.variable)) times *= std::max(1.0, range.count);
  }
  return times;
}

ArrayTraffic& WorkCount::traffic(Expr array) {
  const std::string& name = subject_.parameter(array).name;
  for (ArrayTraffic& known : work_.arrays) {
    if (known.array == name) return known;
  }
  work_.arrays.push_back({name});
  return work_.arrays.back();
}

void WorkCount::touch(const CountedAccess& access, const Footprint& all, double requests, double between,
                      ArrayTraffic& of) {
  const double bytes = k_sector_bytes * static_cast<double>(all.touched.size());
  const auto elements = sizes_.elements(access.array);
  double touched = std::max(bytes > 0 ? std::min(bytes, requests * bytes) : 0, requests * bytes / repeats(access));
  if (elements) touched = std::min(touched, std::ceil(*elements * access.bytes / k_sector_bytes) * k_sector_bytes);
  of.lone = std::max(of.lone, touched * all.loneliness);
  of.touched = std::max(of.touched, touched);
  of.between = std::max(of.between, between);
}

void WorkCount::leave_pages(const std::vector<CountedAccess>& accesses, double elements) {
  for (const CountedAccess& access : accesses) {
    ArrayTraffic& of = traffic(access.array);
    const double share = 1 - elements * access.bytes / k_page_bytes;
    of.lone = std::max(of.lone, of.touched * std::clamp(share, 0.0, 1.0));
  }
}

void WorkCount::count_requests(const Footprint& footprint, double requests, bool is_wide, const LanePack& pack) {
  work_.lines += requests * footprint.lines;
  work_.sectors += requests * footprint.sectors;
  work_.memory += requests * footprint.requests;
  const bool is_guarded = !is_wide && pack.vector > 1;
  work_.integer += requests * (k_address_steps + (is_guarded ? k_guard_steps * footprint.requests : 1));
}

void WorkCount::read(const std::vector<CountedAccess>& accesses, const std::vector<LaneStep>& lanes,
                     const LanePack& pack, double requests, double between, double fresh) {
  std::vector<std::pair<Expr, Footprint>> arrays;
  for (const CountedAccess& access : accesses) {
    const bool wide = is_wide(access, pack);
    Footprint found = footprint(access, lanes, pack, wide);
    if (wide) found.requests = std::ceil(static_cast<double>(pack.vector) * access.bytes / k_word_bytes);
    count_requests(found, requests, wide, pack);
    const double own = std::max(1.0, static_cast<double>(found.touched.size()));
    found.fresh = fresh_sectors(access, lanes, pack, wide, found.touched) / own;
    found.loneliness = loneliness_of(access, lanes, pack, wide, found.touched);
    const auto known =
        std::find_if(arrays.begin(), arrays.end(), [&](const auto& each) { return each.first == access.array; });
    if (known == arrays.end()) {
      arrays.emplace_back(access.array, found);
    } else {
      auto& touched = known->second.touched;
      touched.insert(touched.end(), found.touched.begin(), found.touched.end());
      distinct(touched);
    }
  }
  for (const auto& [array, all] : arrays) {
    const auto access = std::find_if(accesses.begin(), accesses.end(),
                                     [&, of = array](const CountedAccess& each) { return each.array == of; });
    ArrayTraffic& of = traffic(array);
    const double new_ones = fresh * all.fresh * requests;
    of.requested += new_ones * k_sector_bytes * static_cast<double>(all.touched.size());
    touch(*access, all, new_ones, between, of);
  }
}

void WorkCount::write(const std::vector<CountedAccess>& accesses, const std::vector<LaneStep>& lanes,
                      const LanePack& pack, double requests) {
  for (const CountedAccess& access : accesses) {
    const bool wide = is_wide(access, pack);
    Footprint found = footprint(access, lanes, pack, wide);
    if (wide) found.requests = std::ceil(static_cast<double>(pack.vector) * access.bytes / k_word_bytes);
    count_requests(found, requests, wide, pack);
    ArrayTraffic& of = traffic(access.array);
    found.loneliness = loneliness_of(access, lanes, pack, wide, found.touched);
    const double share = merged_share(access, accesses, found, pack);
    of.stored += share * requests * k_sector_bytes * found.sectors;
    work_.store_lines += share * requests * found.lines;
    touch(access, found, requests, 0, of);
  }
}

// Stores of single elements that fill sectors together, as those of all members of structs, are merged on their way.
double WorkCount::merged_share(const CountedAccess& access, const std::vector<CountedAccess>& accesses,
                               const Footprint& found, const LanePack& pack) const {
  double bytes = 0, together = 0;
  for (const CountedAccess& each : accesses) {
    if (each.array == access.array) bytes += each.bytes, together += 1;
  }
  const bool fills = k_lanes * bytes >= 0.9 * k_sector_bytes * static_cast<double>(found.touched.size());
  return pack.vector == 1 && together > 1 && fills ? 1 / together : 1;
}

void WorkCount::update(const CountedAccess& access, const std::vector<LaneStep>& lanes, const LanePack& pack,
                       double requests, double targets, bool is_vector) {
  const bool wide = is_vector && is_wide({access.array, access.offset, access.bytes, true}, pack);
  Footprint found = footprint(access, lanes, pack, wide);
  count_requests(found, requests, wide, pack);
  ArrayTraffic& of = traffic(access.array);
  of.updated += requests * k_sector_bytes * found.sectors;
  touch(access, found, requests, 0, of);
  work_.atomic_sectors += requests * found.sectors;
  const double updates = requests * k_lanes * found.requests;
  const double hot_lines = std::max(1.0, targets * access.bytes / k_line_bytes);
  work_.hot_sectors = std::max(work_.hot_sectors, requests * found.sectors / hot_lines);
  work_.hot_lanes = std::max(work_.hot_lanes, updates / std::max(1.0, targets));
}

void WorkCount::compute(const Operations& operations, double threads) {
  const double warps = threads / k_lanes;
  work_.fp32 += operations.fp32 * warps;
  work_.integer += operations.integer * warps;
  work_.fp64 += operations.fp64 * warps;
  work_.special += operations.special * warps;
}

void WorkCount::combine(double lanes, double bytes, const Operations& fold) {
  const double words = std::ceil(bytes / 4), warps = this->warps();
  const double steps = std::log2(std::clamp(lanes, 1.0, k_lanes));
  work_.memory += words * steps * warps;
  work_.shared_wavefronts += words * steps * warps;
  work_.shuffles += steps;
  compute(fold, steps * warps * k_lanes);
  if (lanes <= k_lanes) return;
  const double others = lanes / k_lanes, more = std::log2(others);  // every warp combines what the warps have
  work_.memory += words * (2 + more) * warps;
  work_.shared_wavefronts += words * (2 + more) * warps;
  work_.shuffles += more;
  compute(fold, more * warps * k_lanes);
  work_.shared_waits += 1;
  work_.barriers += 1;
  work_.shared_bytes += 2 * others * bytes;
}

void WorkCount::wait_after_stores(const std::vector<CountedAccess>& loads, double times) {
  double largest = 0;
  for (const CountedAccess& load : loads) largest = std::max(largest, traffic(load.array).touched);
  (largest <= k_in_l1 ? work_.l1_waits : work_.waits) += times;
}

void WorkCount::keep(double bytes) {
  work_.registers += bytes / 4;
}

double kept_bytes(int bytes) {
  return bytes == 1 ? 4 : bytes == 2 ? 3 : bytes;
}

std::vector<CountedAccess> counted_loads(const Subject& subject, const std::vector<lift::SpaceIndex>& space,
                                         const std::vector<Expr>& values, Expr along) {
  lift::Arena& arena = subject.arena;
  InnerPart part(arena, space);
  std::vector<Expr> roots;
  for (const Expr value : values) roots.push_back(part.unrolled(value));
  std::vector<CountedAccess> found;
  std::set<uint32_t> seen;
  for (const Expr root : roots) collect_loads(arena, root, along, seen, found);
  return found;
}

std::vector<CountedAccess> counted_stores(const Subject& subject, const std::vector<lift::Statement>& statements,
                                          Expr along) {
  std::vector<CountedAccess> found;
  for (const lift::Statement& each : statements)
    found.push_back({each.array, each.offset, each.bytes, subject.arena.contains(each.offset, along)});
  return found;
}

std::vector<CountedAccess> without(std::vector<CountedAccess> accesses, const std::vector<CountedAccess>& others) {
  std::erase_if(accesses, [&](const CountedAccess& access) {
    return std::any_of(others.begin(), others.end(), [&](const CountedAccess& other) {
      return other.array == access.array && other.offset == access.offset;
    });
  });
  return accesses;
}

std::vector<LaunchWork> counted(const Subject& subject, const std::vector<lift::SpaceIndex>& space,
                                const std::function<void(WorkCount&)>& count) {
  std::vector<LaunchWork> found;
  for (const SubjectCase& at : subject.cases) {
    WorkCount work(subject, at, {});
    for (const lift::SpaceIndex& index : space) work.set_range(index.variable, work.size(index.count));
    count(work);
    found.push_back(std::move(work.work()));
  }
  return found;
}

}  // namespace whet::write
