import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findProgram } from './process.ts';

const run = promisify(execFile);

/** True where packages of the system can be installed without asking anybody: root on Debian or its kin. */
export function canInstallPackages(): boolean {
  return process.getuid?.() === 0 && findProgram('apt-get') !== undefined;
}

/** Installs packages of the system; throws with apt's last words. */
export async function installPackages(...names: string[]): Promise<void> {
  // A server's package would start it at once; RUNLEVEL=1 makes its scripts skip that.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const options = { env, maxBuffer: 64 * 1024 * 1024 };
  await run('apt-get', ['update', '-qq'], options);
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], options);
}
