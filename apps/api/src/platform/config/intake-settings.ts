/** How far settlement, Redis and the disks may be strained before no new orders are taken. From the environment. */
import { resolve } from 'node:path';
import { z } from 'zod';

const root = resolve(import.meta.dirname, '../../../../..');
const megabyte = 1024 * 1024;

const whole = (name: string, fallback: number, min: number, max: number) =>
  z.coerce
    .number({ error: `${name} must be a number` })
    .int({ error: `${name} must be a whole number` })
    .min(min, { error: `${name} must be at least ${min}` })
    .max(max, { error: `${name} must be at most ${max}` })
    .default(fallback);

/** The variables, for the schema of a process's configuration. */
export const intakeVariables = {
  INTAKE_LAG_SECONDS: whole('INTAKE_LAG_SECONDS', 60, 1, 86_400),
  INTAKE_MEMORY_PERCENT: whole('INTAKE_MEMORY_PERCENT', 75, 1, 95),
  INTAKE_DISK_FREE_MB: whole('INTAKE_DISK_FREE_MB', 2_048, 0, 1_000_000_000),
  INTAKE_FOLDERS: z.string().optional(),
  DATA_DIR: z.string().default('.data'),
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

export function intakeLimitsOf(given: z.infer<z.ZodObject<typeof intakeVariables>>): IntakeLimits {
  return {
    lagMs: given.INTAKE_LAG_SECONDS * 1000,
    memoryShare: given.INTAKE_MEMORY_PERCENT / 100,
    diskFreeBytes: given.INTAKE_DISK_FREE_MB * megabyte,
    folders: (given.INTAKE_FOLDERS ?? given.DATA_DIR).split(',').map((folder) => resolve(root, folder.trim())),
  };
}
