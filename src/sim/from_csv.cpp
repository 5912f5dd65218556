// SPDX-License-Identifier: Apache-2.0
#include "catena/sim/from_csv.hpp"

#include <fmt/format.h>

#include "catena/core/did_you_mean.hpp"
#include "catena/core/text.hpp"
#include "catena/sim/sampled.hpp"
#include "catena/sim/spline.hpp"
#include "io/csv.hpp"
#include "io/read_text.hpp"

namespace catena::sim {
namespace {

using io::detail::CsvTable;

CsvTable load(const std::filesystem::path& path) {
  return io::detail::parse_csv(io::detail::read_text(path, "a table, .csv"), path.string());
}

std::string place_of_names(const CsvTable& table) { return fmt::format("{}:{}", table.where, table.header); }

Error missing(const CsvTable& table, const std::string& name, const std::string& need) {
  const std::vector<std::string_view> names(table.names.begin(), table.names.end());
  return Error(ErrorKind::io, place_of_names(table), fmt::format("column '{}' is missing", name))
      .need(need)
      .hint(catena::text::did_you_mean(name, names));
}

// The column t of a table: two rows or more, starting at 0 and increasing.
std::vector<double> times_of(const CsvTable& table, const std::string& need) {
  const auto t = table.column("t");
  if (!t) throw missing(table, "t", need);
  std::vector<double> times;
  for (std::size_t k = 0; k < table.rows(); ++k) {
    times.push_back(table.at(k, *t));
    const auto refuse = [&](const char* what, const std::string& rule) {
      throw Error(ErrorKind::io, table.place(k), what).given(fmt::format("t = {}", times[k])).need(rule);
    };
    if (k == 0 && times[0] != 0) refuse("the times do not begin at 0", "t = 0 in the first row");
    if (k > 0 && times[k] <= times[k - 1])
      refuse("the times do not increase", fmt::format("more than {}, the previous time", times[k - 1]));
  }
  if (times.size() < 2) throw Error(ErrorKind::io, table.where, "the table has one row").need("two or more");
  return times;
}

// The columns NAME1 to NAMEn; empty if the table has none of them.
Eigen::MatrixXd columns(const CsvTable& table, const char* stem, int dof, const std::string& need) {
  Eigen::MatrixXd out;
  bool some = false;
  for (int i = 1; i <= dof; ++i) some |= table.column(fmt::format("{}{}", stem, i)).has_value();
  if (!some) return out;
  if (table.column(fmt::format("{}{}", stem, dof + 1)))
    throw Error(ErrorKind::io, place_of_names(table), "the table has more joints than the arm")
        .given(fmt::format("a column '{}{}'", stem, dof + 1))
        .need(text::counted(dof, "joint"));
  out.resize(dof, static_cast<Eigen::Index>(table.rows()));
  for (int i = 0; i < dof; ++i) {
    const std::string name = fmt::format("{}{}", stem, i + 1);
    const auto column = table.column(name);
    if (!column) throw missing(table, name, need);
    for (std::size_t k = 0; k < table.rows(); ++k)
      out(i, static_cast<Eigen::Index>(k)) = table.at(k, *column);
  }
  return out;
}

std::string range(const char* stem, int dof) {
  return dof == 1 ? fmt::format("{}1", stem) : fmt::format("{}1 to {}{}", stem, stem, dof);
}

}  // namespace

std::unique_ptr<TorqueTable> load_torque_table(const std::filesystem::path& path, int dof,
                                               TorqueTable::Between between) {
  const CsvTable table = load(path);
  const std::string need =
      fmt::format("t and {}; or {} columns, the first called t", range("tau", dof), dof + 1);
  std::vector<double> times = times_of(table, need);
  Eigen::MatrixXd torques = columns(table, "tau", dof, need);
  if (torques.size() == 0) {
    if (table.columns() != static_cast<std::size_t>(dof) + 1 || table.names[0] != "t")
      throw Error(ErrorKind::io, place_of_names(table), "the columns do not match the arm")
          .given(fmt::format("{} columns: {}", table.columns(),
                             catena::text::printable(fmt::format("{}", fmt::join(table.names, ",")))))
          .need(need);
    torques.resize(dof, static_cast<Eigen::Index>(table.rows()));
    for (std::size_t k = 0; k < table.rows(); ++k)
      for (int i = 0; i < dof; ++i)
        torques(i, static_cast<Eigen::Index>(k)) = table.at(k, static_cast<std::size_t>(i) + 1);
  }
  return std::make_unique<TorqueTable>(std::move(times), std::move(torques), between);
}

std::shared_ptr<const Trajectory> load_trajectory(const std::filesystem::path& path, int dof) {
  const CsvTable table = load(path);
  const std::string need = fmt::format("t and {}", range("q", dof));
  std::vector<double> times = times_of(table, need);
  Eigen::MatrixXd q = columns(table, "q", dof, need);
  if (q.size() == 0) throw missing(table, "q1", need);
  Eigen::MatrixXd qd = columns(table, "qd", dof, range("qd", dof) + ", all or none");
  Eigen::MatrixXd qdd = columns(table, "qdd", dof, range("qdd", dof) + ", all or none");
  if (qd.size() == 0) return std::make_shared<Spline>(std::move(times), std::move(q), Spline::Ends::natural);
  return std::make_shared<Sampled>(std::move(times), std::move(q), std::move(qd), std::move(qdd));
}

}  // namespace catena::sim
