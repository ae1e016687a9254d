#include "write/schedule/product_stage.h"

namespace whet::write {

namespace {

struct StageWriter {
  const Subject& subject;
  const Nest& nest;

  Result<WrittenKernel> operator()(const ProductNumbers& numbers) const {
    return write_product(subject, nest, numbers);
  }
  Result<WrittenKernel> operator()(const ThinNumbers& numbers) const { return write_thin(subject, nest, numbers); }
  Result<WrittenKernel> operator()(const TensorNumbers& numbers) const { return write_tensor(subject, nest, numbers); }
  Result<WrittenKernel> operator()(const WarpgroupNumbers& numbers) const {
    return write_warpgroup(subject, nest, numbers);
  }
  Result<WrittenKernel> operator()(const BulkNumbers& numbers) const { return write_bulk(subject, nest, numbers); }
};

}  // namespace

Result<WrittenKernel> write_product_stage(const Subject& subject, const Nest& nest, const StageNumbers& numbers) {
  return std::visit(StageWriter{subject, nest}, numbers);
}

}  // namespace whet::write
