// SPDX-License-Identifier: Apache-2.0
// Comparing arms.
#include "compare_plan.hpp"

#include <algorithm>

#include "call.hpp"
#include "catena/choose/criteria/motion_limits.hpp"
#include "catena/choose/ranking/comparison.hpp"
#include "catena/sim/scenario.hpp"
#include "doubts.hpp"
#include "functions.hpp"
#include "values.hpp"
#include "without_gil.hpp"

namespace catena::python {
namespace {

// The criteria and weights of {name: weight}, then those of requirements, which are shown and not ranked by.
choose::Question question_from(PyObject* given) {
  choose::Question question;
  if (PyObject* const weights = entry(given, "weights")) {
    PyObject *key = nullptr, *weight = nullptr;
    Py_ssize_t at = 0;
    while (PyDict_Next(weights, &at, &key, &weight)) {
      question.criteria.push_back(&choose::criterion(text_of(key, "a criterion")));
      question.weights.push_back(PyFloat_AsDouble(weight));
      if (PyErr_Occurred()) throw Raised();
    }
  } else {
    question.criteria = cli::default_criteria();
    for (const choose::Criterion* c : question.criteria)
      question.weights.push_back(c->stem == "shoulder_reach" ? 0 : 1);
  }
  if (PyObject* const list = entry(given, "require"))
    for (Py_ssize_t k = 0; k < PyList_Size(list); ++k) {
      question.requirements.push_back(
          choose::requirement(text_of(PyList_GetItem(list, k), "a requirement"), choose::criteria()));
      const choose::Criterion* const c = question.requirements.back().criterion;
      if (!c || std::find(question.criteria.begin(), question.criteria.end(), c) != question.criteria.end())
        continue;
      question.criteria.push_back(c);
      question.weights.push_back(0);
    }
  question.motors = flag_entry(given, "motors", true);
  question.seed = static_cast<std::uint64_t>(whole_entry(given, "seed", 1));
  return question;
}

choose::Task task_from(PyObject* given) {
  choose::Task task;
  task.samples = static_cast<int>(whole_entry(given, "samples", task.samples));
  if (task.samples < 1) throw Error(ErrorKind::usage, "samples", "invalid number").need("1 or more");
  task.seed = static_cast<std::uint64_t>(whole_entry(given, "seed", 1));
  task.payload = number_entry(given, "payload").value_or(0);
  task.motors = flag_entry(given, "motors", true);
  task.threads = threads();
  if (PyObject* const name = entry(given, "trajectory")) {
    task.trajectory = sim::prepare(sim::load_scenario(text_of(name, "the trajectory"))).desired;
    if (!task.trajectory)
      throw Error(ErrorKind::usage, "trajectory", "this scenario has no trajectory")
          .given(text_of(name, "the trajectory"));
  }
  return task;
}

// That of the first arm which has the score: an area for arms in a plane, where others have a volume.
std::string_view unit_of(const choose::Criterion& criterion, const choose::Scores& scores, int column) {
  for (int i = 0; i < scores.arms(); ++i)
    if (const choose::Score& score = scores.at(i, column); score.why.empty())
      return choose::unit_of(criterion, score);
  return criterion.unit;
}

}  // namespace

// _compare([arm, ..], [name, ..], options) -> dict
PyObject* compare_arms(PyObject*, PyObject* args) {
  PyObject *list = nullptr, *names = nullptr, *given = nullptr;
  if (!PyArg_ParseTuple(args, "OOO", &list, &names, &given)) return nullptr;
  return guarded([&] {
    const choose::Question question = question_from(given);
    const choose::Task task = task_from(given);
    std::vector<Arm> arms;
    for (Py_ssize_t k = 0; k < PyList_Size(list); ++k) {
      arms.push_back(checked_model(PyList_GetItem(list, k)).arm);
      if (task.trajectory && task.trajectory->dof() != arms.back().dof())
        throw Error(ErrorKind::usage, "trajectory", "it does not fit '" + arms.back().name() + "'")
            .given(std::to_string(task.trajectory->dof()) + " joints")
            .need(std::to_string(arms.back().dof()) + " joints");
    }
    std::vector<choose::Entrant> entrants;
    for (std::size_t k = 0; k < arms.size(); ++k) {
      const Robot& robot = arms[k].robot();
      entrants.push_back({text_of(PyList_GetItem(names, static_cast<Py_ssize_t>(k)), "a name"),
                          &robot,
                          {},
                          cli::doubts(robot)});
    }
    const bool motion =
        task.trajectory || std::any_of(question.criteria.begin(), question.criteria.end(),
                                       [](const choose::Criterion* c) { return c->on_path && !c->timed; });
    std::optional<choose::Scores> scores;
    std::optional<choose::Comparison> result;
    std::string verdict;
    bool fine = true;
    {
      WithoutGil without;
      scores = choose::evaluate(arms, question.criteria, task,
                                [&](const Advance&) { return fine = without.handle_signals(); });
      for (std::size_t k = 0; motion && fine && k < arms.size(); ++k)
        entrants[k].motion = choose::motion_limits(arms[k], task);
      if (fine) {
        result = choose::compare(*scores, entrants, question);
        verdict = choose::verdict(*result, entrants, question);
      }
    }
    if (!fine) throw Raised();

    const std::size_t columns = question.criteria.size();
    std::vector<double> values, errors;
    std::vector<std::string> criteria, units, missing;
    for (std::size_t j = 0; j < columns; ++j) {
      criteria.emplace_back(question.criteria[j]->stem);
      units.emplace_back(unit_of(*question.criteria[j], *scores, static_cast<int>(j)));
    }
    for (int i = 0; i < scores->arms(); ++i)
      for (int j = 0; j < scores->criteria(); ++j) {
        const choose::Score& score = scores->at(i, j);
        values.push_back(score.value);
        errors.push_back(score.error);
        missing.push_back(score.why);
      }
    Dict rankings;
    const auto places =
        [&](const std::vector<int>& place) {  // by entrant; None for those that are not ranked
          std::vector<std::optional<int>> all(arms.size());
          for (std::size_t k = 0; k < place.size(); ++k)
            all[static_cast<std::size_t>(result->arms[k])] = place[k];
          return value(all);
        };
    for (const choose::Ranking& ranking : result->rankings)
      rankings.put(std::string(choose::stem(ranking.by)).c_str(), places(ranking.place));
    return Dict()
        .put("criteria", criteria)
        .put("units", units)
        .put("weights", array_of(question.weights))
        .put("values", array_of(values, columns))
        .put("errors", array_of(errors, columns))
        .put("missing", missing)
        .put("places", places(result->overall.place))
        .put("rankings", rankings.take())
        .put("remarks", result->remarks)
        .put("verdict", verdict)
        .release();
  });
}

}  // namespace catena::python
