/** The public index prices of perpetuals and of pledges, which the desks quote around. */
import { currencyList } from '@pelican/shared/contracts/loans';
import { perpetualMarkets } from '@pelican/shared/contracts/perpetual';

const everyMs = 1_000;
/** Those of pledges move less, and their answer is a longer one. */
const pledgesEveryMs = 2_000;
const freshMs = 5_000;

export interface IndexWatch {
  /** The newest index of a market (BTC_USDT); undefined without a fresh one. */
  index(market: string): number | undefined;
}

/** Polls until the process ends. */
export function watchIndexes(apiUrl: string): IndexWatch {
  const perpetual = pollPrices(everyMs, async (ask) => {
    const { result } = perpetualMarkets.parse(await ask('/v3/derivatives/markets'));
    return result.map(({ name, indexPrice }) => [name, Number(indexPrice)]);
  });
  const pledges = pollPrices(pledgesEveryMs, async (ask) => {
    const { crypto } = currencyList.parse(await ask('/p2p/currency-list'));
    return crypto.flatMap(({ ticker, pairs }) =>
      pairs.map(({ fiat_currency, price }) => [`${ticker}_${fiat_currency}`, Number(price)] as [string, number]),
    );
  });

  function pollPrices(
    ms: number,
    read: (ask: (path: string) => Promise<unknown>) => Promise<[string, number][]>,
  ): IndexWatch['index'] {
    let prices = new Map<string, number>();
    let askedMs = Number.NEGATIVE_INFINITY;
    async function ask(path: string): Promise<unknown> {
      const answer = await fetch(new URL(path, apiUrl), { signal: AbortSignal.timeout(everyMs * 3) });
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
      return answer.json();
    }
    let isAsking = false;
    setInterval(() => {
      if (isAsking) return;
      isAsking = true;
      // While the API is away the indexes grow old.
      read(ask)
        .then((read) => {
          prices = new Map(read);
          askedMs = performance.now();
        })
        .catch(() => undefined)
        .finally(() => {
          isAsking = false;
        });
    }, ms);
    return (market) => {
      const price = performance.now() - askedMs < freshMs ? prices.get(market) : undefined;
      return price !== undefined && price > 0 ? price : undefined;
    };
  }

  return { index: (market) => perpetual(market) ?? pledges(market) };
}
