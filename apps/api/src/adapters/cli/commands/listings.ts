/** New assets and markets, one by one or from a file. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { z } from 'zod';
import { loadCatalog } from '../../../catalog/index.ts';
import {
  addListings,
  assetInput,
  type Listed,
  type ListingFile,
  listingFile,
  marketInput,
} from '../../../modules/markets/index.ts';
import { findShards } from '../../../shards/index.ts';
import { checkFields, readAssignments } from '../arguments.ts';
import { defineCommand } from '../command.ts';
import type { OpsContext } from '../context.ts';
import { deliver, waitingText } from '../deliver.ts';
import { OpsError } from '../ops-errors.ts';
import { reasonInput, reasonOption, submit } from '../submit-action.ts';

export const listAsset = defineCommand({
  name: 'list-asset',
  usage: '<ticker> label=TEXT scale=N [field=value ...] [--reason TEXT]',
  summary: 'Add an asset; scale is the decimals that are kept',
  arguments: ['ticker', 'fields...'],
  options: reasonOption,
  input: z.object({ ticker: z.string(), fields: z.array(z.string()), ...reasonInput }),
  async run(context, { ticker, fields, reason }) {
    const asset = checkFields(assetInput, { ticker, ...readAssignments(fields) });
    return list(context, { assets: [asset], markets: [] }, reason);
  },
});

export const listMarket = defineCommand({
  name: 'list-market',
  usage: '<BASE_QUOTE> priceStep=0.01 amountStep=0.0001 [field=value ...] [--reason TEXT]',
  summary: 'Add a market; `export-listings` shows the fields',
  arguments: ['name', 'fields...'],
  options: reasonOption,
  input: z.object({ name: z.string(), fields: z.array(z.string()), ...reasonInput }),
  async run(context, { name, fields, reason }) {
    const market = checkFields(marketInput, { name, ...readAssignments(fields) });
    return list(context, { assets: [], markets: [market] }, reason);
  },
});

export const importListings = defineCommand({
  name: 'import-listings',
  usage: '<file.json> [--reason TEXT]',
  summary: 'Add the assets and markets of a file; what is listed already stays as it is',
  arguments: ['file'],
  options: reasonOption,
  input: z.object({ file: z.string(), ...reasonInput }),
  async run(context, { file, reason }) {
    const json = await readJson(resolve(context.config.environment.INIT_CWD ?? '.', file));
    return list(context, checkFields(listingFile, json), reason);
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

async function list(context: OpsContext, payload: ListingFile, reason: string | undefined): Promise<number> {
  return submit(context, addListings, { payload, reason, finish: finishListings });
}

/** Takes what was listed to the engines, and prints it. */
export async function finishListings(
  context: OpsContext,
  _payload: ListingFile,
  { listed, subjects }: Listed,
): Promise<void> {
  const outcome = await deliver(context, subjects);
  for (const { name, id } of listed)
    context.print(id === undefined ? `${name} is listed already and stays as it is` : `${name} is listed (id ${id})`);
  if (outcome.kind === 'refused') throw new OpsError(`the engine refused a listing: ${outcome.reason}`);
  if (outcome.kind === 'waiting') context.print(waitingText);
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new OpsError(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}
