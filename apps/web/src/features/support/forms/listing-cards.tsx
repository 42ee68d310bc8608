import { cardPlaces, type ListingCard } from '@pelican/shared/contracts/content';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { contentLanguageOf, listingCardsQuery } from '../../../api/content.ts';
import { tradePath } from '../../../platform/paths.ts';
import { CoinIcon } from '../../../ui/coin-icon.tsx';
import { pairText } from '../../../ui/pair.ts';
import styles from './listing-cards.module.css';

/** What was listed and what will be; nothing where there is none, or where it cannot be loaded: the form stands by itself. */
export function ListingCards() {
  const { t, i18n } = useTranslation('support');
  const { data } = useQuery(listingCardsQuery(contentLanguageOf(i18n.language)));
  if (!data || data.result.length === 0) return null;
  return (
    <aside className={styles.showcase} aria-label={t('listing.showcase')}>
      {cardPlaces.map((place) => {
        const cards = data.result.filter((card) => card.place === place);
        if (cards.length === 0) return null;
        return (
          <section key={place} aria-label={t(`listing.place.${place}`)}>
            <h2>{t(`listing.place.${place}`)}</h2>
            <ul className={styles.cards}>
              {cards.map((card) => (
                <Card key={card.id} card={card} />
              ))}
            </ul>
          </section>
        );
      })}
    </aside>
  );
}

function Card({ card: { name, ticker, image, link, pairs, tradable } }: { card: ListingCard }) {
  const { t } = useTranslation('support');
  return (
    <li className={styles.card}>
      {image ? <img src={image} alt="" width={40} height={40} /> : <CoinIcon ticker={ticker} size={40} />}
      <div className={styles.words}>
        <h3>
          {name} <span className="muted">{ticker}</span>
        </h3>
        <ul className={styles.pairs} aria-label={t('listing.pairs', { name })}>
          {pairs.map((pair) => (
            <li key={pair}>
              {tradable.includes(pair) ? (
                <Link to={tradePath(pair)}>{pairText(pair)}</Link>
              ) : (
                <span className="muted">{pairText(pair)}</span>
              )}
            </li>
          ))}
        </ul>
        {link && (
          <a className={styles.site} href={link} target="_blank" rel="noopener noreferrer nofollow">
            {t('listing.site', { name })}
          </a>
        )}
      </div>
    </li>
  );
}
