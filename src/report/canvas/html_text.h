// HTML as text: escaping, and pages with places to fill.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace whet {

// For text and for quoted attributes. Control characters, which HTML does not allow, and bytes that are not UTF-8
// become U+FFFD; line ends and tabs stay.
std::string escape_html(std::string_view text);

// Replaces `{{name}}` by the value of that name, without escaping; placeholders within a value are not replaced. An
// unknown name becomes empty.
std::string fill_page(std::string_view page, const std::vector<std::pair<std::string, std::string>>& values);

// A file of web/report, built into the binary: "page.html". Empty if there is no such file.
std::string_view report_file(std::string_view name);

// A page of its own around what an HtmlCanvas has drawn.
std::string view_page(std::string_view title, const std::string& content);

// The badge next to a figure that says how it was obtained: measured, modelled, counted, sourced.
std::string origin_badge(std::string_view origin);

}  // namespace whet
