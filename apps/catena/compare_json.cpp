// SPDX-License-Identifier: Apache-2.0
// The JSON of `catena compare` (docs/compare.md).
#include <cmath>

#include "catena/system/json.hpp"
#include "compare_table.hpp"

namespace catena::cli {
namespace {

// Numbers that are not finite become null.
Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

class Document {
 public:
  explicit Document(const Compared& compared) : all_(compared), c_(compared.result) {}

  Json json() const {
    Json out = {{"verdict", all_.verdict},
                {"first", c_.decision ? names(c_.overall.first()) : Json::array()},
                {"task", task()},
                {"criteria", criteria()},
                {"requirements", Json::array()},
                {"arms", arms()},
                {"front", c_.decision ? names(c_.pareto.front) : Json::array()},
                {"agreement", nullptr},
                {"vikor", nullptr},
                {"sensitivity", sensitivity()},
                {"left_out", left_out()},
                {"set_apart", entrants(c_.apart)},
                {"first_with_set_apart", entrants(c_.first_with_apart)},
                {"remarks", c_.remarks}};
    for (const choose::Requirement& r : all_.plan.question.requirements)
      out["requirements"].push_back(r.text);
    if (!c_.decision) return out;
    Json tau = Json::array(), rankings = Json::array();
    for (Eigen::Index a = 0; a < c_.agreement.rows(); ++a) {
      rankings.push_back(stem(c_.rankings[static_cast<std::size_t>(a)].by));
      Json row = Json::array();
      for (Eigen::Index b = 0; b < c_.agreement.cols(); ++b) row.push_back(number(c_.agreement(a, b)));
      tau.push_back(std::move(row));
    }
    out["agreement"] = {{"measure", "kendall_tau_b"}, {"rankings", rankings}, {"tau", tau}};
    out["vikor"] = {{"v", 0.5},
                    {"advantage", c_.vikor.advantage},
                    {"stable", c_.vikor.stable},
                    {"compromise", names(c_.vikor.compromise)}};
    return out;
  }

 private:
  Json task() const {
    const choose::Task& t = all_.plan.task;
    return {{"samples", t.samples},
            {"seed", t.seed},
            {"payload", t.payload},
            {"payload_com", {t.payload_com.x, t.payload_com.y, t.payload_com.z}},
            {"length", t.length},
            {"motors", t.motors},
            {"trajectory", all_.plan.trajectory.empty() ? Json(nullptr) : Json(all_.plan.trajectory)},
            {"motion", all_.plan.has_motion() ? Json(motion_text(all_)) : Json(nullptr)}};
  }

  Json criteria() const {
    Json out = Json::array();
    for (std::size_t j = 0; j < all_.plan.question.criteria.size(); ++j) {
      const choose::Criterion& c = *all_.plan.question.criteria[j];
      const auto ranked = std::find(c_.criteria.begin(), c_.criteria.end(), static_cast<int>(j));
      const bool by = c_.decision && ranked != c_.criteria.end();
      out.push_back({{"stem", c.stem},
                     {"unit", c.unit},
                     {"better", c.better == choose::Better::more ? "more" : "less"},
                     {"what", c.what},
                     {"sampled", c.sampled},
                     {"timed", c.timed},
                     {"weight", all_.plan.question.weights[j]},
                     {"share", by ? c_.decision->weights[ranked - c_.criteria.begin()] : 0.0}});
    }
    return out;
  }

  Json arms() const {
    constexpr const char* kMarks[] = {"none", "best", "as_good"};
    Json out = Json::array();
    for (std::size_t i = 0; i < all_.entrants.size(); ++i) {
      Json scores = Json::object(), requirements = Json::array();
      for (std::size_t j = 0; j < all_.plan.question.criteria.size(); ++j) {
        const choose::Criterion& c = *all_.plan.question.criteria[j];
        const choose::Score& s = all_.scores.at(static_cast<int>(i), static_cast<int>(j));
        Json score = {{"value", number(s.value)},
                      {"error", number(s.error)},
                      {"unit", choose::unit_of(c, s)},
                      {"mark", kMarks[static_cast<int>(c_.marks[i][j])]}};
        if (!s.why.empty()) score["why"] = s.why;
        scores[std::string(c.stem)] = std::move(score);
      }
      for (const choose::Screened& s : c_.screened[i])
        requirements.push_back({{"met", s.met}, {"within_error", s.within_error}, {"why", s.why}});
      Json arm = {{"arm", all_.plan.specs[i]},
                  {"name", all_.arms[i].name()},
                  {"scores", std::move(scores)},
                  {"requirements", std::move(requirements)},
                  {"motion", motion(i)},
                  {"doubts", all_.entrants[i].doubts},
                  {"ranked", false},
                  {"place", nullptr},
                  {"mean_place", nullptr},
                  {"rankings", nullptr},
                  {"dominated_by", Json::array()}};
      const auto found = std::find(c_.arms.begin(), c_.arms.end(), static_cast<int>(i));
      if (c_.decision && found != c_.arms.end())
        add_places(static_cast<std::size_t>(found - c_.arms.begin()), arm);
      out.push_back(std::move(arm));
    }
    return out;
  }

