// SPDX-License-Identifier: Apache-2.0
// The kernels for the architecture CATENA_ARCH: the algorithms on packs of states. Included once in each
// kernel_<level>.cpp.
#include "batch/kernel.hpp"
#include "batch/tile.hpp"
#include "catena/algo/aba.hpp"
#include "catena/algo/crba.hpp"
#include "catena/algo/gdahj.hpp"
#include "catena/algo/gravity.hpp"
#include "catena/algo/kinematics.hpp"
#include "catena/algo/rnea.hpp"
#include "catena/algo/udut.hpp"

namespace catena::batch {
namespace {

using Real = P::Real;
using Bits = P::Bits;

// From here on GDAHJ takes fewer operations than composite bodies.
constexpr int kLongChain = 12;

// States are taken from the arrays and given back a tile at a time: in the joint-major layout the numbers of one state
// lie far apart, often at distances that one set of the cache must hold, so lines are used up while they are there.
constexpr std::size_t kBlocks = 16 / W;  // of a tile, at most

// The blocks of a tile for results of so many numbers.
constexpr std::size_t blocks_for(std::size_t each) { return each > 128 ? 8 / W : kBlocks; }

// The packs that hold the results of any call for a tile.
constexpr std::size_t room(std::size_t n) {
  const std::size_t jacobian = blocks_for(6 * n) * 6 * n, inertia = blocks_for(n * n) * n * n;
  return jacobian > inertia ? jacobian : inertia;
}

struct Scratch {
  explicit Scratch(const Chain<P>& arm)
      : x(arm),
        q(kBlocks * static_cast<std::size_t>(arm.dof()), P(0)),
        qd(q),
        u(q),
        zeros(static_cast<std::size_t>(arm.dof()), P(0)),
        sine(zeros),
        cosine(zeros),
        pivots(zeros),
        out(room(static_cast<std::size_t>(arm.dof())), P(0)),
        rnea(arm.dof()),
        aba(arm.dof()),
        gravity(arm.dof()),
        gdahj(arm.dof()),
        tip(kBlocks * 6, P(0)),
        udut(arm.dof()) {}
  Posture<P> x;
  std::vector<P> q, qd, u;              // (n) for each block of a tile
  std::vector<P> zeros;                 // (n)
  std::vector<P> sine, cosine, pivots;  // (n) for generated code
  std::vector<P> out;                   // (n, n x n or 6 x n) for each block of a tile
  RneaWork<P> rnea;
  AbaWork<P> aba;
  GravityWork<P> gravity;
  GdahjWork<P> gdahj;  // with the poses
  std::vector<P> tip;  // (6) for each block of a tile
  UdutWork<P> udut;
};

using PackSpan = std::span<const P>;

// The sum of some numbers of each lane. Two sums, since one would wait for itself.
CATENA_INLINE Real sum_of(const PackSpan& x) {
  const std::size_t n = x.size();
  Real even = {}, odd = {};
  for (std::size_t i = 0; i + 1 < n; i += 2) {
    even = even + x[i].lanes();
    odd = odd + x[i + 1].lanes();
  }
  if (n % 2 != 0) even = even + x[n - 1].lanes();
  return even + odd;
}

CATENA_INLINE Bits finite_lanes(const PackSpan& x) {
  Bits finite = ~Bits{};
  for (const P& number : x) finite &= 0.0 * number.lanes() == Real{};
  return finite;
}

// Lanes whose numbers are all finite; of others the first state is remembered.
template <class... Inputs>
CATENA_INLINE Bits check_input(const Tile& tile, std::size_t block, Job& job, const Inputs&... x) {
  const Real sum = (sum_of(x) + ...);
  const Bits finite = 0.0 * sum == Real{};
  if (!Lanes<CATENA_ARCH>::any(~finite)) [[likely]]
    return finite;
  const Bits good = (finite_lanes(x) & ...);  // a sum of finite numbers may be none
  for (std::size_t k = 0; k < W; ++k)
    if (!good[k] && tile.state(block, k) < job.not_finite) job.not_finite = tile.state(block, k);
  return good;
}

CATENA_INLINE Real magnitude(const Real& x) { return (Real)((Bits)x & 0x7fffffffffffffff); }

// δ too small or not finite, where the input was good; `inverse` if the numbers are 1/δ.
template <bool inverse>
CATENA_INLINE void check_delta(const std::vector<P>& delta, const Bits& finite, const Tile& tile,
                               std::size_t block, int n, Job& job) {
  constexpr double kMost = 0x1.fffffffffffffp1023;
  const auto regular = [&](int i) -> Bits {
    const Real size = magnitude(delta[i].lanes());
    if constexpr (inverse) return (size * job.delta_least[i] < 1.0) & (size > 0.0);
    return (size > job.delta_least[i]) & (size <= kMost);
  };
  Bits good = finite;
  for (int i = 0; i < n; ++i) good &= regular(i);
  const Bits bad = finite & ~good;
  if (!Lanes<CATENA_ARCH>::any(bad)) [[likely]]
    return;
  for (std::size_t k = 0; k < W; ++k) {
    if (!bad[k] || tile.state(block, k) >= job.singular) continue;
    job.singular = tile.state(block, k);
    for (int i = n - 1; i >= 0; --i) {
      if (regular(i)[k]) continue;
      job.joint = i;
      job.delta = inverse ? 1 / delta[i][k] : delta[i][k];
      break;
    }
  }
}

// By the generated function. Its arguments are those that the call has, then sines, cosines and results.
template <Call call>
CATENA_INLINE void run_code(const Chain<P>& arm, const Job& job, const P* q, const P* qd, const P* u,
                            Scratch& s, P* out) {
  P* const sine = s.sine.data();
  P* const cosine = s.cosine.data();
  const auto angle = [&](int i) { return (q[i] + arm.link(i).theta).lanes(); };
  Bits far = {};
  for (std::size_t k = 0; k < job.turned_count; ++k) {
    const int i = job.turned[k];
    Real s_near, c_near;
    sincos_near<CATENA_ARCH>(angle(i), s_near, c_near);
    far |= is_far<CATENA_ARCH>(angle(i));
    sine[i] = P(s_near), cosine[i] = P(c_near);
  }
  if (Lanes<CATENA_ARCH>::any(far)) [[unlikely]] {
    for (std::size_t k = 0; k < job.turned_count; ++k) {
      const int i = job.turned[k];
      P::sincos(P(angle(i)), sine[i], cosine[i]);
    }
  }
  using In = const P*;
  const auto as = [&]<class... A>(A... arguments) {
    reinterpret_cast<void (*)(A...)>(const_cast<void*>(job.code))(arguments...);
  };
  if constexpr (call == Call::id) as(q, qd, u, In(sine), In(cosine), out);
  if constexpr (call == Call::fd) as(q, qd, u, In(sine), In(cosine), out, s.pivots.data());
  if constexpr (call == Call::bias) as(q, qd, In(sine), In(cosine), out);
  if constexpr (call == Call::gravity || call == Call::inertia || call == Call::jacobian)
    as(q, In(sine), In(cosine), out);
}

template <Call call>
void run(const Chain<P>& arm, Scratch& s, Job& job) {
  const int n = arm.dof();
  const std::size_t dof = static_cast<std::size_t>(n);
  const Vec3<P> g = {P(job.gravity[0]), P(job.gravity[1]), P(job.gravity[2])};
  constexpr bool moves = call == Call::id || call == Call::fd || call == Call::bias;
  constexpr bool driven = call == Call::id || call == Call::fd;
  const std::size_t each = call == Call::inertia ? dof * dof : call == Call::jacobian ? 6 * dof : dof;
  const std::size_t step = blocks_for(each) * W;

  for (std::size_t first = job.first; first < job.last; first += step) {
    const Tile tile = {first, first + step < job.last ? first + step : job.last};
    load(job.joint_major, job.N, tile, job.q, dof, s.q.data());
    if constexpr (moves) load(job.joint_major, job.N, tile, job.qd, dof, s.qd.data());
    if constexpr (driven) load(job.joint_major, job.N, tile, job.u, dof, s.u.data());
    for (std::size_t block = 0; block < tile.blocks(); ++block) {
      const PackSpan q(s.q.data() + block * dof, dof);
      const PackSpan qd(s.qd.data() + block * dof, dof);
      const PackSpan u(s.u.data() + block * dof, dof);
      P* const result = s.out.data() + block * each;
      const std::span<P> out(result, dof);
      Bits finite;
      if constexpr (driven)
        finite = check_input(tile, block, job, q, qd, u);
      else if constexpr (moves)
        finite = check_input(tile, block, job, q, qd);
      else
        finite = check_input(tile, block, job, q);
      if (job.code) {
        run_code<call>(arm, job, q.data(), qd.data(), u.data(), s, result);
        if constexpr (call == Call::fd) check_delta<false>(s.pivots, finite, tile, block, n, job);
        continue;
      }
      s.x.set(arm, q);
      if constexpr (call == Call::id) rnea<P>(arm, s.x, qd, u, g, s.rnea, out);
      if constexpr (call == Call::bias) rnea<P>(arm, s.x, qd, s.zeros, Vec3<P>::zero(), s.rnea, out);
      if constexpr (call == Call::fd) aba<P>(arm, s.x, qd, u, g, s.aba, out);
      if constexpr (call == Call::gravity) catena::gravity<P>(arm, s.x, g, s.gravity, out);
      if constexpr (call == Call::inertia) {
        if (n < kLongChain)
          crba<P>(arm, s.x, {result, n, n, n});
        else
          gdahj<P>(arm, s.x, s.gdahj, {result, n, n, n});
      }
      if constexpr (call == Call::jacobian) {
        set_poses(arm, s.x, s.gdahj.kinematics);
        catena::jacobian<P>(arm, s.gdahj.kinematics, {result, 6, n, 6});
      }
      if constexpr (call == Call::fd) check_delta<true>(s.aba.delta_inv, finite, tile, block, n, job);
    }
    store(job.joint_major, job.N, tile, s.out.data(), each, job.out);
  }
}

// With a wrench at the tool for each state.
template <Call call>
void run_tip(const Chain<P>& arm, Scratch& s, Job& job) {
  const int n = arm.dof();
  const std::size_t dof = static_cast<std::size_t>(n);
  const Vec3<P> g = {P(job.gravity[0]), P(job.gravity[1]), P(job.gravity[2])};
  const std::size_t step = blocks_for(dof) * W;

  for (std::size_t first = job.first; first < job.last; first += step) {
    const Tile tile = {first, first + step < job.last ? first + step : job.last};
    load(job.joint_major, job.N, tile, job.q, dof, s.q.data());
    load(job.joint_major, job.N, tile, job.qd, dof, s.qd.data());
    load(job.joint_major, job.N, tile, job.u, dof, s.u.data());
    load(job.joint_major, job.N, tile, job.tip, 6, s.tip.data());
    for (std::size_t block = 0; block < tile.blocks(); ++block) {
      const PackSpan q(s.q.data() + block * dof, dof);
      const PackSpan qd(s.qd.data() + block * dof, dof);
      const PackSpan u(s.u.data() + block * dof, dof);
      const PackSpan w(s.tip.data() + block * 6, 6);
      const Force<P> tip = {{w[0], w[1], w[2]}, {w[3], w[4], w[5]}};
      const std::span<P> out(s.out.data() + block * dof, dof);
      const Bits finite = check_input(tile, block, job, q, qd, u, w);

      s.x.set(arm, q);
      if constexpr (call == Call::id_tip) rnea<P>(arm, s.x, qd, u, g, tip, s.rnea, out);
      if constexpr (call == Call::fd_tip) aba<P>(arm, s.x, qd, u, g, tip, s.aba, out);
      if constexpr (call == Call::fd_tip) check_delta<true>(s.aba.delta_inv, finite, tile, block, n, job);
    }
    store(job.joint_major, job.N, tile, s.out.data(), dof, job.out);
  }
}

// U and, in the place of the input that this call does not have, d.
void run_udut(const Chain<P>& arm, Scratch& s, Job& job) {
  const int n = arm.dof();
  const std::size_t dof = static_cast<std::size_t>(n), each = dof * dof;
  const std::size_t step = blocks_for(each) * W;

  for (std::size_t first = job.first; first < job.last; first += step) {
    const Tile tile = {first, first + step < job.last ? first + step : job.last};
    load(job.joint_major, job.N, tile, job.q, dof, s.q.data());
    for (std::size_t block = 0; block < tile.blocks(); ++block) {
      const PackSpan q(s.q.data() + block * dof, dof);
      const Bits finite = check_input(tile, block, job, q);
      s.x.set(arm, q);
      udut_factor<P>(arm, s.x, s.udut);
      udut_factors<P>(arm, s.x, s.udut, {s.out.data() + block * each, n, n, n});
      for (std::size_t i = 0; i < dof; ++i) s.u[block * dof + i] = s.udut.m_hat[i];
      check_delta<true>(s.udut.m_hat_inv, finite, tile, block, n, job);
    }
    store(job.joint_major, job.N, tile, s.out.data(), each, job.out);
    store(job.joint_major, job.N, tile, s.u.data(), dof, job.diagonal);
  }
}

void run_call(const void* arm, void* scratch, Job& job) {
  const Chain<P>& chain = *static_cast<const Chain<P>*>(arm);
  Scratch& s = *static_cast<Scratch*>(scratch);
  switch (job.call) {
    case Call::id:
      return run<Call::id>(chain, s, job);
    case Call::fd:
      return run<Call::fd>(chain, s, job);
    case Call::bias:
      return run<Call::bias>(chain, s, job);
    case Call::gravity:
      return run<Call::gravity>(chain, s, job);
    case Call::inertia:
      return run<Call::inertia>(chain, s, job);
    case Call::jacobian:
      return run<Call::jacobian>(chain, s, job);
    case Call::id_tip:
      return run_tip<Call::id_tip>(chain, s, job);
    case Call::fd_tip:
      return run_tip<Call::fd_tip>(chain, s, job);
    case Call::udut:
      return run_udut(chain, s, job);
  }
}

void* make_arm(int n, const bool* revolute, const double* x) {
  std::vector<ChainLink<P>> links;
  links.reserve(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i, x += kLinkNumbers)
    links.push_back({revolute[i] ? JointKind::revolute : JointKind::prismatic,
                     P(x[0]),
                     P(x[1]),
                     P(x[2]),
                     P(x[3]),
                     P(x[4]),
                     P(x[5]),
                     P(x[6]),
                     {P(x[7]),
                      {P(x[8]), P(x[9]), P(x[10])},
                      {P(x[11]), P(x[12]), P(x[13]), P(x[14]), P(x[15]), P(x[16])}},
                     {P(x[17]), P(x[18]), P(x[19]), P(x[20]), P(x[21]), P(x[22])},
                     P(0),  // the motors take no part
                     P(0),
                     P(0),
                     P(0),
                     twist_of(x[0], x[1])});
  const auto pose = [](const double* y) {
    return Pose<P>{{P(y[0]), P(y[1]), P(y[2]), P(y[3]), P(y[4]), P(y[5]), P(y[6]), P(y[7]), P(y[8])},
                   {P(y[9]), P(y[10]), P(y[11])}};
  };
  return new Chain<P>(std::move(links), pose(x), pose(x + 12), Vec3<P>::zero());
}

void drop_arm(void* arm) { delete static_cast<Chain<P>*>(arm); }
void* make_scratch(const void* arm) { return new Scratch(*static_cast<const Chain<P>*>(arm)); }
void drop_scratch(void* scratch) { delete static_cast<Scratch*>(scratch); }

constexpr Kernels kKernels = {W, make_arm, drop_arm, make_scratch, drop_scratch, run_call};

}  // namespace
}  // namespace catena::batch
