/** A small disk of its own, in memory, that a test can fill. Only root may mount one. */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const diskMegabytes = 256;
const blockBytes = 64 * 1024;

export const canMountDisks = process.platform === 'linux' && process.getuid?.() === 0;

export interface SmallDisk {
  folder: string;
  /** Writes until there is no byte left. */
  fill(): void;
  /** Removes what `fill` wrote. */
  free(): void;
  unmount(): void;
}

/** Mounts an empty disk at the folder, which is made. */
export function mountDisk(folder: string): SmallDisk {
  mkdirSync(folder, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m`, 'tmpfs', folder]);
  const filler = join(folder, 'filler');
  return {
    folder,
    fill: () => writeUntilFull(filler),
    free: () => rmSync(filler, { force: true }),
    unmount: () => void execFileSync('umount', [folder]),
  };
}

function writeUntilFull(file: string): void {
  const descriptor = openSync(file, 'w');
  try {
    for (;;) writeSync(descriptor, Buffer.alloc(blockBytes));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(descriptor);
  }
}
