// SPDX-License-Identifier: Apache-2.0
#include "reproduce/scalar_race.hpp"

#include <cmath>

#include "catena/core/algo/crba.hpp"
#include "catena/core/algo/gdahj.hpp"
#include "catena/core/algo/gdahj_sums.hpp"

namespace catena::reproduce::detail {
namespace scalar_race {

// A double by another name.
struct PlainNumber {
  double v;
  explicit PlainNumber(double x = 0) : v(x) {}
  friend PlainNumber operator+(PlainNumber a, PlainNumber b) { return PlainNumber(a.v + b.v); }
  friend PlainNumber operator-(PlainNumber a, PlainNumber b) { return PlainNumber(a.v - b.v); }
  friend PlainNumber operator-(PlainNumber a) { return PlainNumber(-a.v); }
  friend PlainNumber operator*(PlainNumber a, PlainNumber b) { return PlainNumber(a.v * b.v); }
  friend PlainNumber operator/(PlainNumber a, PlainNumber b) { return PlainNumber(a.v / b.v); }
  friend PlainNumber sin(PlainNumber a) { return PlainNumber(std::sin(a.v)); }
  friend PlainNumber cos(PlainNumber a) { return PlainNumber(std::cos(a.v)); }
  friend PlainNumber sqrt(PlainNumber a) { return PlainNumber(std::sqrt(a.v)); }
  friend PlainNumber sign_select(PlainNumber x, PlainNumber minus, PlainNumber zero, PlainNumber plus) {
    return PlainNumber(catena::sign_select(x.v, minus.v, zero.v, plus.v));
  }
};

}  // namespace scalar_race

using scalar_race::PlainNumber;

struct ScalarRace::Arm {
  Arm(const Chain<double>& plain, const Posture<double>& at)
      : arm(plain.cast<PlainNumber>([](double v) { return PlainNumber(v); })),
        x(arm),
        work(plain.dof()),
        links(arm),
        M(plain.dof(), plain.dof()) {
    for (int i = 0; i < plain.dof(); ++i) {
      Step<PlainNumber>& s = x.steps()[i];
      s.c = PlainNumber(at.step(i).c), s.s = PlainNumber(at.step(i).s), s.d = PlainNumber(at.step(i).d);
    }
    set_poses(arm, x, work.kinematics);
    poses.resize(12 * links.stride());
    for (std::size_t i = 0; i < work.kinematics.frame.size(); ++i) {
      const Pose<PlainNumber>& X = work.kinematics.frame[i];
      const PlainNumber numbers[] = {X.R.xx, X.R.xy, X.R.xz, X.R.yx, X.R.yy, X.R.yz,
                                     X.R.zx, X.R.zy, X.R.zz, X.p.x,  X.p.y,  X.p.z};
      for (std::size_t row = 0; row < 12; ++row) poses[row * links.stride() + i] = numbers[row];
    }
  }
  Chain<PlainNumber> arm;
  Posture<PlainNumber> x;
  GdahjWork<PlainNumber> work;
  LinkSums<PlainNumber> links;
  std::vector<PlainNumber> poses;  // (12 x stride) component by component
  MatX<PlainNumber> M;
};

ScalarRace::ScalarRace(const Chain<double>& arm, const Posture<double>& x)
    : arm_(std::make_unique<Arm>(arm, x)) {}
ScalarRace::~ScalarRace() = default;
void ScalarRace::crba() { catena::crba(arm_->arm, arm_->x, arm_->M.view()); }
void ScalarRace::gdahj() { catena::gdahj(arm_->arm, arm_->x, arm_->work, arm_->M.view()); }
void ScalarRace::gdahj_from_poses() {
  catena::gdahj_from_poses(arm_->arm, arm_->x, arm_->work, arm_->M.view());
}
void ScalarRace::sums() { gdahj_sums(arm_->arm, arm_->x, arm_->links, arm_->M.view()); }
void ScalarRace::sums_from_poses() {
  LinkSums<PlainNumber>& links = arm_->links;
  const MatView<PlainNumber> M = arm_->M.view();
  catena::detail::gdahj_sums_from_poses_run<PlainNumber, PlainNumber>(
      {arm_->arm.dof(), nullptr, links.rows(), links.axes(), links.wrenches(), links.stride(), M.data,
       static_cast<std::size_t>(M.stride)},
      arm_->poses.data());
}
double ScalarRace::element(int i, int j) const { return arm_->M(i, j).v; }

}  // namespace catena::reproduce::detail
