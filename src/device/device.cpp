#include "device/device.h"

namespace whet {

const char* name_of(Origin origin) {
  switch (origin) {
    case Origin::measured:
      return "measured";
    case Origin::counted:
      return "counted";
    case Origin::modelled:
      return "modelled";
    case Origin::declared:
      return "declared";
    case Origin::sourced:
      return "sourced";
  }
  return "";
}

}  // namespace whet
