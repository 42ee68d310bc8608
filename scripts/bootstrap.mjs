/**
 * The way from a machine with any Node from 18 on to a running script of this folder.
 *
 *   node scripts/bootstrap.mjs start|dev|test|check|bench|ops|test-vectors [arguments]
 *
 * Plain JavaScript that old Nodes run. It puts Node 24 and pnpm into .toolchain (from npm, nothing else is asked), installs
 * the packages when the lock file changed, and hands over to scripts/<name>.ts. When all is in place this takes no time.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const NODE_MAJOR = 24;
/** Exact, so that the same commit runs on the same Node wherever it is put into .toolchain. */
const NODE_VERSION = '24.21.0';
const PNPM_VERSION = '10.34.9';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const toolchain = join(root, '.toolchain');
const windows = process.platform === 'win32';
const stampFile = join(root, 'node_modules', '.pelican-install');

const [command, ...args] = process.argv.slice(2);

function say(text) {
  process.stderr.write(`${text}\n`);
}

function fail(text) {
  say(text);
  process.exit(1);
}

function run(program, programArgs, options) {
  const result = spawnSync(program, programArgs, { cwd: root, stdio: 'inherit', ...options });
  if (result.error) say(String(result.error));
  return result.status === 0;
}

/** Installs one package into .toolchain with the npm that came with the old Node. */
function installTool(spec) {
  mkdirSync(toolchain, { recursive: true });
  const manifest = join(toolchain, 'package.json');
  if (!existsSync(manifest)) writeFileSync(manifest, '{ "private": true }\n');
  // npm hands its own settings down as variables; those that name this project would lead it to the wrong folder.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_config_(local_)?prefix$/i.test(name)),
  );
  const npmArgs = [
    'install',
    spec,
    '--save-exact',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--ignore-scripts=false',
  ];
  return run('npm', [...npmArgs, '--prefix', toolchain], {
    cwd: toolchain,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: windows,
  });
}

function node24() {
  if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) return process.execPath;
  const file = join(toolchain, 'node_modules', 'node', 'bin', windows ? 'node.exe' : 'node');
  if (runs(file)) return file;
  say(`Node ${process.versions.node} is too old here; putting Node ${NODE_VERSION} into .toolchain ...`);
  installTool(`node@${NODE_VERSION}`);
  if (!runs(file))
    fail(`Node ${NODE_MAJOR} could not be installed from npm. Install it yourself (https://nodejs.org) and try again.`);
  return file;
}

function runs(file) {
  return existsSync(file) && spawnSync(file, ['--version'], { stdio: 'ignore' }).status === 0;
}

function pnpm() {
  const file = join(toolchain, 'node_modules', 'pnpm', 'bin', 'pnpm.cjs');
  const manifest = join(toolchain, 'node_modules', 'pnpm', 'package.json');
  const present = existsSync(file) && JSON.parse(readFileSync(manifest, 'utf8')).version === PNPM_VERSION;
  if (!present) {
    say(`Putting pnpm ${PNPM_VERSION} into .toolchain ...`);
    if (!installTool(`pnpm@${PNPM_VERSION}`)) fail('pnpm could not be installed from npm.');
  }
  return file;
}

/** What an installation depends on: the lock file, the manifests, the machine. */
function installHash() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch} ${PNPM_VERSION}`);
  const members = ['apps', 'packages'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
  );
  for (const folder of ['.', 'prisma', 'tests', ...members.sort()]) {
    const manifest = join(root, folder, 'package.json');
    if (existsSync(manifest)) hash.update(installedParts(manifest));
  }
  for (const name of ['pnpm-lock.yaml', 'pnpm-workspace.yaml']) {
    if (existsSync(join(root, name))) hash.update(readFileSync(join(root, name)));
  }
  return hash.digest('hex');
}

function installedParts(manifest) {
  const { name, dependencies, devDependencies } = JSON.parse(readFileSync(manifest, 'utf8'));
  return JSON.stringify([name, dependencies, devDependencies]);
}

function install(node, env) {
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === installHash()) return;
  const installer = pnpm();
  say('Installing packages ...');
  rmSync(stampFile, { force: true });
  // A production setting in the environment must not leave out the tools that build the client.
  const installEnv = { ...env, NODE_ENV: 'development', CI: '1' };
  const pnpmArgs = [installer, 'install', '--prefer-offline', '--reporter=append-only', '--loglevel=warn'];
  const isExact = process.platform === 'linux' || env.NODE_ENV === 'production';
  // The lock file was made on Linux from a registry that lacks packages of other systems.
  if (!isExact) say('Installing without the exact lock file, which does not know every system ...');
  const lockArgs = isExact ? ['--frozen-lockfile'] : ['--no-frozen-lockfile'];
  if (!run(node, [...pnpmArgs, ...lockArgs], { env: installEnv }))
    fail('The packages could not be installed as the lock file and package.json name them.');
  writeFileSync(stampFile, installHash());
}

/** Runs the script as a child; it decides what a signal means, and its exit code is ours. */
function handOver(node, env) {
  const script = join(root, 'scripts', `${command}.ts`);
  const child = spawn(node, [script, ...args], { cwd: root, env, stdio: 'inherit' });
  // In a terminal the child gets Ctrl-C a second time by this; it takes signals that come together for one.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 1)));
}

const commands = ['start', 'dev', 'test', 'check', 'bench', 'ops', 'test-vectors'];
if (!commands.includes(command)) fail(`Say one of ${commands.join(', ')}.`);
const node = node24();
const folders = [dirname(node), join(root, 'node_modules', '.bin'), process.env.PATH];
/** Most of a start is compiling: Node keeps the code for the next one. */
const compileCache = process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'node');
const env = { ...process.env, PATH: folders.join(delimiter), NODE_COMPILE_CACHE: compileCache };
install(node, env);
handOver(node, env);
