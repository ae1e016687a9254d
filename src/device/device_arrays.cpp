#include "device/device_arrays.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "problem/data/data.h"
#include "problem/data/edited_values.h"

namespace whet {

namespace {

constexpr uint64_t k_tried_rows = 64, k_tried_columns = 80;

// A small array of normal numbers.
ArrayContent tried_content() {
  constexpr uint64_t k_seed = 7;
  ResolvedArgument argument;
  argument.name = "tried";
  argument.type = ElementType::f32;
  argument.count = k_tried_rows * k_tried_columns;
  argument.fill = {FillKind::normal, 0, 1, {}, {}};
  return ArrayContent::made_by(*fill_recipe(argument, k_seed));
}

// So much changed that some elements are within the tolerance of fp32 and some are not.
ArrayContent nudged(const ArrayContent& usual) {
  constexpr double k_change = 0x1p-12;
  return ArrayContent::made_by(nudged_recipe(ElementType::f32, k_tried_rows * k_tried_columns, 3, k_change), usual);
}

}  // namespace

// Memory that contents gave back, for the next of the same size: allocating and freeing hundreds of megabytes takes
// longer than filling them. No more is spare than the largest array takes, because candidates need the room.
struct DeviceArrays::Pool {
  explicit Pool(Device& owner) : device(owner) {}
  ~Pool() { release(); }
  void release() {
    for (const auto& [size, address] : spare) (void)device.free(address), bytes -= size;
    spare.clear();
  }

  void put(uint64_t size, uint64_t address) {
    largest = std::max(largest, size);
    spare.emplace(size, address);
    while (spare_bytes() > largest) {  // the smallest are the quickest to have again
      (void)device.free(spare.begin()->second), bytes -= spare.begin()->first;
      spare.erase(spare.begin());
    }
  }

  uint64_t spare_bytes() const {
    uint64_t all = 0;
    for (const auto& [size, address] : spare) all += size;
    return all;
  }

  Device& device;
  std::multimap<uint64_t, uint64_t> spare;  // addresses by size
  uint64_t bytes = 0, largest = 0;
};

class DeviceArrays::Buffer : public HeldArray {
 public:
  Buffer(std::shared_ptr<Pool> pool, uint64_t address, uint64_t bytes)
      : pool_(std::move(pool)), address_(address), bytes_(bytes) {}
  ~Buffer() override { pool_->put(bytes_, address_); }

  uint64_t address() const override { return address_; }
  std::string read() const override {
    auto content = pool_->device.read(address_, bytes_);
    return content ? std::move(*content) : std::string(bytes_, '\0');
  }

