import { type KeyboardEvent, memo, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { allTab, marketsInTab, searchMarkets, tabsOf } from '../../api/market-tabs.ts';
import { useSession } from '../../api/session.ts';
import { useMarketFeed, useMarketState } from '../../live/index.ts';
import { formatFixed, groupingOf } from '../../ui/format.ts';
import { IconSearch, IconStar, IconStarFilled } from '../../ui/icons.ts';
import { Change } from '../../ui/numbers.tsx';
import controls from '../parts/controls.module.css';
import { TabPanel, Tabs, usePanelId } from '../parts/tabs.tsx';
import { useTerminalMarket } from '../terminal-market.ts';
import type { PairEntry, PairPickerProps } from './pair-entry.ts';
import styles from './pair-picker.module.css';

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || (event.target as HTMLElement).role === 'tab') return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, a')];
  const next = stops[stops.indexOf(document.activeElement as HTMLElement) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

/** The list arrives after its popover, whose own choice of what has the focus is over by then. */
function focusNow(field: HTMLInputElement | null): void {
  field?.focus();
}

/** "eth" means the ticker before it means Tether. */
function tickersFirst(markets: PairEntry[], search: string): PairEntry[] {
  const text = search.trim().toUpperCase();
  const rank = (market: PairEntry) => (market.stock.startsWith(text) ? 0 : 1);
  return text === '' ? markets : markets.sort((a, b) => rank(a) - rank(b));
}

interface PairListProps extends PairPickerProps {
  onChosen?: () => void;
  /** A part of the page, as high as its place, that leaves the focus where it is. */
  docked?: boolean;
}

/** The pairs to choose from, searched and in tabs; arrows move between them. */
export function PairList({ pairs, pathOf, onFavorite, onChosen, docked = false }: PairListProps) {
  const { t } = useTranslation('terminal');
  const { isSignedIn } = useSession();
  const [search, setSearch] = useState('');
  const [chosenTab, setTab] = useState(allTab);
  const panelId = usePanelId();
  const navigate = useNavigate();
  const box = useRef<HTMLDivElement>(null);
  const names = useMemo(() => pairs?.map((market) => market.name) ?? [], [pairs]);
  useMarketFeed(names);
  const tabs = useMemo(() => tabsOf(pairs ?? [], isSignedIn), [pairs, isSignedIn]);
  const tab = tabs.includes(chosenTab) ? chosenTab : allTab;
  const found = tickersFirst(searchMarkets(marketsInTab(pairs ?? [], tab), search), search);

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const first = found[0];
    if (event.key === 'Enter' && (event.target as HTMLElement).tagName === 'INPUT' && first) {
      onChosen?.();
      void navigate(pathOf(first.name));
    } else {
      moveFocus(event);
    }
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrows move between the links inside
    <div ref={box} className={styles.list} data-docked={docked || undefined} onKeyDown={onKeyDown}>
      <label className={styles.search}>
        <IconSearch size={16} aria-hidden />
        <span className="visually-hidden">{t('pairs.search')}</span>
        <input
          ref={docked ? null : focusNow}
          type="search"
          autoComplete="off"
          placeholder={t('pairs.search')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      </label>
      <Tabs
        label={t('pairs.tabs')}
        items={tabs.map((key) => ({ key, label: t(`pairs.tab.${key}`, { defaultValue: key }) }))}
        active={tab}
        onSelect={setTab}
        panelId={panelId}
      />
      <TabPanel id={panelId} active={tab} className={styles.rows}>
        <ul>
          {found.map((market) => (
            <PairRow
              key={market.name}
              market={market}
              path={pathOf(market.name)}
              onFavorite={isSignedIn ? onFavorite : null}
              onChosen={onChosen}
            />
          ))}
        </ul>
        {pairs && found.length === 0 && <p className={controls.quietLine}>{t('pairs.none')}</p>}
      </TabPanel>
    </div>
  );
}

interface PairRowProps {
  market: PairEntry;
  path: string;
  /** Null when signed out. */
  onFavorite: PairPickerProps['onFavorite'] | null;
  onChosen: PairListProps['onChosen'];
}

const PairRow = memo(function PairRow({ market, path, onFavorite, onChosen }: PairRowProps) {
  const { t } = useTranslation('terminal');
  const current = useTerminalMarket().name === market.name;
  const state = useMarketState(market.name);
  const pair = `${market.stock}/${market.money}`;
  const Star = market.favorite ? IconStarFilled : IconStar;
  return (
    <li className={styles.row} data-current={current || undefined}>
      {onFavorite && (
        <button
          type="button"
          className={styles.star}
          aria-pressed={market.favorite}
          aria-label={t('pairs.favorite', { pair })}
          onClick={() => onFavorite({ pair: market.name, favorite: !market.favorite })}
        >
          <Star size={16} aria-hidden />
        </button>
      )}
      <Link to={path} onClick={onChosen} aria-current={current ? 'page' : undefined}>
        <span>
          <strong>{market.stock}</strong>
          <span className="hint">/{market.money}</span> {market.is_new && <em>{t('pairs.new')}</em>}
        </span>
        <span className="num">
          {formatFixed(state?.last ?? market.market.price, market.price_prec, groupingOf(market.money))}
        </span>
        <span className="num">
          <Change value={state?.change ?? market.market.change} withArrow={false} />
        </span>
      </Link>
    </li>
  );
});
