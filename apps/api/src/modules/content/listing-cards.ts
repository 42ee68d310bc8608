/** The showcase of listings. */
import { type CardPlace, type ListingCard, listingCardFacts } from '@pelican/shared/contracts/content';
import type { Language } from '@pelican/shared/contracts/system';
import type { Logger } from 'pino';
import type { Catalog } from '../../catalog/index.ts';
import type { Queryable } from '../../platform/database/index.ts';
import { isLive, textIn } from './store.ts';

interface CardRow {
  id: string;
  name: string;
  facts: unknown;
}

const cardsMax = 100;

interface CardsDeps {
  catalog: Pick<Catalog, 'assetByTicker' | 'marketByName'>;
  log: Pick<Logger, 'error'>;
}

/** Those that visitors see now, by their position, then the newest. A row that is not as the contract wants it is left out and logged. */
export async function listCards(
  db: Queryable,
  { catalog, log }: CardsDeps,
  { place, lang }: { place?: CardPlace | undefined; lang: Language },
): Promise<{ result: ListingCard[] }> {
  const { rows } = await db.query<CardRow>(
    `SELECT item.id, item.facts, text.title AS name FROM content_items AS item ${textIn('$1')}
      WHERE item.kind = 'listing_card' AND ${isLive} AND ($2::text IS NULL OR item.facts->>'place' = $2)
      ORDER BY item.position, item.publish_at DESC, item.id DESC LIMIT ${cardsMax}`,
    [lang, place ?? null],
  );
  const isOpen = (pair: string) => catalog.marketByName(pair)?.status === 'open';
  const result = rows.flatMap((row): ListingCard[] => {
    const facts = listingCardFacts.safeParse(row.facts);
    if (!facts.success) {
      log.error(
        { content: row.id, issues: facts.error.issues },
        'a listing card is left out: its row is not as the contract wants it',
      );
      return [];
    }
    const { ticker, link, pairs, place: shownAt } = facts.data;
    return [
      {
        id: Number(row.id),
        name: row.name,
        ticker,
        image: catalog.assetByTicker(ticker) ? `/coins/${ticker.toLowerCase()}.svg` : null,
        link: link === '' ? null : link,
        pairs,
        place: shownAt,
        tradable: pairs.filter(isOpen),
      },
    ];
  });
  return { result };
}
