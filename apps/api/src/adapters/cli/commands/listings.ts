/** New assets and markets, one by one or from a file. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { z } from 'zod';
import { loadCatalog } from '../../../catalog/index.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import { findShards } from '../../../shards/index.ts';
import { recordOps } from '../accounts.ts';
import { defineCommand } from '../command.ts';
import type { OpsContext } from '../context.ts';
import { deliver, waitingText } from '../deliver.ts';
import {
  assetInput,
  checkListing,
  type ListingFile,
  listingFile,
  marketInput,
  readAssignments,
} from '../listing-input.ts';
import { insertAsset, insertMarket, lockListings, publish } from '../listings.ts';
import { OpsError } from '../ops-errors.ts';

export const listAsset = defineCommand({
  name: 'list-asset',
  usage: '<ticker> label=TEXT scale=N [field=value ...]',
  summary: 'Add an asset; scale is the decimals that are kept',
  arguments: ['ticker', 'fields...'],
  input: z.object({ ticker: z.string(), fields: z.array(z.string()) }),
  async run(context, { ticker, fields }) {
    const asset = checkListing(assetInput, { ticker, ...readAssignments(fields) });
    await list(context, { assets: [asset], markets: [] });
  },
});

export const listMarket = defineCommand({
  name: 'list-market',
  usage: '<BASE_QUOTE> priceStep=0.01 amountStep=0.0001 [field=value ...]',
  summary: 'Add a market; `export-listings` shows the fields',
  arguments: ['name', 'fields...'],
  input: z.object({ name: z.string(), fields: z.array(z.string()) }),
  async run(context, { name, fields }) {
    const market = checkListing(marketInput, { name, ...readAssignments(fields) });
    await list(context, { assets: [], markets: [market] });
  },
});

export const importListings = defineCommand({
  name: 'import-listings',
  usage: '<file.json>',
  summary: 'Add the assets and markets of a file; what is listed already stays as it is',
  arguments: ['file'],
  input: z.object({ file: z.string() }),
  async run(context, { file }) {
    await list(
      context,
      checkListing(listingFile, await readJson(resolve(context.config.environment.INIT_CWD ?? '.', file))),
    );
  },
});

export const exportListings = defineCommand({
  name: 'export-listings',
  usage: '',
  summary: 'Print all listings in the form that import-listings reads',
  input: z.object({}),
  async run(context) {
    const { assets, markets } = await loadCatalog(context.pool);
    const shards = new Map((await findShards(context.pool)).map(({ id, name }) => [id, name]));
    const file = {
      assets: assets.map(({ id: _id, ...asset }) => asset),
      markets: markets.map(
        ({ id: _id, shardId, venue: _venue, base: _base, quote: _quote, scale: _scale, ...market }) => ({
          ...market,
          shard: shards.get(shardId),
        }),
      ),
    };
    context.print(JSON.stringify(file, null, 2));
  },
});

async function list(context: OpsContext, { assets, markets }: ListingFile): Promise<void> {
  const { listed, subjects } = await inTransaction(context.pool, async (tx) => {
    await lockListings(tx);
    const lines: string[] = [];
    const note = async (name: string, subject: string, id: number | undefined) => {
      lines.push(id === undefined ? `${name} is listed already and stays as it is` : `${name} is listed (id ${id})`);
      if (id !== undefined) await recordOps(context, tx, `${subject}.listed`, `${subject}:${id}`, { name });
    };
    for (const asset of assets) await note(asset.ticker, 'asset', await insertAsset(tx, asset));
    for (const market of markets) await note(market.name, 'market', await insertMarket(tx, market));
    await publish(tx);
    return { listed: lines, subjects: await waitingListings(tx) };
  });
  const outcome = await deliver(context, subjects);
  for (const line of listed) context.print(line);
  if (outcome.kind === 'refused') throw new OpsError(`the engine refused a listing: ${outcome.reason}`);
  if (outcome.kind === 'waiting') context.print(waitingText);
}

/** Also those of an earlier run that did not reach the engine. */
async function waitingListings(tx: Parameters<typeof publish>[0]): Promise<string[]> {
  const { rows } = await tx.query<{ subject: string }>(
    `SELECT DISTINCT split_part(key, ':', 1) || ':' || split_part(key, ':', 2) AS subject FROM outbox_commands
      WHERE done_at IS NULL AND split_part(key, ':', 1) IN ('asset', 'market', 'shard')`,
  );
  return rows.map(({ subject }) => subject);
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new OpsError(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}
