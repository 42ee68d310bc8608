/** The showcase of listings. */
import type { CardPlace, ListingCard } from '@pelican/shared/contracts/content';
import type { Language } from '@pelican/shared/contracts/system';
import type { Catalog } from '../../catalog/index.ts';
import type { Queryable } from '../../platform/database/index.ts';
import { isLive, textIn } from './store.ts';

interface CardRow {
  id: string;
  name: string;
  facts: { ticker: string; link: string; pairs: string[]; place: CardPlace };
}

const cardsMax = 100;

/** Those that visitors see now, by their position, then the newest. */
export async function listCards(
  db: Queryable,
  catalog: Pick<Catalog, 'assetByTicker' | 'marketByName'>,
  { place, lang }: { place?: CardPlace | undefined; lang: Language },
): Promise<{ result: ListingCard[] }> {
  const { rows } = await db.query<CardRow>(
    `SELECT item.id, item.facts, text.title AS name FROM content_items AS item ${textIn('$1')}
      WHERE item.kind = 'listing_card' AND ${isLive} AND ($2::text IS NULL OR item.facts->>'place' = $2)
      ORDER BY item.position, item.publish_at DESC, item.id DESC LIMIT ${cardsMax}`,
    [lang, place ?? null],
  );
  const isOpen = (pair: string) => catalog.marketByName(pair)?.status === 'open';
  const result = rows.map(({ id, name, facts }) => ({
    id: Number(id),
    name,
    ticker: facts.ticker,
    image: catalog.assetByTicker(facts.ticker) ? `/coins/${facts.ticker.toLowerCase()}.svg` : null,
    link: facts.link === '' ? null : facts.link,
    pairs: facts.pairs,
    place: facts.place,
    tradable: facts.pairs.filter(isOpen),
  }));
  return { result };
}
