/** One entry of the journal into a state: what goes wrong there, by kind. */
import { type CommandPlace, placeText, positionTimeMs } from '@pelican/shared/engine';
import type { EventWriter } from '../core/kernel/event-writer.ts';
import { LateQuarantine } from '../core/kernel/kernel-commands.ts';
import type { ShardCore } from '../core/kernel/shard-core.ts';
import type { ShardState } from '../core/kernel/shard-state.ts';
import type { JournalEntry } from './journal.ts';
import type { Quarantine } from './quarantine.ts';

/** The core threw at a command, so the state is of no more use. */
export class PoisonedCommand extends Error {
  readonly place: CommandPlace;

  constructor(place: CommandPlace, cause: unknown) {
    super(
      `the command ${placeText(place)} cannot be applied: ${(cause as Error).message}. Install a release that can, or take it out of effect: npm run ops -- quarantine ${placeText(place)}`,
      { cause },
    );
    this.place = place;
  }
}

/** The journal's rules are not among those of this release. */
export class UnsupportedRules extends Error {}

/**
 * Applies an entry and writes its events into `out`. @throws PoisonedCommand, UnsupportedRules; RangeError when there is no
 * memory; LateQuarantine, whose command is in `quarantine` then. After any of them the state must be derived again.
 */
export function applyJournalEntry<State extends ShardState>(
  core: ShardCore<State>,
  shard: State,
  { position, bytes }: JournalEntry,
  out: EventWriter,
  quarantine: Quarantine,
): void {
  try {
    core.applyEntry(shard, bytes, positionTimeMs(position), out, quarantine.of(position));
  } catch (error) {
    if (error instanceof LateQuarantine && !quarantine.has(error.place)) {
      quarantine.add(error.place);
      throw error;
    }
    if (isOutOfMemory(error)) throw error;
    throw new PoisonedCommand({ position, index: shard.commandIndex }, error);
  }
  checkRules(core, shard.rulesVersion);
}

/** Whether the machine refused memory: the command is not at fault, and applies once there is some. */
function isOutOfMemory(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes('allocation failed');
}

/** @throws UnsupportedRules */
export function checkRules({ rules }: Pick<ShardCore<ShardState>, 'rules'>, version: number): void {
  if (version >= rules.oldest && version <= rules.current) return;
  throw new UnsupportedRules(
    `the journal is at version ${version} of the rules, this release runs versions ${rules.oldest} to ${rules.current}: ${version > rules.current ? 'install the newer release everywhere' : 'let a release that runs both lead first'} (docs/operations.md, Upgrade)`,
  );
}
