import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { setPriority, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from '../supervisor/folders.ts';
import { memoryFolder } from './memory-folder.ts';

export interface StepResult {
  name: string;
  passed: number;
  failed: number;
  /** What failed, and how: some lines each. */
  failures: string[];
  seconds: number;
}

type Counts = Omit<StepResult, 'name' | 'seconds'>;

export interface Step {
  name: string;
  run(): Promise<Counts>;
}

/** Lanes that run at once, each its steps one after the other. */
export type Stage = readonly (readonly Step[])[];

/** No suite takes near as long; one that hangs must not hang the whole run. */
const stepTimeoutMs = 45 * 60_000;

/** Settings of the developer's own running exchange must not reach the tests. */
const ownSettings = [
  'PORT',
  'HOST',
  'DATA_DIR',
  'DATABASE_URL',
  'REDIS_URL',
  'DEMO',
  'DEMO_MAKER',
  'ENGINE_STANDBY',
  'NODE_ENV',
];

/** A static check: a program that passes or fails as a whole, counted as one test. */
function checkStep(niceness: number, name: string, program: string, args: string[]): Step {
  return {
    name,
    run: async () => {
      const code = await runProgram(program, args, niceness);
      return code === 0 ? { passed: 1, failed: 0, failures: [] } : { passed: 0, failed: 1, failures: [] };
    },
  };
}

/**
 * One project of vitest.config.ts, its tests counted one by one.
 * @param niceness of its processes: one that only computes takes what the suites beside it leave
 */
export function suiteStep(project: string, niceness = 0): Step {
  return { name: project, run: () => runSuite(project, niceness) };
}

async function runSuite(project: string, niceness: number): Promise<Counts> {
  const folder = mkdtempSync(join(tmpdir(), 'pelican-test-'));
  const report = join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  try {
    const args = ['run', '--project', project, '--passWithNoTests', ...reporters];
    const code = await runProgram('vitest', args, niceness);
    return count(readReport(report), code);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Report {
  numPassedTests: number;
  testResults: {
    name: string;
    status: string;
    message?: string;
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
  }[];
}

function readReport(file: string): Report {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { numPassedTests: 0, testResults: [] };
  }
}

/** A file that could not be loaded, or a run that fell outside of any test, is a failure too. */
function count(report: Report, code: number): Counts {
  const failures = report.testResults.flatMap((file) => {
    const tests = file.assertionResults.filter((test) => test.status === 'failed');
    if (file.status === 'failed' && tests.length === 0) return [`${file.name}: ${beginningOf(file.message)}`];
    return tests.map((test) => `${test.fullName}: ${beginningOf(test.failureMessages?.[0])}`);
  });
  const failed = code !== 0 && failures.length === 0 ? 1 : failures.length;
  return { passed: report.numPassedTests, failed, failures };
}

/** Lines of a failure that the summary shows: a browser's log of what it waited for is longer than its first line. */
const failureLinesMax = 12;

function beginningOf(text = ''): string {
  const lines = stripVTControlCharacters(text).split('\n').slice(0, failureLinesMax);
  return lines.join('\n         ').trimEnd();
}

function runProgram(program: string, args: string[], niceness = 0): Promise<number> {
  const env: NodeJS.ProcessEnv = { ...process.env };
  for (const name of ownSettings) delete env[name];
  const temporary = memoryFolder();
  if (temporary !== undefined) env.TMPDIR = temporary;
  const file = resolve(root, 'node_modules/.bin', program);
  return new Promise((end) => {
    const child = spawn(file, args, {
      cwd: root,
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32',
    });
    if (niceness !== 0 && child.pid !== undefined) setPriority(child.pid, niceness);
    const timer = setTimeout(() => {
      process.stderr.write(`${program} took more than ${stepTimeoutMs / 60_000} minutes and is killed\n`);
      child.kill('SIGKILL');
    }, stepTimeoutMs);
    child.on('error', (error) => process.stderr.write(`${error.message}\n`));
    child.on('close', (code) => {
      clearTimeout(timer);
      end(code ?? 1);
    });
  });
}

/** Runs the stages one after the other, however many steps fail, and prints what came out of each. */
export async function runStages(stages: readonly Stage[]): Promise<StepResult[]> {
  const results: StepResult[] = [];
  for (const stage of stages) {
    const lanes = await Promise.all(stage.map(runLane));
    results.push(...lanes.flat());
  }
  process.stdout.write('\n');
  for (const { name, passed, failed, failures, seconds } of results) {
    process.stdout.write(
      `${failed === 0 ? 'ok  ' : 'FAIL'} ${name}: ${passed} passed, ${failed} failed (${seconds.toFixed(1)} s)\n`,
    );
    for (const failure of failures) process.stdout.write(`       ${failure}\n`);
  }
  return results;
}

async function runLane(steps: readonly Step[]): Promise<StepResult[]> {
  const results: StepResult[] = [];
  for (const step of steps) results.push(await runStep(step));
  return results;
}

async function runStep(step: Step): Promise<StepResult> {
  process.stdout.write(`\n=== ${step.name}\n`);
  const startedAt = performance.now();
  const counts = await step.run();
  return { name: step.name, ...counts, seconds: (performance.now() - startedAt) / 1000 };
}

/** Everything that needs nothing to run. */
export function staticSteps(niceness = 0): Step[] {
  const check = checkStep.bind(undefined, niceness);
  return [
    check('format and lint (biome)', 'biome', ['check', '--error-on-warnings', '.']),
    check('floors of the API', process.execPath, ['scripts/lint/check-boundaries.ts']),
    check('promises and switches (oxlint)', 'oxlint', ['--type-aware', '--deny-warnings']),
    check('types (server, shared, tests)', 'tsc', ['-p', 'tsconfig.json']),
    check('types (web)', 'tsc', ['-p', 'apps/web/tsconfig.json']),
    check('dead code (knip)', 'knip', ['--no-progress']),
  ];
}
