// The elements that the sections of a run's report are made of.
#pragma once

#include <string>

#include "report/canvas/canvas.h"

namespace whet {

// `origins`: how the figures of the section were obtained, as badges.
std::string section_html(const std::string& title, const std::string& origins, const std::string& body);
std::string table_html(const Table& table);
std::string note_html(const std::string& text);
std::string details_html(const std::string& summary, const std::string& body);  // folded
std::string figure_html(const std::string& drawing, const std::string& caption);
// A drawing for wide screens and one for narrow ones; the page shows the one that fits.
std::string both_sizes(const std::string& wide, const std::string& narrow);

}  // namespace whet
