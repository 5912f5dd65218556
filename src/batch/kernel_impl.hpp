// SPDX-License-Identifier: Apache-2.0
// The kernels for the architecture CATENA_ARCH: the algorithms on packs of states. Included once in each
// kernel_<level>.cpp.
#include <cstring>

#include "batch/kernel.hpp"
#include "catena/algo/aba.hpp"
#include "catena/algo/crba.hpp"
#include "catena/algo/gdahj.hpp"
#include "catena/algo/gravity.hpp"
#include "catena/algo/kinematics.hpp"
#include "catena/algo/rnea.hpp"
#include "catena/scalar/pack.hpp"

namespace catena::batch {
namespace {

using P = Pack<CATENA_ARCH>;
using Real = P::Real;
using Bits = P::Bits;
constexpr std::size_t W = P::width;

// From here on GDAHJ takes fewer operations than composite bodies.
constexpr int kLongChain = 12;

struct Scratch {
  explicit Scratch(const Chain<P>& arm)
      : x(arm),
        q(static_cast<std::size_t>(arm.dof()), P(0)),
        qd(q),
        u(q),
        zeros(q),
        out(static_cast<std::size_t>(arm.dof()) * static_cast<std::size_t>(arm.dof() < 6 ? 6 : arm.dof()),
            P(0)),
        rnea(arm.dof()),
        aba(arm.dof()),
        gravity(arm.dof()),
        gdahj(arm.dof()) {}
  Posture<P> x;
  std::vector<P> q, qd, u, zeros;  // (n)
  std::vector<P> out;              // (n x n or 6 x n)
  RneaWork<P> rnea;
  AbaWork<P> aba;
  GravityWork<P> gravity;
  GdahjWork<P> gdahj;  // with the poses
};

// The states of one block. Behind the last some lanes repeat it: all lanes take the same path.
struct Block {
  std::size_t first;
  bool full;
  std::size_t state[W];
};

CATENA_INLINE Block block_at(std::size_t first, std::size_t last) {
  Block b;
  b.first = first;
  b.full = first + W <= last;
  for (std::size_t k = 0; k < W; ++k) b.state[k] = first + k < last ? first + k : last - 1;
  return b;
}

// `count` numbers of each state of the block; `idle` becomes NaN where one is not finite.
CATENA_INLINE void load(const Job& job, const Block& b, const double* from, std::size_t count, P* to,
                        Real& idle) {
  for (std::size_t i = 0; i < count; ++i) {
    Real v;
    if (job.joint_major && b.full)
      std::memcpy(&v, from + i * job.N + b.first, sizeof v);
    else if (job.joint_major)
      for (std::size_t k = 0; k < W; ++k) v[k] = from[i * job.N + b.state[k]];
    else
      for (std::size_t k = 0; k < W; ++k) v[k] = from[b.state[k] * count + i];
    idle = idle + 0.0 * v;
    to[i] = P(v);
  }
}

CATENA_INLINE void store(const Job& job, const Block& b, const P* from, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    const Real& v = from[i].lanes();
    if (job.joint_major && b.full)
      std::memcpy(job.out + i * job.N + b.first, &v, sizeof v);
    else if (job.joint_major)
      for (std::size_t k = 0; k < W; ++k) job.out[i * job.N + b.state[k]] = v[k];
    else
      for (std::size_t k = 0; k < W; ++k) job.out[b.state[k] * count + i] = v[k];
  }
}

// Lanes that are not finite: remembers the first such state.
CATENA_INLINE void check_input(const Real& idle, const Block& b, Job& job) {
  const Bits bad = ~(idle == Real{});
  if (!Lanes<CATENA_ARCH>::any(bad)) [[likely]]
    return;
  for (std::size_t k = 0; k < W; ++k)
    if (bad[k] && b.state[k] < job.not_finite) job.not_finite = b.state[k];
}

// δ too small or not finite, where the input was good.
CATENA_INLINE void check_delta(const std::vector<P>& delta_inv, const Real& idle, const Block& b, int n,
                               Job& job) {
  Bits good = idle == Real{};
  const Bits finite = good;
  for (int i = 0; i < n; ++i) {
    const Real inverse = delta_inv[i].lanes();
    const Real size = (Real)((Bits)inverse & 0x7fffffffffffffff);
    good &= (size * job.delta_least[i] < 1.0) & (size > 0.0);
  }
  const Bits bad = finite & ~good;
  if (!Lanes<CATENA_ARCH>::any(bad)) [[likely]]
    return;
  for (std::size_t k = 0; k < W; ++k) {
    if (!bad[k] || b.state[k] >= job.singular) continue;
    job.singular = b.state[k];
    for (int i = n - 1; i >= 0; --i) {
      const double size = __builtin_fabs(delta_inv[i][k]);
      if (size * job.delta_least[i] < 1.0 && size > 0.0) continue;
      job.joint = i;
      job.delta = 1 / delta_inv[i][k];
      break;
    }
  }
}

template <Call call>
void run(const Chain<P>& arm, Scratch& s, Job& job) {
  const int n = arm.dof();
  const std::size_t N = static_cast<std::size_t>(n);
  const Vec3<P> g = {P(job.gravity[0]), P(job.gravity[1]), P(job.gravity[2])};
  const std::span<P> out(s.out.data(), N);
  constexpr bool moves = call == Call::id || call == Call::fd || call == Call::bias;
  constexpr bool driven = call == Call::id || call == Call::fd;
  for (std::size_t first = job.first; first < job.last; first += W) {
    const Block b = block_at(first, job.last);
    Real idle = {};
    load(job, b, job.q, N, s.q.data(), idle);
    if constexpr (moves) load(job, b, job.qd, N, s.qd.data(), idle);
    if constexpr (driven) load(job, b, job.u, N, s.u.data(), idle);
    s.x.set(arm, s.q);
    if constexpr (call == Call::id) rnea<P>(arm, s.x, s.qd, s.u, g, s.rnea, out);
    if constexpr (call == Call::bias) rnea<P>(arm, s.x, s.qd, s.zeros, Vec3<P>::zero(), s.rnea, out);
    if constexpr (call == Call::fd) aba<P>(arm, s.x, s.qd, s.u, g, s.aba, out);
    if constexpr (call == Call::gravity) catena::gravity<P>(arm, s.x, g, s.gravity, out);
    if constexpr (call == Call::inertia) {
      const MatView<P> M = {s.out.data(), n, n, n};
      if (n < kLongChain)
        crba<P>(arm, s.x, M);
      else
        gdahj<P>(arm, s.x, s.gdahj, M);
    }
    if constexpr (call == Call::jacobian) {
      set_poses(arm, s.x, s.gdahj.kinematics);
      catena::jacobian<P>(arm, s.gdahj.kinematics, {s.out.data(), 6, n, 6});
    }
    check_input(idle, b, job);
    if constexpr (call == Call::fd) check_delta(s.aba.delta_inv, idle, b, n, job);
    store(job, b, s.out.data(), call == Call::inertia ? N * N : call == Call::jacobian ? 6 * N : N);
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
                     P(0)});
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
