/** GET /v2/assets-status and its changes: for everybody, from a copy of some seconds. */
import { DomainError } from '@pelican/shared/contracts';
import { type AssetStatus, paymentStatusEndpoints } from '@pelican/shared/contracts/payments';
import type { Catalog } from '../../../catalog/index.ts';
import type { KnownAsset } from '../../../live/index.ts';
import { type Guards, type HttpServer, type PublicReads, serve } from '../../../platform/http/index.ts';
import { findIncidents } from './changes.ts';
import { type KnownStates, readStates } from './view.ts';

/** A caller sees a change of an operator this much later. */
const cacheMs = 3_000;

export interface PaymentStatusDeps {
  publicReads: PublicReads;
  guards: Guards;
  catalog(): Catalog;
  knownAsset: KnownAsset;
  hasProvider(name: string): boolean;
}

export function paymentStatusRoutes(app: HttpServer, deps: PaymentStatusDeps): void {
  const { publicReads, guards, catalog, knownAsset, hasProvider } = deps;
  const { pool, queue } = publicReads;
  const read = remembered(cacheMs, () => readStates(pool, { assetOf: (id) => catalog().assetById(id), hasProvider }));
  serve(app, guards, paymentStatusEndpoints, {
    'GET /v2/assets-status': async ({ query, request: { ip } }) => {
      queue.spend(ip, query.limit);
      const { rows, time } = await queue.run(ip, read);
      const found = rows.filter((row) => isWanted(row, query));
      const { offset, limit } = query;
      const disturbed = rows.filter(isDisturbed).length;
      return { result: found.slice(offset, offset + limit), total: found.length, offset, limit, disturbed, time };
    },
    'GET /v2/assets-status/incidents': async ({ query: { ticker, offset, limit }, request: { ip } }) => {
      queue.spend(ip, offset + limit);
      const asset = ticker === undefined ? undefined : await knownAsset(ticker);
      if (ticker !== undefined && !asset) throw new DomainError('unknown_asset');
      const wanted = { assetId: asset?.id, offset, limit };
      return { ...(await queue.run(ip, () => findIncidents(pool, wanted))), offset, limit };
    },
  });
}

function isDisturbed({ deposit, withdrawal }: AssetStatus): boolean {
  return [deposit, withdrawal].some((way) => way !== null && way.state !== 'open');
}

function isWanted(
  row: AssetStatus,
  { search, ticker, state }: { search: string; ticker?: string | undefined; state: 'all' | 'disturbed' },
): boolean {
  const text = search.trim().toLowerCase();
  if (ticker !== undefined && row.ticker !== ticker) return false;
  if (state === 'disturbed' && !isDisturbed(row)) return false;
  return [row.ticker, row.label, row.method].some((name) => name.toLowerCase().includes(text));
}

/** One read answers all callers of the next moments; a failed one is asked for again. */
function remembered(forMs: number, read: () => Promise<KnownStates>): () => Promise<KnownStates> {
  let last: { at: number; answer: Promise<KnownStates> } | undefined;
  return () => {
    const now = performance.now();
    if (last && now - last.at < forMs) return last.answer;
    const answer = read();
    last = { at: now, answer };
    answer.catch(() => {
      if (last?.answer === answer) last = undefined;
    });
    return answer;
  };
}
