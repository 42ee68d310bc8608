/** How far settlement, Redis and the disks may be strained before no new orders are taken. */
import { resolve } from 'node:path';
import { dataDirSetting, optional, requiredText, type ValuesOf, wholeNumber } from '@pelican/shared/settings';
import { root } from './root.ts';

const megabyte = 1024 * 1024;

export const intakeSettings = {
  INTAKE_LAG_SECONDS: wholeNumber({
    about:
      'age of the oldest event that settlement has not written, past which no new orders are taken; see "When it is overloaded"',
    unit: 's',
    fallback: 60,
    max: 86_400,
  }),
  INTAKE_MEMORY_PERCENT: wholeNumber({
    about: 'memory of Redis, of its maxmemory, past which no new orders are taken',
    unit: '%',
    fallback: 75,
    max: 95,
  }),
  INTAKE_DISK_FREE_MB: wholeNumber({
    about: 'free space of each disk in INTAKE_FOLDERS, below which no new orders are taken',
    unit: 'MB',
    fallback: 2_048,
    min: 0,
  }),
  INTAKE_FOLDERS: optional(
    requiredText({ about: 'folders, with commas between them, whose disks are watched' }),
    'DATA_DIR',
  ),
  ...dataDirSetting,
};

/** The watermarks: past one of them new orders are refused. */
export interface IntakeLimits {
  /** Age of the oldest event that settlement has not written. */
  lagMs: number;
  /** Memory of Redis, as a share of its maxmemory. */
  memoryShare: number;
  /** Each folder's disk must have this much free. */
  diskFreeBytes: number;
  folders: string[];
}

export function intakeLimitsOf(given: ValuesOf<typeof intakeSettings>): IntakeLimits {
  return {
    lagMs: given.INTAKE_LAG_SECONDS * 1000,
    memoryShare: given.INTAKE_MEMORY_PERCENT / 100,
    diskFreeBytes: given.INTAKE_DISK_FREE_MB * megabyte,
    folders: (given.INTAKE_FOLDERS ?? given.DATA_DIR).split(',').map((folder) => resolve(root, folder.trim())),
  };
}
