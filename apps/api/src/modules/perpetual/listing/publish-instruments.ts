/** Publishes the instruments, as Postgres has them, to the engines of the perpetual shards. */
import { type AssetSettings, type CommandOf, type InstrumentSettings, Op } from '@pelican/shared/engine/perpetual';
import { perpetualScale } from '@pelican/shared/money';
import { loadInstruments } from '../../../catalog/index.ts';
import type { Transaction } from '../../../platform/database/index.ts';
import { canonicalJson, publishSettings, type SubjectCommand } from '../../../shards/index.ts';

/**
 * Writes a command for every instrument, and before them for each settlement asset, whose newest command says something
 * else. A repeat writes nothing.
 * @param transaction a transaction that holds the listings as they shall be
 * @returns the subjects of the commands written
 * @throws RangeError when a listing is one that the engine would refuse, or a settlement asset has too many decimals
 */
export function publishInstruments(transaction: Transaction): Promise<string[]> {
  return publishSettings(transaction, 'perpetual', async () => {
    const { instruments } = await loadInstruments(transaction);
    const assets = await settleAssets(transaction);
    return (shard) => {
      const own = instruments.filter(({ shardId }) => shardId === shard.id);
      const settled = new Set(own.map(({ settings }) => settings.settleAsset));
      return [
        ...assets.filter(({ id }) => settled.has(id)).map((asset) => commandOf({ kind: 'asset', ...asset })),
        ...own.map(({ settings }) => commandOf(settings)),
      ];
    };
  });
}

async function settleAssets(transaction: Transaction): Promise<Omit<AssetSettings, 'kind'>[]> {
  const { rows } = await transaction.query<Omit<AssetSettings, 'kind'>>(
    'SELECT id, ticker, scale FROM assets WHERE id IN (SELECT settle_asset_id FROM instruments) ORDER BY id',
  );
  const tooFine = rows.find(({ scale }) => scale > perpetualScale);
  if (tooFine)
    throw new RangeError(
      `${tooFine.ticker} has ${tooFine.scale} decimals, perpetuals settle in at most ${perpetualScale}`,
    );
  return rows;
}

function commandOf(settings: AssetSettings | InstrumentSettings): SubjectCommand {
  const command: CommandOf<typeof Op.configure> = { kind: Op.configure, user: 0, settings: canonicalJson(settings) };
  return { subject: `${settings.kind}:${settings.id}`, command };
}
