// Numbers as reports write them.
#pragma once

#include <string>

namespace whet {

std::string count_text(double count);                  // "1,048,576"
std::string seconds_text(double seconds);              // "12.3 us", "4.56 ms"
std::string percent_text(double share);                // "0.4 %", "37 %"
std::string rate_text(double per_second, bool bytes);  // "1.2 TB/s", "34.5 TFLOP/s"
// A measured time is known to more digits than a modelled one: "199.5 us", "1.234 ms".
std::string measured_text(double seconds);

}  // namespace whet
