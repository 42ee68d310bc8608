import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** A test starts processes of the exchange, and most of such a start is compiling: Node keeps the code for the next ones. */
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules', '.cache', 'node');

const exchangeSetup = ['tests/support/exchange-setup.ts'];
/** Some of the files that need servers start whole exchanges too. */
const globalSetup = ['tests/support/global-setup.ts', ...exchangeSetup];
/** For suites whose files start the demo each. */
const demoSetup = 'tests/support/demo-setup.ts';
/** Without it one is left free: half of a machine with two. */
const allProcessors = '100%';
/** Files that wait more than they compute: for processes to start, leases to end, deadlines to pass. */
const waiting = 2 * availableParallelism();

/** The suites; `npm test -- <name>` runs one, `npm test` all of them, in stages (scripts/test.ts). */
export default defineConfig({
  test: {
    watch: false,
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'apps/{api,engine}/src/**/*.test.ts',
            'packages/{shared,tracing}/src/**/*.test.ts',
            'prisma/**/*.test.ts',
            'scripts/**/*.test.ts',
            'tests/vectors/**/*.test.ts',
          ],
          maxWorkers: allProcessors,
          // Property tests over 100,000 random commands are units too.
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'web',
          environment: 'jsdom',
          include: ['apps/web/src/**/*.test.{ts,tsx}'],
          setupFiles: ['apps/web/src/testing/complete-browser.ts'],
          // A context for each file in place of a process: as isolated, and jsdom need not be loaded for each (docs/decisions/0199).
          pool: 'vmForks',
          maxWorkers: allProcessors,
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          // Loading the API anew for each file was half of the suite's processor time; what a test changes, it puts back.
          isolate: false,
          globalSetup,
          maxWorkers: waiting,
          testTimeout: 180_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'simulation',
          include: ['tests/simulation/**/*.test.ts'],
          testTimeout: 2_400_000,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          globalSetup: [...globalSetup, demoSetup],
          // Files that run at once starve each other's restarts and run into limits.
          maxWorkers: 1,
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          // As with integration: what a test changes, it puts back.
          isolate: false,
          globalSetup: [...exchangeSetup, demoSetup],
          // A file waits for its exchange to start and for what appears on a page: one for each processor leaves some idle. Each has a whole
          // exchange and a browser in memory, which does not grow with the processors.
          maxWorkers: Math.min(availableParallelism() + 1, 6),
          // A page may take its time beside other work: what is polled for has to come, not to come within a second.
          expect: { poll: { timeout: 20_000 } },
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'routes',
          include: ['tests/routes/**/*.test.ts'],
          globalSetup: [...exchangeSetup, demoSetup],
          testTimeout: 600_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'smoothness',
          include: ['tests/smoothness/**/*.test.ts'],
          globalSetup: exchangeSetup,
          testTimeout: 120_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
