// Numbers as reports write them.
#pragma once

#include <string>

namespace whet {

std::string count_text(double count);                  // "1,048,576"
std::string seconds_text(double seconds);              // "12.3 us", "4.56 ms"
std::string percent_text(double share);                // "0.4 %", "37 %"
std::string rate_text(double per_second, bool bytes);  // "1.2 TB/s", "34.5 TFLOP/s"

}  // namespace whet
