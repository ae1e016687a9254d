#include "write/written_json.h"

#include "util/text/record.h"

namespace whet {

using write::ArrayTraffic;
using write::LaunchWork;
using write::RefusedSchedule;
using write::SamePlace;
using write::WrittenConstant;
using write::WrittenKernel;
using write::WrittenKernels;
using write::WrittenLaunch;
using write::WrittenScratch;

template <>
struct Record<WrittenConstant> {
  using T = WrittenConstant;
  static constexpr auto fields =
      std::tuple(required("name", &T::name), required("value", &T::value), required("comment", &T::comment));
};

template <>
struct Record<WrittenScratch> {
  using T = WrittenScratch;
  static constexpr auto fields =
      std::tuple(required("name", &T::name), required("type", &T::type), required("shape", &T::shape));
};

template <>
struct Record<SamePlace> {
  using T = SamePlace;
  static constexpr auto fields = std::tuple(required("read", &T::read), required("written", &T::written));
};

template <>
struct Record<ArrayTraffic> {
  using T = ArrayTraffic;
  static constexpr auto fields =
      std::tuple(required("array", &T::array), required("touched", &T::touched), required("requested", &T::requested),
                 required("between", &T::between), required("stored", &T::stored), required("updated", &T::updated),
                 required("lone", &T::lone));
};

template <>
struct Record<LaunchWork> {
  using T = LaunchWork;
  static constexpr auto fields =
      std::tuple(required("blocks", &T::blocks), required("threads", &T::threads), required("registers", &T::registers),
                 required("shared_bytes", &T::shared_bytes), required("fp32", &T::fp32),
                 required("integer", &T::integer), required("fp64", &T::fp64), required("special", &T::special),
                 required("memory", &T::memory), required("lines", &T::lines), required("sectors", &T::sectors),
                 required("store_lines", &T::store_lines), required("shared_wavefronts", &T::shared_wavefronts),
                 required("shared_atomics", &T::shared_atomics), required("atomic_sectors", &T::atomic_sectors),
                 required("hot_sectors", &T::hot_sectors), required("hot_lanes", &T::hot_lanes),
                 required("arrays", &T::arrays), required("waits", &T::waits), required("near_waits", &T::near_waits),
                 required("l1_waits", &T::l1_waits), required("shared_waits", &T::shared_waits),
                 required("shuffles", &T::shuffles), required("barriers", &T::barriers));
};

template <>
struct Record<WrittenLaunch> {
  using T = WrittenLaunch;
  static constexpr auto fields =
      std::tuple(required("entry", &T::entry), required("arguments", &T::arguments), required("grid", &T::grid),
                 required("block", &T::block), required("work", &T::work), required("shared", &T::shared));
};

template <>
struct Record<WrittenKernel> {
  using T = WrittenKernel;
  static constexpr auto fields = std::tuple(
      required("schedule", &T::schedule), required("reason", &T::reason), required("constants", &T::constants),
      required("scratch", &T::scratch), required("launches", &T::launches), required("source", &T::source),
      required("in_place", &T::in_place), sparse("architecture", &T::architecture));
};

template <>
struct Record<RefusedSchedule> {
  using T = RefusedSchedule;
  static constexpr auto fields = std::tuple(required("schedule", &T::schedule), required("reason", &T::reason));
};

template <>
struct Record<WrittenKernels> {
  using T = WrittenKernels;
  static constexpr auto fields = std::tuple(required("kernels", &T::kernels), required("refused", &T::refused),
                                            required("further", &T::further), required("weights", &T::weights));
};

// An error in place of the kernels.
struct Unwritten {
  std::string what, where, mend;
};

template <>
struct Record<Unwritten> {
  using T = Unwritten;
  static constexpr auto fields =
      std::tuple(required("what", &T::what), required("where", &T::where), required("mend", &T::mend));
};

}  // namespace whet

namespace whet::write {

Json written_json(const Result<WrittenKernels>& written) {
  if (written) return record_json(*written);
  return record_json(Unwritten{written.error().what, written.error().where, written.error().mend});
}

Result<WrittenKernels> written_from_json(const Json& json) {
  if (!json.find("what")) return read_record<WrittenKernels>(json, "what the writer sent");
  TRY(error, read_record<Unwritten>(json, "what the writer sent"));
  return bad_input(error.what, error.where, error.mend);
}

}  // namespace whet::write
