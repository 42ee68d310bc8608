/** Tells the perpetual shard's engine of the instruments as Postgres has them. */
import { type CommandOf, Op, type Settings } from '@pelican/shared/engine/perpetual/commands.ts';
import { perpetualScale } from '@pelican/shared/money/perpetual-listing.ts';
import type { Queryable } from '../../platform/database.ts';
import { canonicalJson, publishSettings, type SubjectCommand } from '../../platform/publish-settings.ts';
import { loadInstruments } from './catalog.ts';

/**
 * Writes a command for every instrument, and before them for each settlement asset, whose newest command says something
 * else. A repeat writes nothing.
 * @param transaction a transaction that holds the listings as they shall be
 * @returns the subjects that the engine will hear of
 * @throws RangeError when a listing is one that the engine would refuse
 */
export function publishInstruments(transaction: Queryable): Promise<string[]> {
  return publishSettings(transaction, 'perpetual', async () => {
    const { instruments } = await loadInstruments(transaction);
    const assets = new Map(instruments.map(({ settings, settleTicker }) => [settings.settleAsset, settleTicker]));
    return [
      ...[...assets].map(([id, ticker]) => commandOf({ kind: 'asset', id, ticker, scale: perpetualScale })),
      ...instruments.map(({ settings }) => commandOf(settings)),
    ];
  });
}

function commandOf(settings: Settings): SubjectCommand {
  const command: CommandOf<typeof Op.configure> = { kind: Op.configure, user: 0, settings: canonicalJson(settings) };
  return { subject: `${settings.kind}:${settings.id}`, command };
}
