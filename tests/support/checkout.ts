/**
 * A copy of this checkout with the files of a domain more, so that tests can try what a new domain needs. The packages are those
 * that are installed here.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
/** The packages of the workspace. */
const members = [
  ...['apps', 'packages'].flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(folder, name))),
  'prisma',
];
const leftOut = new Set(['node_modules', 'generated', 'dist', '.cache']);

/** Text files that are put into the copy, by their paths. */
export type Changes = ReadonlyMap<string, string>;

/** @returns the folder of the copy; remove it with `removeCheckout` */
export function copyCheckout(changes: Changes): string {
  const copy = mkdtempSync(join(tmpdir(), 'pelican-checkout-'));
  for (const path of [...members, 'scripts', 'package.json', 'tsconfig.base.json'])
    cpSync(join(root, path), join(copy, path), { recursive: true, filter: (source) => !leftOut.has(basename(source)) });
  symlinkSync(join(root, 'prisma/generated'), join(copy, 'prisma/generated'));
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  for (const member of members) linkPackages(copy, member);
  for (const [path, text] of changes) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    writeFileSync(join(copy, path), text);
  }
  return copy;
}

export function removeCheckout(copy: string): void {
  rmSync(copy, { recursive: true, force: true });
}

/** The packages of a member: its own workspace's from the copy, all others from here. */
function linkPackages(copy: string, member: string): void {
  const from = join(root, member, 'node_modules');
  if (!existsSync(from)) return;
  const to = join(copy, member, 'node_modules');
  for (const name of readdirSync(from).filter((one) => !one.startsWith('.'))) {
    const names = name.startsWith('@') ? readdirSync(join(from, name)).map((one) => join(name, one)) : [name];
    for (const one of names) {
      const target = realpathSync(join(from, one));
      mkdirSync(dirname(join(to, one)), { recursive: true });
      symlinkSync(target.startsWith(`${root}/node_modules/`) ? target : target.replace(root, copy), join(to, one));
    }
  }
}

/** All files of a folder, by their paths in it. */
export function readFolder(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path.slice(folder.length + 1), readFileSync(path, 'utf8')];
    }),
  );
}
