import { statfsSync } from 'node:fs';
import { freemem } from 'node:os';

const shared = '/dev/shm';
const gibibyte = 1024 ** 3;
/** The servers of some files at once take less than half of it. */
const bytesMin = 8 * gibibyte;

/**
 * Where the servers of tests keep their files: in memory, where the machine has a file system in it and enough of it. Nobody cuts the
 * power during a test, so waiting for a disk at each commit proves nothing.
 * @returns undefined: in the folder for temporary files
 */
export function memoryFolder(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(shared);
    return Math.min(bavail * bsize, freemem()) >= bytesMin ? shared : undefined;
  } catch {
    return undefined;
  }
}
