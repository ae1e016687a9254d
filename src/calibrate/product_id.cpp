#include "calibrate/product_id.h"

namespace whet {

std::string product_type(Math math) {
  const std::string_view name = math_name(math);  // "fp16 tensor"
  return std::string(name.substr(0, name.find(' ')));
}

std::string product_id(Math math) {
  return "product_" + product_type(math);
}

}  // namespace whet
