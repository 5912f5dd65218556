// SPDX-License-Identifier: Apache-2.0
// The pages of the site, in reading order: what the side bar shows, and what "previous" and "next" follow. A page that is
// not listed here is shown under "More", so that none is forgotten (build.mjs). Optional ones are written by longer runs.
export const sections = [
  {
    title: 'Start',
    pages: [
      ['docs/index.md', 'What Catena is'],
      ['docs/install.md', 'Install'],
      ['docs/tutorial.md', 'Tutorial: to computed torque'],
      ['docs/cookbook.md', 'Cookbook'],
      ['docs/notebooks/README.md', 'Notebooks'],
      ['docs/playground.md', 'Playground', 'optional'],
    ],
  },
  {
    title: 'Describe an arm',
    pages: [
      ['docs/robot_file.md', 'Robot files'],
      ['docs/urdf.md', 'URDF files'],
      ['docs/robots_in_code.md', 'Robots in code'],
    ],
  },
  {
    title: 'Use',
    pages: [
      ['docs/cli.md', 'Command line'],
      ['docs/python.md', 'Python'],
      ['docs/migrate.md', 'Coming from other software'],
      ['docs/control.md', 'Control and identification'],
      ['docs/real_time.md', 'Real-time loops'],
      ['docs/derivatives.md', 'Derivatives'],
      ['docs/ik.md', 'Inverse kinematics'],
      ['docs/paths.md', 'Paths and fastest motions'],
      ['docs/simulate.md', 'Simulation'],
      ['docs/report.md', 'Reports'],
      ['docs/codegen.md', 'Code generation'],
      ['docs/header_only.md', 'Headers only'],
    ],
  },
  {
    title: 'Choose and design arms',
    pages: [
      ['docs/compare.md', 'Comparing arms'],
      ['docs/criteria.md', 'Criteria'],
      ['docs/sweep.md', 'Sweeps'],
      ['docs/design.md', 'Design files'],
    ],
  },
  {
    title: 'Theory',
    pages: [
      ['docs/theory.md', 'Which method?'],
      ['docs/papers/gdahj.md', 'gdahj'],
      ['docs/papers/frame_injection.md', 'frame_injection'],
      ['docs/papers/frame_moments.md', 'frame_moments'],
      ['docs/papers/kic.md', 'kic'],
      ['docs/papers/augmented_body.md', 'augmented_body'],
      ['docs/papers/augmented_elements.md', 'augmented_elements'],
      ['docs/papers/denoc.md', 'denoc'],
      ['docs/papers/udut.md', 'udut'],
      ['docs/papers/quasi_velocity.md', 'quasi_velocity'],
      ['docs/papers/kalman.md', 'kalman'],
      ['docs/papers/spatial_operators.md', 'spatial_operators'],
      ['docs/papers/gim_mci.md', 'gim_mci'],
      ['docs/papers/rivals.md', 'rivals'],
      ['PAPERS.md', 'Equation by equation'],
      ['NOTATION.md', 'Notation'],
      ['docs/glossary.md', 'Glossary'],
    ],
  },
  {
    title: 'Evidence',
    pages: [
      ['docs/reproduction.md', 'Reproduction of the papers'],
      ['docs/performance.md', 'Performance'],
      ['bench/README.md', 'Benchmarks'],
      ['docs/accuracy.md', 'Accuracy'],
      ['docs/digits.md', 'Correct digits'],
      ['docs/verify_random.md', 'Random arms'],
      ['docs/ik_measured.md', 'Inverse kinematics, measured'],
      ['docs/stiffness.md', 'Stiffness of formulations'],
      ['docs/error_bars.md', 'Error bars'],
      ['docs/robustness.md', 'Robustness'],
      ['docs/mutation.md', 'Mutation tests', 'optional'],
      ['docs/coverage.md', 'Coverage', 'optional'],
    ],
  },
  {
    title: 'Reference',
    pages: [
      ['reference/cpp.md', 'C++'],
      ['reference/python.md', 'Python'],
    ],
  },
  {
    title: 'Project',
    pages: [
      ['CONTRIBUTING.md', 'Contributing'],
      ['docs/decisions/README.md', 'Decisions'],
      ['CHANGELOG.md', 'Changes'],
      ['SECURITY.md', 'Security'],
    ],
  },
];

// Pages that are built but not in the side bar: they are reached from the page named beside the pattern.
export const unlisted = [
  [/^docs\/decisions\/\d{4}-.*\.md$/, 'docs/decisions/README.md'],
  [/^docs\/notebooks\/.*\.ipynb$/, 'docs/notebooks/README.md'],
  [/^reference\/cpp\/.*\.md$/, 'reference/cpp.md'],
];

// The address of a page in the site, from the path of its source.
export function address(source) {
  if (source === 'README.md') return 'index.html';
  const bare = source.replace(/^docs\//, '').replace(/\.(md|ipynb)$/, '');
  if (bare === 'bench/README') return 'bench.html';
  if (bare === 'PAPERS') return 'equations.html';
  return `${bare.replace(/(^|\/)README$/, '$1index').replace(/^[A-Z]+$/, (word) => word.toLowerCase())}.html`;
}
