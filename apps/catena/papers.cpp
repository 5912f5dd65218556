// SPDX-License-Identifier: Apache-2.0
#include "papers.hpp"

#include <fmt/format.h>

#include <sstream>

namespace catena::cli {
namespace {

std::string trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return std::string(text);
}

// The cells of a row of a Markdown table; an escaped bar does not end a cell.
std::vector<std::string> cells(std::string_view line) {
  std::vector<std::string> out(1);
  for (std::size_t i = 1; i < line.size(); ++i) {
    if (line[i] == '\\' && i + 1 < line.size() && line[i + 1] == '|')
      out.back() += line[++i];
    else if (line[i] == '|')
      out.emplace_back();
    else
      out.back() += line[i];
  }
  for (std::string& cell : out) cell = trimmed(cell);
  return out;
}

// Rows begin with the number of an equation or table; the lines of a table's head do not.
bool is_row(const std::string& line) { return line.starts_with("| (") || line.starts_with("| Table"); }

}  // namespace

std::vector<std::string> files_of_method(std::string_view method) {
  struct Family {
    std::string_view method;
    std::vector<std::string_view> files;  // besides its own
  };
  static const Family families[] = {
      {"augmented_body", {"augmented_elements", "augmented_paper"}},
      {"augmented_elements", {"augmented_paper"}},
      {"denoc", {"denoc_id"}},
      {"frame_injection", {"frame_moments", "injected_torques"}},
      {"gdahj", {"frame_moments", "gdahj_sums", "rank_six", "rank_six_fast", "inertia_error"}},
      {"gdahj_sums", {"gdahj", "rank_six", "rank_six_fast"}},
      {"gim_mci", {"gim_mci_dense", "gim_mci_planar", "gim_paper", "gim_paper_planar"}},
      {"kic", {"kic_model"}},
      {"quasi_velocity", {"quasi_velocity_bias", "quasi_velocity_fd", "quasi_components", "quasi_paper"}},
      {"quasi_velocity_nu", {"quasi_velocity", "quasi_velocity_bias", "quasi_velocity_fd"}},
      {"quasi_velocity_xi", {"quasi_velocity", "quasi_velocity_bias", "quasi_velocity_fd"}},
      {"spatial_operators", {"spatial_dynamics"}},
      {"udut", {"udut_paper"}},
  };
  std::vector<std::string> files = {std::string(method)};
  for (const Family& family : families)
    if (family.method == method) files.insert(files.end(), family.files.begin(), family.files.end());
  return files;
}

bool PaperRow::belongs_to(std::string_view method) const {
  for (const std::string& file : files_of_method(method))
    if (code.find(fmt::format("/{}.hpp", file)) != std::string::npos) return true;
  return false;
}

std::vector<Paper> parse_papers(std::string_view text) {
  std::vector<Paper> papers;
  std::istringstream in{std::string(text)};
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("## ")) {
      papers.push_back({trimmed(line.substr(3)), "", {}});
    } else if (!papers.empty() && is_row(line)) {
      const std::vector<std::string> c = cells(line);
      if (c.size() >= 5) papers.back().rows.push_back({papers.back().number, c[0], c[1], c[2], c[3], c[4]});
    } else if (!papers.empty() && !line.empty() && line.front() != '|' && papers.back().rows.empty()) {
      papers.back().title += (papers.back().title.empty() ? "" : " ") + line;
    }
  }
  return papers;
}

}  // namespace catena::cli
