/** The spot core at one size, in a process of its own: `node run.ts SIZE`, where SIZE is JSON. */
import { checkInvariants } from '@pelican/engine/src/core/spot/invariants.ts';
import { engineNodeArgs } from '@pelican/engine/src/process-settings.ts';
import { applyV8Settings } from '@pelican/engine/src/v8-settings.ts';
import { CoreUnderBench } from '../engine/core-under-bench.ts';
import type { EntryBlock } from '../engine/prepare.ts';
import { Contender, serveJobs } from '../shared/contender.ts';
import { cpuTimeMs } from '../shared/cpu-time.ts';
import { GrowthStream, type Size, worldOf } from './stream.ts';

export interface GrowthJobs {
  /** Nanoseconds of CPU a command. */
  cost: number;
  check: true;
}

const commandsPerPass = 50_000;

export function startSize(size: Size): Contender<GrowthJobs> {
  return Contender.start<GrowthJobs>(new URL(import.meta.url), [JSON.stringify(size)], engineNodeArgs);
}

function serve(size: Size): void {
  applyV8Settings();
  const stream = new GrowthStream(size);
  const core = new CoreUnderBench(worldOf(size));
  applyAll(core, stream.build());
  serveJobs<GrowthJobs>({
    cost: () => (applyAll(core, stream.next(commandsPerPass)) * 1e6) / commandsPerPass,
    check: () => {
      checkInvariants(core.shard);
      return true;
    },
  });
}

/** Returns the milliseconds of CPU that it took. */
function applyAll(core: CoreUnderBench, entries: EntryBlock): number {
  const startedMs = cpuTimeMs();
  for (let i = 0; i < entries.count; i++) core.applyPrepared(entries.entry(i));
  return cpuTimeMs() - startedMs;
}

if (import.meta.main) serve(JSON.parse(process.argv[2] ?? '') as Size);
