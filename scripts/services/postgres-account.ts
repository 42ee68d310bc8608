/** The account that PostgreSQL runs under: it refuses to run as root. */
import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from './process.ts';

interface AccountIds {
  uid: number;
  gid: number;
}

export interface ServerAccount {
  /** Whom the server runs as and its data belongs to; undefined: ourselves. */
  owner: AccountIds | undefined;
  /** Options of spawn; empty when the prefix changes the account instead. */
  ids: Partial<AccountIds>;
  /** Put before the command when the account could not enter the data's folder itself. */
  prefix: string[];
}

/** Decides the account and makes the data folder its own. */
export function serverAccount(dataDir: string): ServerAccount {
  if (process.getuid?.() !== 0) return { owner: undefined, ids: {}, prefix: [] };
  const owner = existsSync(join(dataDir, 'PG_VERSION')) ? ownerOf(dataDir) : systemAccount();
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  chownSync(dataDir, owner.uid, owner.gid);
  if (canReach(owner, dataDir)) return { owner, ids: owner, prefix: [] };
  return { owner, ids: {}, prefix: passThroughFolders(owner, dataDir) };
}

/** True when the account may enter the folder, and every folder above it. */
export function canReach(account: AccountIds, folder: string): boolean {
  return spawnSync('ls', [folder], { ...account, cwd: '/', stdio: 'ignore' }).status === 0;
}

function ownerOf(dataDir: string): AccountIds {
  const { uid, gid } = statSync(dataDir);
  return { uid, gid };
}

/** The account `postgres`, made when the machine has none. */
function systemAccount(): AccountIds {
  const found = lookUpAccount();
  if (found) return found;
  const flags = ['--system', '--gid', 'postgres', '--no-create-home', '--shell', '/usr/sbin/nologin'];
  spawnSync('groupadd', ['--system', 'postgres']);
  spawnSync('useradd', [...flags, 'postgres']);
  const made = lookUpAccount();
  if (!made) throw new Error('PostgreSQL does not run as root, and no account `postgres` could be made (useradd)');
  return made;
}

function lookUpAccount(): AccountIds | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return uid?.status === 0 && gid?.status === 0 ? { uid: Number(uid.stdout), gid: Number(gid.stdout) } : undefined;
}

/**
 * A clone under /root lies behind a folder that no other account may enter. The server then keeps the one capability
 * that passes folder permissions; its own data still belongs to its own account.
 */
function passThroughFolders({ uid, gid }: AccountIds, dataDir: string): string[] {
  const setpriv = findProgram('setpriv');
  const capability = '+dac_override';
  const flags = [
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    `--inh-caps=${capability}`,
    `--ambient-caps=${capability}`,
  ];
  if (setpriv && spawnSync(setpriv, [...flags, 'ls', dataDir]).status === 0) return [setpriv, ...flags];
  throw new Error(`The account \`postgres\` cannot enter ${dataDir}; set DATA_DIR to a folder it can, or DATABASE_URL`);
}
