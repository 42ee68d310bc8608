/** The image needs files that .dockerignore could keep from it: a build of it is too slow for every run of the tests. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import dockerignore from '@balena/dockerignore';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const context = dockerignore.default().add(readFileSync(join(root, '.dockerignore'), 'utf8'));

/** Paths in the instructions or commands of a file that are to be in the image. */
function pathsIn(file: string, pattern: RegExp): string[] {
  const found = [...readFileSync(join(root, file), 'utf8').matchAll(pattern)].flatMap(([, paths = '']) =>
    paths.split(' '),
  );
  return [...new Set(found)].filter((path) => path !== '.');
}

test.each([
  ['what the Dockerfile copies', pathsIn('Dockerfile', /^COPY (?!--from)(.+) \S+$/gm)],
  ['what the containers run', pathsIn('docker-compose.yml', /^ +(?:command|test): \[.* (\S+\.(?:ts|sh))\]$/gm)],
])('%s is there, and sent to the build', (_what, paths) => {
  expect(paths.length).toBeGreaterThan(3);
  expect(paths.filter((path) => !existsSync(join(root, path)) || context.ignores(path))).toEqual([]);
});

test('the image is built once, whatever the number of parts', () => {
  const compose = readFileSync(join(root, 'docker-compose.yml'), 'utf8');
  expect(compose.match(/^ +build:/gm)).toHaveLength(1);
});

test('no backup and no secret of the operator is sent to the build', () => {
  const operators = [
    '.env',
    'secrets/redis.acl',
    'backups/2026-11-22/secrets.json',
    'backup.tgz',
    '.data/secrets.json',
  ];
  expect(operators.filter((path) => !context.ignores(path))).toEqual([]);
});

test('no part can gain rights, write to its file system or use memory and logs without limit', () => {
  const compose = readFileSync(join(root, 'docker-compose.yml'), 'utf8');
  const hardened = /^x-hardened: &hardened\n(?: .+\n)+/m.exec(compose)?.[0] ?? '';
  for (const wanted of [
    'read_only: true',
    'init: true',
    'cap_drop: [ALL]',
    'no-new-privileges:true',
    'pids_limit',
    'max-size',
  ])
    expect(hardened).toContain(wanted);
  const services = compose.slice(compose.indexOf('\nservices:'), compose.indexOf('\nnetworks:'));
  const bare = [...services.matchAll(/^ {2}([a-z0-9-]+):\n {4}(.*)$/gm)].filter(
    ([, , first]) => !/^<<: \*/.test(first ?? ''),
  );
  expect(bare.map(([, name]) => name)).toEqual([]);
});

/** What the service's container gets of a setting when .env and the shell have none. */
function defaultOf(setting: string): string {
  const compose = readFileSync(join(root, 'docker-compose.yml'), 'utf8');
  const line = new RegExp(`^ +${setting}:(.*)$`, 'm').exec(compose);
  if (!line) throw new Error(`compose has no ${setting}`);
  return /:?-(.*)\}/.exec(line[1] ?? '')?.[1] ?? '';
}

test('as shipped, money that an operator moves waits for a second operator, and no mail is caught', () => {
  // The migration step then writes that two decide.
  expect(defaultOf('TWO_PERSONS')).toBe('');
  expect(defaultOf('MAIL_CATCHER')).not.toBe('1');
  const example = readFileSync(join(root, '.env.example'), 'utf8');
  expect(example).toMatch(/^TWO_PERSONS=1$/m);
  expect(example).not.toMatch(/^MAIL_CATCHER/m);
});

test('the snapshots and archives of the engines are written by engines and the operator alone', () => {
  const compose = readFileSync(join(root, 'docker-compose.yml'), 'utf8');
  const writers = compose
    .split(/\n(?=x-|services:| {2}[a-z0-9-]+:(?: &\w+)?\n)/)
    .filter((section) => /^ +volumes: \[.*\bdata:\/data(?!:ro)/m.test(section))
    .map((section) => /^ *([a-z-]+):/.exec(section)?.[1]);
  expect(writers).toEqual(['x-engine', 'ops']);
});
