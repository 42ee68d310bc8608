/** The showcase of listings. */
import {
  type CardPlace,
  contentImagePath,
  type ListingCard,
  listingCardFacts,
} from '@pelican/shared/contracts/content';
import type { Language } from '@pelican/shared/contracts/system';
import type { Logger } from 'pino';
import type { Catalog, UnopenedAssets } from '../../catalog/index.ts';
import type { Queryable } from '../../platform/database/index.ts';
import { liveItems } from './live-items.ts';

const cardsMax = 100;

interface CardsDeps {
  catalog: Pick<Catalog, 'assetByTicker' | 'marketByName'>;
  unopened: UnopenedAssets;
  log: Pick<Logger, 'error'>;
}

/** Those that visitors see now, by their position, then the newest. */
export async function listCards(
  db: Queryable,
  { catalog, unopened, log }: CardsDeps,
  { place: wanted, lang }: { place?: CardPlace | undefined; lang: Language },
): Promise<{ result: ListingCard[] }> {
  const cards = { kind: 'listing_card', facts: listingCardFacts, lang, max: cardsMax, order: 'position' } as const;
  const items = await liveItems(db, log, cards);
  const isOpen = (pair: string) => catalog.marketByName(pair)?.status === 'open';
  // A card may be published before its coin opens: a picture would say that the coin is listed already.
  const hidden = await unopened();
  const coinImage = (ticker: string) => {
    const asset = catalog.assetByTicker(ticker);
    return asset && !hidden.has(asset.id) ? `/coins/${ticker.toLowerCase()}.svg` : null;
  };
  const result = items.flatMap(({ id, title: name, facts: { ticker, link, image, pairs, place } }): ListingCard[] =>
    wanted && place !== wanted
      ? []
      : [
          {
            id,
            name,
            ticker,
            image: contentImagePath(image) ?? coinImage(ticker),
            link: link === '' ? null : link,
            pairs,
            place,
            tradable: pairs.filter(isOpen),
          },
        ],
  );
  return { result };
}
