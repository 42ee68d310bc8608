import type { CommandPlace } from '@pelican/shared/engine';
import type { JournalReader } from './journal-reader.ts';
import type { Quarantine } from './quarantine.ts';

/** Reads the journal behind a command that cannot be applied until the command is quarantined, or the signal aborts. */
export async function awaitQuarantine(
  reader: JournalReader,
  quarantine: Quarantine,
  place: CommandPlace,
  signal: AbortSignal,
): Promise<void> {
  reader.seek(place.position);
  while (!quarantine.has(place) && !signal.aborted)
    for (const { bytes } of await reader.next(signal)) quarantine.addFrom(bytes);
}
