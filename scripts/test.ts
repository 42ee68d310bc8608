/**
 * `npm test`: every check and every suite, those that compute beside those that wait. The last line says `N passed, N failed`.
 *
 *   npm test                          everything
 *   npm test -- unit integration      only these suites
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { generateClient } from '../prisma/generate.ts';
import { chromiumPath } from '../tests/support/chromium.ts';
import { installMissing } from './services/install.ts';
import { findProgram } from './services/process.ts';
import { redisProgram } from './services/redis-server.ts';
import { root } from './supervisor/folders.ts';
import { runStages, type Stage, staticSteps, suiteStep } from './testing/steps.ts';

/** The suites of a stage run at once. */
const suiteStages = [['unit'], ['web'], ['integration'], ['faults', 'simulation'], ['e2e'], ['routes'], ['smoothness']];
const suites = suiteStages.flat();
/** Beside faults, which wait for restarts: simulation and static checks compute for minutes and take what is left. A settlement runs at 10. */
const lowest = 19;
const niceness: Partial<Record<string, number>> = { simulation: lowest };

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !suites.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`There is no suite ${unknown.join(', ')}; there are ${suites.join(', ')}\n`);
  process.exit(1);
}
await installWhatIsMissing();
await generateClient();
const chosen = wanted.length === 0 ? suites : wanted;
const stages = suiteStages.map((names): Stage => {
  const suitesOfStage = names.filter((name) => chosen.includes(name)).map((name) => [suiteStep(name, niceness[name])]);
  return wanted.length === 0 && names.includes('faults') ? [...suitesOfStage, staticSteps(lowest)] : suitesOfStage;
});
const results = await runStages(stages);
const passed = results.reduce((sum, result) => sum + result.passed, 0);
const failed = results.reduce((sum, result) => sum + result.failed, 0);
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;

/**
 * Redis for the servers' tests, Chromium for the browser's, strace for the power cut, a
 * Litecoin node for payments on networks of the Bitcoin family: from Debian where that can be, else
 * as far as npm goes.
 */
async function installWhatIsMissing(): Promise<void> {
  const programs = {
    'redis-server': redisProgram(),
    'chromium-headless-shell': chromiumPath(),
    strace: findProgram('strace'),
    litecoind: findProgram('litecoind'),
  };
  await installMissing(programs, (line) => process.stdout.write(`${line}\n`));
  if (!chromiumPath()) {
    const playwright = join(root, 'node_modules', 'playwright-core', 'cli.js');
    spawnSync(process.execPath, [playwright, 'install', 'chromium'], { cwd: root, stdio: 'inherit' });
  }
}
