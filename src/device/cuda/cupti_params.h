// CUPTI's parameter structs begin with their size, up to the last field known to this build. For files that include
// CUPTI's headers.
#pragma once

#define WHET_CUPTI_PARAMS(type, name) \
  type name{};                        \
  name.structSize = type##_STRUCT_SIZE
