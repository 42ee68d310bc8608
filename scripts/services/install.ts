import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findProgram } from './process.ts';

const run = promisify(execFile);

/**
 * Installs those of these packages of Debian whose program is missing. Where that is impossible it logs why and continues: the caller of the
 * program has an alternative, or reports what to do.
 * @param programs where the program of each package is
 */
export async function installMissing(
  programs: Record<string, string | undefined>,
  say: (line: string) => void,
): Promise<void> {
  const missing = Object.keys(programs).filter((name) => programs[name] === undefined);
  if (missing.length === 0 || !canInstallPackages()) return;
  say(`Installing ${missing.join(' and ')} ...`);
  await installPackages(missing).catch((error: Error) => say(`apt-get could not: ${error.message}`));
}

/** True where packages of the system can be installed without asking anybody: root on Debian or its kin. */
function canInstallPackages(): boolean {
  return process.getuid?.() === 0 && findProgram('apt-get') !== undefined;
}

/** @throws Error with apt's last words */
async function installPackages(names: readonly string[]): Promise<void> {
  // A server's package would start it at once; RUNLEVEL=1 makes its scripts skip that.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const options = { env, maxBuffer: 64 * 1024 * 1024 };
  await run('apt-get', ['update', '-qq'], options);
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], options);
}
