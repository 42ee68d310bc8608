import './messages.ts';
import { Popover } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { marketsQuery } from '../../api/markets.ts';
import { paths, tradePath } from '../../platform/paths.ts';
import { IconChevronDown } from '../../ui/icons.ts';
import { Change, Price } from '../../ui/numbers.tsx';
import { pairText } from '../../ui/pair.ts';
import styles from './header.module.css';

const favoritesMax = 5;

/** The first favourites with their prices. */
function Favorites() {
  const { t } = useTranslation('app-layouts');
  const { data } = useQuery(marketsQuery);
  const favorites = data?.list.filter(({ favorite }) => favorite).slice(0, favoritesMax) ?? [];
  return (
    <section aria-label={t('markets.favorites')}>
      <h2 className={styles.groupName}>{t('markets.favorites')}</h2>
      {data && favorites.length === 0 && <p className={styles.about}>{t('markets.noFavorites')}</p>}
      <ul>
        {favorites.map(({ name, money, price_prec, market }) => (
          <li key={name}>
            <Link to={tradePath(name)} className={styles.favorite}>
              <span>{pairText(name)}</span>
              <Price value={market.price} decimals={price_prec} ticker={money} />
              <Change value={market.change} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The menu of markets: a search, the favourites, and the lists of both venues. */
export function MarketsMenu() {
  const { t } = useTranslation('app-layouts');
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [isOpen, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes when the page changes
  useEffect(() => setOpen(false), [pathname, search]);
  const find = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wanted = String(new FormData(event.currentTarget).get('search') ?? '').trim();
    void navigate(wanted ? `${paths.market}?search=${encodeURIComponent(wanted)}` : paths.market);
    setOpen(false);
  };
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      offset={8}
      width={320}
      trapFocus
      withinPortal={false}
    >
      <Popover.Target>
        <button type="button" className={styles.link} onClick={() => setOpen((was) => !was)}>
          {t('nav.markets')}
          <IconChevronDown size={16} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('nav.markets')} className={styles.markets as string}>
        <search>
          <form onSubmit={find}>
            <input
              type="search"
              name="search"
              className={styles.search}
              aria-label={t('markets.search')}
              placeholder={t('markets.search')}
              data-autofocus
            />
          </form>
        </search>
        <Favorites />
        <div className={styles.lists}>
          <Link to={paths.market}>{t('markets.all')}</Link>
          <Link to={paths.perpetuals}>{t('markets.perpetuals')}</Link>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
