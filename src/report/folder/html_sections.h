// The parts of a run's report. Each is a <section>, or empty if it has no content.
#pragma once

#include <string>

#include "report/folder/html_report.h"

namespace whet {

std::string cards_html(const OptimizeView& view);
std::string use_section(const RunReport& report);     // how to compile, check and time the champion
std::string next_section(const RunReport& report);    // what to do if nothing was gained
std::string limits_section(const RunReport& report);  // what limits the kernel, before and after
std::string attribution_section(const OptimizeView& view);
std::string roofline_section(const RunReport& report);
std::string picture_section(const RunReport& report);  // memory levels, time and stalls, before and after
std::string timeline_section(const RunReport& report);
std::string change_section(const RunReport& report);
// The lines of a diff, coloured; empty if there is no difference.
std::string diff_html(const std::string& before, const std::string& after);
std::string machine_code_section(const RunReport& report);
std::string record_section(const OptimizeView& view);  // cases, rounds, and the conditions of the run

}  // namespace whet
