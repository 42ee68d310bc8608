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
  ['what the containers run', pathsIn('docker-compose.yml', /^ +command: \[.* (\S+\.ts)\]$/gm)],
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
