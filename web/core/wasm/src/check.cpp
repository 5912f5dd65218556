// SPDX-License-Identifier: Apache-2.0
// The linter.
#include "catena/check/lint.hpp"

#include "model.hpp"

using namespace catena;
using namespace catena::wasm;

CATENA_CALL(arm_check, [](int handle, const Arguments&, Results& out) {
  Json findings = Json::array();
  for (const Finding& finding : lint(models().at(handle).arm.robot()))
    findings.push_back(Json{{"severity", name(finding.severity)},
                            {"rule", finding.rule},
                            {"where", finding.where},
                            {"what", finding.what},
                            {"given", finding.given},
                            {"need", finding.need},
                            {"hint", finding.hint}});
  out.set(findings);
  return 0;
})