  // The motion of the arm, and whether it is within the limits of the arm.
  Json motion(std::size_t i) const {
    if (!all_.plan.has_motion()) return nullptr;
    const choose::MotionLimits& limits = all_.entrants[i].motion;
    Json exceeded = Json::array(), missing = Json::array();
    for (const choose::ExceededLimit& e : limits.exceeded)
      exceeded.push_back(
          {{"limit", name(e.kind)}, {"joint", e.joint + 1}, {"value", e.value}, {"bound", e.limit}});
    for (const choose::MissingLimit& m : limits.missing) {
      Json joints = Json::array();
      for (const int joint : m.joints) joints.push_back(joint + 1);
      missing.push_back({{"limit", name(m.kind)}, {"joints", std::move(joints)}});
    }
    Json out = {{"possible", limits.possible()},
                {"known", limits.known()},
                {"exceeded", std::move(exceeded)},
                {"missing", std::move(missing)}};
    if (!all_.plan.task.trajectory) {
      const choose::DefaultMotion along = choose::default_motion(all_.arms[i].robot());
      out["from"] = std::vector<double>(along.from.begin(), along.from.end());
      out["to"] = std::vector<double>(along.to.begin(), along.to.end());
      out["duration"] = along.duration;
    }
    return out;
  }

  Json left_out() const {
    Json out = Json::array();
    for (const choose::LeftOut& left : c_.left_out) {
      Json swapped = Json::array();
      for (const auto& [a, b] : left.swapped) swapped.push_back(entrants({a, b}));
      out.push_back({{"arm", all_.plan.specs[static_cast<std::size_t>(left.arm)]},
                     {"first", entrants(left.first)},
                     {"order", entrants(left.order)},
                     {"swapped", std::move(swapped)},
                     {"other_first", left.other_first}});
    }
    return out;
  }

  void add_places(std::size_t k, Json& arm) const {
    arm["ranked"] = true;
    arm["place"] = c_.overall.place[k];
    arm["mean_place"] = c_.overall.mean_place[k];
    arm["dominated_by"] = names(c_.pareto.dominated_by[k]);
    Json rankings = Json::object();
    for (std::size_t r = 0; r < c_.rankings.size(); ++r) {
      const choose::Ranking& ranking = c_.rankings[r];
      Json& entry = rankings[std::string(stem(ranking.by))];
      entry = nullptr;
      if (ranking.told())
        entry = {{"score", ranking.score[k]},
                 {"place", ranking.place[k]},
                 {"first_in_draws", number(c_.first_in_draws[r][k])}};
    }
    const auto at = static_cast<Eigen::Index>(k);
    rankings["vikor"]["S"] = c_.vikor.S[at];
    rankings["vikor"]["R"] = c_.vikor.R[at];
    arm["rankings"] = std::move(rankings);
  }

  Json range(const choose::WeightRange& range) const {
    return {{"low", range.low},
            {"high", range.high},
            {"first_below", names(range.first_below)},
            {"first_above", names(range.first_above)}};
  }

  Json sensitivity() const {
    Json out = Json::array();
    if (!c_.decision) return out;
    for (std::size_t j = 0; j < c_.criteria.size(); ++j) {
      Json row = {{"criterion", c_.decision->names[j]},
                  {"share", c_.overall_ranges[j].weight},
                  {"overall", range(c_.overall_ranges[j])}};
      for (std::size_t r = 0; r < c_.rankings.size(); ++r)
        row[std::string(stem(c_.rankings[r].by))] =
            c_.rankings[r].told() ? range(c_.ranges[r][j]) : Json(nullptr);
      out.push_back(std::move(row));
    }
    return out;
  }

  Json entrants(const std::vector<int>& arms) const {
    Json out = Json::array();
    for (const int i : arms) out.push_back(all_.plan.specs[static_cast<std::size_t>(i)]);
    return out;
  }

  // The names on the command line.
  Json names(const std::vector<int>& arms) const {
    Json out = Json::array();
    for (const int k : arms)
      out.push_back(all_.plan.specs[static_cast<std::size_t>(c_.arms[static_cast<std::size_t>(k)])]);
    return out;
  }

  const Compared& all_;
  const choose::Comparison& c_;
};

}  // namespace

Json comparison_json(const Compared& compared) { return Document(compared).json(); }

}  // namespace catena::cli