 private:
  std::shared_ptr<Pool> pool_;
  uint64_t address_, bytes_;
};

DeviceArrays::DeviceArrays(Device& device, Compiler& compiler, uint64_t least_bytes)
    : device_(device),
      least_bytes_(least_bytes),
      kernels_(device, compiler),
      comparisons_(device, compiler),
      pool_(std::make_shared<Pool>(device)) {}

DeviceArrays::~DeviceArrays() = default;

uint64_t DeviceArrays::held_bytes() const {
  return pool_->bytes;
}

uint64_t DeviceArrays::spare_bytes() const {
  return pool_->spare_bytes();
}

void DeviceArrays::give_back() {
  pool_->release();
}

Result<std::shared_ptr<const DeviceArrays::Buffer>> DeviceArrays::buffer(uint64_t bytes) {
  uint64_t address = 0;
  if (const auto spare = pool_->spare.find(bytes); spare != pool_->spare.end()) {
    address = spare->second;
    pool_->spare.erase(spare);
  } else {
    auto fresh = device_.allocate(bytes, "array of the judge");
    if (!fresh) {  // what is spare may be what is missing
      pool_->release();
      fresh = device_.allocate(bytes, "array of the judge");
    }
    if (!fresh) return fresh.error();
    address = *fresh;
    pool_->bytes += bytes;
  }
  return std::shared_ptr<const Buffer>(std::make_shared<Buffer>(pool_, address, bytes));
}

Result<uint64_t> DeviceArrays::place(const ArrayContent& content, std::shared_ptr<const HeldArray>& holder) {
  if (content.empty()) return uint64_t{0};
  if (const HeldArray* const held = content.held()) return held->address();
  TRY(made, buffer(content.size()));
  TRY_VOID(make(content, made->address()));
  holder = made;
  return made->address();
}

Result<DeviceArrays::Placed> DeviceArrays::placed(const NumberArray& array) {
  Placed placed{{array.type(), 0}, nullptr};
  TRY(address, place(array.content(), placed.holder));
  placed.array.address = address;
  return placed;
}

Result<void> DeviceArrays::make(const ArrayContent& content, uint64_t to) {
  if (const HeldArray* const held = content.held()) return device_.copy(to, held->address(), content.size());
  const ArrayRecipe* const recipe = content.recipe();
  if (!recipe || !takes(content.size())) return device_.write(to, content);
  return make_there(*recipe, content, to);
}

// A base that is read where the result is written is made there.
Result<void> DeviceArrays::make_there(const ArrayRecipe& recipe, const ArrayContent& content, uint64_t to) {
  std::shared_ptr<const HeldArray> base, other;
  const FormulaKind kind = recipe.formula.kind;
  if (reads_base(kind) && reads_at_its_place(kind) && !content.base().held()) {
    TRY_VOID(make(content.base(), to));  // before the other one takes room
    TRY(other_at, place(content.other(), other));
    return kernels_.make(recipe, {to, to, other_at});
  }
  TRY(base_at, place(reads_base(recipe.formula.kind) ? content.base() : ArrayContent(), base));
  TRY(other_at, place(content.other(), other));
  return kernels_.make(recipe, {to, base_at, other_at});
}

Result<void> DeviceArrays::prepare() {
  const ArrayContent usual = tried_content(), changed = nudged(usual);
  TRY(first, buffer(usual.size()));
  TRY(second, buffer(usual.size()));
  TRY_VOID(make_there(*usual.recipe(), usual, first->address()));
  TRY_VOID(make_there(*changed.recipe(), changed, second->address()));
  TRY(made, device_.read(second->address(), changed.size()));
  if (made != changed.bytes()) return failed("this GPU makes other data than the CPU");
  const CompareRule rule{{PrecisionClass::fp32}, {k_tried_rows, k_tried_columns}};
  TRY(there, comparisons_.compare({ElementType::f32, second->address()}, {ElementType::f32, first->address()},
                                  k_tried_rows * k_tried_columns, rule));
  TRY(here, host_math().compare({ElementType::f32, changed}, {ElementType::f32, usual}, rule));
  const bool agree = there.mismatches == here.mismatches && there.max_absolute == here.max_absolute;
  return agree ? Result<void>() : failed("this GPU finds other differences between arrays than the CPU");
}

Result<ArrayContent> DeviceArrays::keep(uint64_t from, uint64_t bytes) {
  TRY(copy, buffer(bytes));
  TRY_VOID(device_.copy(copy->address(), from, bytes));
  return ArrayContent::held(bytes, copy);
}

Result<ArrayContent> DeviceArrays::adopt(uint64_t address, uint64_t bytes) {
  pool_->bytes += bytes;
  return ArrayContent::held(bytes, std::make_shared<Buffer>(pool_, address, bytes));
}

bool DeviceArrays::looks_at(const NumberArray& array) const {
  return array.is_held() || (array.content().recipe() && takes(array.content().size()));
}

Result<Comparison> DeviceArrays::compare(const NumberArray& output, const NumberArray& expected,
                                         const CompareRule& rule, const NumberArray& slack) {
  if (!looks_at(output) && !looks_at(expected)) return ArrayMath::compare(output, expected, rule, slack);
  if (output.size() != expected.size()) return failed("the output has another size than what is expected");
  TRY(got, placed(output));
  TRY(wanted, placed(expected));
  TRY(room, placed(slack));
  return comparisons_.compare(got.array, wanted.array, output.size(), rule, room.array);
}

Result<formula::RangePart> DeviceArrays::range(const NumberArray& array) {
  if (!looks_at(array)) return ArrayMath::range(array);
  TRY(there, placed(array));
  return comparisons_.range(there.array, array.size());
}

Result<std::vector<double>> DeviceArrays::every(const NumberArray& array, uint64_t step) {
  if (!looks_at(array)) return ArrayMath::every(array, step);
  TRY(there, placed(array));
  return comparisons_.every(there.array, array.size(), step);
}

Result<double> DeviceArrays::value(const NumberArray& array, uint64_t i) {
  if (!array.is_held()) return ArrayMath::value(array, i);
  const uint64_t size = bytes_of(array.type());
  TRY(bytes, device_.read(array.content().held()->address() + i * size, size));
  return decode_element(array.type(), bytes.data());
}

Result<std::vector<bool>> DeviceArrays::find(const NumberArray& array, const std::vector<double>& values) {
  if (!looks_at(array)) return ArrayMath::find(array, values);
  TRY(there, placed(array));
  return comparisons_.find(there.array, array.size(), values);
}

Result<formula::MaskedPart> DeviceArrays::masked(const NumberArray& first, const NumberArray& second, uint64_t mask) {
  if (!looks_at(first) && !looks_at(second)) return ArrayMath::masked(first, second, mask);
  TRY(a, placed(first));
  TRY(b, placed(second));
  return comparisons_.masked(a.array, b.array, first.size(), mask);
}

// Slack that is here already is widened where it is: the caller gave it away.
Result<NumberArray> DeviceArrays::widened(NumberArray slack, const NumberArray& expected, const NumberArray& moved,
                                          const SlackRule& rule) {
  const ElementType type = rule.in_doubles ? ElementType::f64 : ElementType::f32;
  // Answers of two oracles may have two types.
  const bool fits = expected.type() == moved.type() && (slack.empty() || slack.type() == type);
  if (!fits || (!looks_at(expected) && !looks_at(moved)))
    return ArrayMath::widened(std::move(slack), expected, moved, rule);
  const uint64_t bytes = expected.size() * bytes_of(type);
  TRY(was, placed(expected));
  TRY(is, placed(moved));
  if (!slack.is_held()) {
    TRY(wider, buffer(bytes));
    TRY_VOID(slack.empty() ? device_.fill(wider->address(), 0, bytes) : make(slack.content(), wider->address()));
    slack = NumberArray(type, ArrayContent::held(bytes, wider));
  }
  TRY_VOID(comparisons_.widen({type, slack.content().held()->address()}, was.array, is.array, expected.size(), rule));
  return slack;
}

}  // namespace whet
