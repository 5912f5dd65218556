// SPDX-License-Identifier: Apache-2.0
#include "core/batch/workspace.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "catena/core/algo/augmented_body.hpp"
#include "catena/core/model/pivot.hpp"
#include "catena/core/model/regroup.hpp"
#include "catena/core/threads.hpp"
#include "core/kernels/kernels.hpp"

namespace catena::batch {
namespace {

// The numbers of an arm in the order of kernels/batch.hpp, passed to `put` one by one.
template <class Put>
void flatten(const Chain<double>& arm, Put put) {
  const auto vec = [&](const Vec3<double>& v) { put(v.x), put(v.y), put(v.z); };
  const auto sym = [&](const Sym3<double>& s) {
    for (const double x : {s.xx, s.yy, s.zz, s.xy, s.xz, s.yz}) put(x);
  };
  const auto pose = [&](const Pose<double>& X) {
    const Mat3<double>& R = X.R;
    for (const double x : {R.xx, R.xy, R.xz, R.yx, R.yy, R.yz, R.zx, R.zy, R.zz}) put(x);
    vec(X.p);
  };
  for (int i = 0; i < arm.dof(); ++i) {
    const ChainLink<double>& l = arm.link(i);
    for (const double x : {l.ca, l.sa, l.a, l.theta, l.ct, l.st, l.d, l.body.m}) put(x);
    vec(l.body.h);
    sym(l.body.I);
    sym(l.spread);
    for (const double x : {l.rotor, l.viscous, l.coulomb_plus, l.coulomb_minus}) put(x);
  }
  pose(arm.base());
  pose(arm.tool());
}

// What remains of each link when masses that its joint does not feel are moved to the link before, kFeltNumbers for each; none if
// a joint is prismatic.
std::vector<double> felt_numbers(const Chain<double>& arm) {
  std::vector<double> numbers;
  for (int i = 0; i < arm.dof(); ++i)
    if (!arm.link(i).revolute()) return numbers;
  for (const FeltMoments& x : felt_moments(arm))
    for (const double number : {x.hx, x.hy, x.xx, x.yy, x.xy, x.xz, x.yz}) numbers.push_back(number);
  return numbers;
}

}  // namespace

Workspace::Impl::Impl(const Arm& arm, const Options& options)
    : level(options.level.value_or(simd_level())),
      kernels(catena::detail::kernels_at(level)->batch),
      float_kernels(catena::detail::kernels_at(level)->batch_float),
      n(arm.dof()),
      least_regular(catena::least_regular(arm.chain())),
      least_regular_with_rotors(least_regular),
      least_trusted(catena::least_trusted(arm.chain(), false)),
      least_trusted_in_one_frame(catena::least_trusted(arm.chain(), true)),
      gravity(arm.chain().gravity()),
      pool(thread_count(options.threads)) {
  const Chain<double>& chain = arm.chain();
  set_least_pivots(chain, LeastPivot::regular, least_regular_with_rotors, true);
  flatten(chain, [&](double x) { numbers.push_back(x); });
  for (int k = 0; n <= kMostInPacks && k < n; ++k)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i)
        christoffel_places.push_back(static_cast<unsigned short>(christoffel_place(i, j, k)));
  turning = std::make_unique<bool[]>(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) turning[i] = chain.link(i).revolute();
  felt = felt_numbers(chain);
  packed.emplace_back(
      kernels->make_arm(n, turning.get(), numbers.data(), felt.empty() ? nullptr : felt.data()),
      kernels->drop_arm);
  scratch.reserve(static_cast<std::size_t>(pool.threads()));
  for (int t = 0; t < pool.threads(); ++t)
    scratch.emplace_back(kernels->make_scratch(packed[0].object), kernels->drop_scratch);
}

detail::Widened::Widened(std::size_t n)
    : q(kMost * n), qd(q), u(q), tip(kMost * 6), out(kMost * std::max(n * n, 6 * n)) {}

detail::Single::Single(const Workspace::Impl& w, const Chain<double>& chain)
    : packed(w.float_kernels->make_arm(w.n, w.turning.get(), w.numbers.data(),
                                       w.felt.empty() ? nullptr : w.felt.data()),
             w.float_kernels->drop_arm) {
  const std::vector<double> scales = pivot_scale(chain);
  fits = std::all_of(scales.begin(), scales.end(), [](double s) { return s == 0 || s >= kLeastScale; });
  const double trusted = kTrusted / (static_cast<double>(w.n) * w.n * w.n);
  for (const PivotScale& scale : pivot_scales(chain))
    for (const double x : {trusted * scale.moment, trusted * scale.mass, scale.reach})
      least.push_back(static_cast<float>(x));
  for (std::size_t t = 0; t < w.scratch.size(); ++t) {
    scratch.emplace_back(w.float_kernels->make_scratch(packed.object), w.float_kernels->drop_scratch);
    widened.emplace_back(static_cast<std::size_t>(w.n));
  }
}

bool Workspace::Impl::made_for(const Chain<double>& chain) const {
  if (chain.dof() != n) return false;
  bool same = true;
  for (int i = 0; i < n; ++i) same = same && turning[i] == chain.link(i).revolute();
  const double* mine = numbers.data();
  flatten(chain, [&](double x) { same = same && *mine++ == x; });
  return same;
}

Workspace::Workspace(const Arm& arm, const Options& options) {
  if (options.threads < 0)
    throw Error(ErrorKind::usage, "batch", "the number of threads is negative")
        .given(fmt::format("{}", options.threads))
        .need("1 or more, or 0 for one per available processor");
  if (options.level && !simd_supported(*options.level))
    throw Error(ErrorKind::usage, "batch", "this machine lacks the requested vector instructions")
        .given(std::string(simd_name(*options.level)))
        .hint("leave the level unset to use the best one available");
  impl_ = std::make_unique<Impl>(arm, options);
}
Workspace::~Workspace() = default;
Workspace::Workspace(Workspace&&) noexcept = default;
Workspace& Workspace::operator=(Workspace&&) noexcept = default;
int Workspace::threads() const { return impl_->pool.threads(); }
SimdLevel Workspace::level() const { return impl_->level; }
bool Workspace::native() const { return impl_->generated.library != nullptr; }
const std::optional<Note>& Workspace::note() const { return impl_->note; }

std::size_t detail::pack_width(const Workspace& work) { return work.impl().kernels->width; }

void detail::register_generated(Workspace& work, Generated code, std::optional<Note> note) {
  work.impl().generated = std::move(code);
  work.impl().note = std::move(note);
}

}  // namespace catena::batch
