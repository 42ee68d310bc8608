/** A new market of the console: closed, with a coin that is new where there is one. */
import { DomainError } from '@pelican/shared/contracts';
import { z } from 'zod';
import { listingRefused, loadCatalog } from '../../catalog/index.ts';
import type { OperatorAction } from '../../identity/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { assetInput, marketInput } from './listing-input.ts';
import { lockListings } from './listings.ts';
import { addListings } from './operator.ts';

const newMarket = z.object({ market: marketInput, asset: assetInput.nullable() });
type NewMarket = z.infer<typeof newMarket>;

/** Per operator. Listings cannot be deleted, so a stolen session must not be able to flood the catalogue with them. */
const newMarketsPerDay = 20;

/** Opening it takes two. @throws DomainError invalid_argument with the fields: it is listed already, the coin is another one, or too many a day */
export const listMarket: OperatorAction<NewMarket, { id: number }> = {
  name: 'listings.list_market',
  permission: 'listings',
  twoPersons: false,
  payload: newMarket,
  async run(tx, act, { market, asset }) {
    await lockListings(tx);
    await demandUnlisted(tx, market.name, asset?.ticker);
    if (asset && !market.name.startsWith(`${asset.ticker}_`))
      throw refused({ ticker: ['It is not the coin of the market'] });
    await demandRoom(tx, act.actor);
    const { listed } = await addListings.run(tx, act, { assets: asset ? [asset] : [], markets: [market] });
    const id = listed.find(({ name }) => name === market.name)?.id;
    if (id === undefined) throw new Error(`${market.name} is not listed`);
    return { id };
  },
};

/** @throws DomainError invalid_argument */
export function newMarketOf(market: object, asset: object | null): NewMarket {
  const { data, error } = newMarket.safeParse({ market: { ...market, status: 'closed' }, asset });
  if (!data) throw listingRefused(z.prettifyError(error));
  return data;
}

async function demandUnlisted(tx: Transaction, name: string, ticker: string | undefined): Promise<void> {
  const { markets, assets } = await loadCatalog(tx);
  const fields: Record<string, string[]> = {};
  if (markets.some((market) => market.name === name)) fields.name = ['It is listed already'];
  if (assets.some((asset) => asset.ticker === ticker)) fields.ticker = ['It is listed already'];
  if (Object.keys(fields).length > 0) throw refused(fields);
}

async function demandRoom(tx: Transaction, actor: string): Promise<void> {
  const { rows } = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM audit_records
      WHERE actor = $1 AND action = 'market.listed' AND created_at > now() - interval '1 day'`,
    [actor],
  );
  if ((rows[0]?.count ?? 0) >= newMarketsPerDay)
    throw refused({ name: [`An operator lists at most ${newMarketsPerDay} markets a day`] });
}

function refused(fields: Record<string, string[]>): DomainError {
  return new DomainError('invalid_argument', { message: Object.values(fields).flat().join(' '), fields });
}
