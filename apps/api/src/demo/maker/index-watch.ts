/** The public index prices of perpetuals, which the desks quote around. */
import { perpetualMarkets } from '@pelican/shared/contracts/perpetual';

const everyMs = 1_000;
const freshMs = 5_000;

export interface IndexWatch {
  /** The newest index of a market (BTC_USDT); undefined without a fresh one. */
  index(market: string): number | undefined;
}

/** Polls once a second until the process ends. */
export function watchIndexes(apiUrl: string): IndexWatch {
  let indexes = new Map<string, number>();
  let askedMs = Number.NEGATIVE_INFINITY;
  async function ask(): Promise<void> {
    const answer = await fetch(new URL('/v3/derivatives/markets', apiUrl), {
      signal: AbortSignal.timeout(everyMs * 3),
    });
    if (!answer.ok) return;
    const { result } = perpetualMarkets.parse(await answer.json());
    indexes = new Map(result.map(({ name, indexPrice }) => [name, Number(indexPrice)]));
    askedMs = performance.now();
  }
  let isAsking = false;
  setInterval(() => {
    if (isAsking) return;
    isAsking = true;
    // While the API is away the indexes grow old.
    ask()
      .catch(() => undefined)
      .finally(() => {
        isAsking = false;
      });
  }, everyMs);
  return {
    index(market) {
      const price = performance.now() - askedMs < freshMs ? indexes.get(market) : undefined;
      return price !== undefined && price > 0 ? price : undefined;
    },
  };
}
