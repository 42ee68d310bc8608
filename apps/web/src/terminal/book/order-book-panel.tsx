import { type KeyboardEvent, type MouseEvent, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type BookLevel, depthLimit, useBookValue, useDepthFeed } from '../../live/index.ts';
import { formatCompact, formatFixed } from '../../ui/format.ts';
import { Decimal, plain } from '../form/form-numbers.ts';
import { useViewport } from '../layout/use-viewport.ts';
import controls from '../parts/controls.module.css';
import { Panel } from '../parts/panel.tsx';
import { type OwnLevel, type TerminalMarket, useTerminalMarket } from '../terminal-market.ts';
import { useTerminalSettings } from '../terminal-settings.ts';
import {
  type BookGroup,
  bookGroups,
  type GroupedLevel,
  groupLevels,
  magnitudeOf,
  ownPrices,
  ungrouped,
} from './book-groups.ts';
import { BookRow, type BookRowProps } from './book-row.tsx';
import styles from './order-book.module.css';
import { SpreadLine } from './spread-line.tsx';
import { useHeldBook } from './use-held-book.ts';
import { useRowCount } from './use-row-count.ts';

const wideTotal = 1_000_000;
const largeTotal = 1_000_000_000;
const noOwn = new Set<number>();
const noLevels: readonly GroupedLevel[] = [];

interface SideView {
  side: 'buy' | 'sell';
  levels: readonly GroupedLevel[];
  own: Set<number>;
}

/** Price x amount, in as many digits as the column has room for. */
function totalText(level: GroupedLevel, market: TerminalMarket): string {
  const total = new Decimal(level.total ?? new Decimal(level.price).times(level.amount));
  if (total.gte(largeTotal)) return formatCompact(plain(total), market.grouping);
  return formatFixed(plain(total), total.gte(wideTotal) ? 0 : market.totalDecimals, market.grouping);
}

function rowsOf({ side, levels, own }: SideView, count: number, market: TerminalMarket, priceDecimals: number) {
  const rows: { slot: number; row: BookRowProps | null }[] = [];
  const shown = levels.slice(0, count);
  const sum = shown.reduce((total, level) => total + level.amountNumber, 0);
  let cumulative = 0;
  for (let index = 0; index < count; index++) {
    const level = shown[index];
    if (level === undefined) {
      rows.push({ slot: index, row: null });
      continue;
    }
    cumulative += level.amountNumber;
    const row = {
      side,
      price: formatFixed(level.price, priceDecimals, market.grouping),
      amount: formatFixed(level.amount, market.amountDecimals),
      total: totalText(level, market),
      depth: sum === 0 ? 0 : Math.round((cumulative / sum) * 100),
      own: own.has(level.priceNumber),
      first: index === 0,
      index,
    };
    rows.push({ slot: index, row });
  }
  return rows;
}

/** Amount of all levels from the best one to this one: what an order at this price would meet. */
function cumulativeAmount(levels: readonly BookLevel[], index: number): string {
  return plain(levels.slice(0, index + 1).reduce((sum, level) => sum.plus(level.amount), new Decimal(0)));
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('button[data-index]')];
  const next = rows[rows.indexOf(document.activeElement as HTMLElement) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

/** A level of the book that was chosen. */
export interface PickedLevel {
  side: 'buy' | 'sell';
  price: string;
  /** Amount of all levels from the best one to this one, on request: what an order at this price would meet. */
  amount: string | null;
}

export interface OrderBookPanelProps {
  /** Orders of the signed-in user in this market. */
  own: readonly OwnLevel[];
  onPick: (level: PickedLevel) => void;
  area?: string;
}

export function OrderBookPanel({ own, onPick, area }: OrderBookPanelProps) {
  const { t } = useTranslation('terminal');
  const market = useTerminalMarket();
  const magnitude = useBookValue((book) =>
    book.market === market.name ? magnitudeOf((book.bids[0] ?? book.asks[0])?.priceNumber) : null,
  );
  const groups = useMemo(() => bookGroups(market.priceStep, magnitude), [market, magnitude]);
  const chosen = useTerminalSettings((settings) => settings.merges[market.key] ?? ungrouped);
  const setMerge = useTerminalSettings((settings) => settings.setMerge);
  // A choice of another price level may not fit this one.
  const merge = groups.some((group) => group.merge === chosen) ? chosen : ungrouped;
  return (
    <Panel
      title={t('book.title')}
      {...(area ? { area } : {})}
      tools={<GroupSelect groups={groups} value={merge} onChange={(next) => setMerge(market.key, next)} />}
    >
      <BookBody merge={merge} own={own} onPick={onPick} />
    </Panel>
  );
}

function GroupSelect(props: { groups: BookGroup[]; value: string; onChange: (merge: string) => void }) {
  const { t } = useTranslation('terminal');
  return (
    <select
      className={controls.select}
      aria-label={t('book.grouping')}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    >
      {props.groups.map((group) => (
        <option key={group.merge} value={group.merge}>
          {group.label}
        </option>
      ))}
    </select>
  );
}

/** Slots keep their place and their focus, whichever price they show. */
function Rows({ rows }: { rows: { slot: number; row: BookRowProps | null }[] }) {
  return rows.map(({ slot, row }) =>
    row ? <BookRow key={slot} {...row} /> : <li key={slot} className={styles.blank} />,
  );
}

function BookBody({ merge, own, onPick }: { merge: string } & Pick<OrderBookPanelProps, 'own' | 'onPick'>) {
  const { t } = useTranslation('terminal');
  const market = useTerminalMarket();
  useDepthFeed(market.name);
  const { book, onPointerMove, onPointerLeave } = useHeldBook(market.name);
  const body = useRef<HTMLDivElement>(null);
  const isPhone = useViewport() === 'phone';
  const count = useRowCount(body, isPhone);
  const priceDecimals = merge === ungrouped ? market.priceDecimals : Math.max(0, -Math.log10(Number(merge)));
  const { priceStep } = market;
  const grouping = useMemo(() => ({ merge, priceStep, windowSize: depthLimit }), [merge, priceStep]);
  const ownBids = useMemo(() => ownPrices(own, 'buy', grouping), [own, grouping]);
  const ownAsks = useMemo(() => ownPrices(own, 'sell', grouping), [own, grouping]);
  const here = book.market === market.name;
  const bidLevels = useMemo(() => (here ? groupLevels(book.bids, 'buy', grouping) : noLevels), [here, book, grouping]);
  const askLevels = useMemo(() => (here ? groupLevels(book.asks, 'sell', grouping) : noLevels), [here, book, grouping]);
  const bids = rowsOf({ side: 'buy', levels: bidLevels, own: here ? ownBids : noOwn }, count, market, priceDecimals);
  const asks = rowsOf({ side: 'sell', levels: askLevels, own: here ? ownAsks : noOwn }, count, market, priceDecimals);

  function onClick(event: MouseEvent): void {
    const row = (event.target as HTMLElement).closest<HTMLElement>('button[data-index]');
    if (row === null) return;
    const side = row.dataset.side === 'buy' ? 'buy' : 'sell';
    const index = Number(row.dataset.index);
    const levels = side === 'buy' ? bidLevels : askLevels;
    const level = levels[index];
    if (!level) return;
    onPick({ side, price: level.price, amount: event.shiftKey ? cumulativeAmount(levels, index) : null });
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the rows inside are buttons; one handler serves them all
    <div className={styles.book} onClick={onClick} onKeyDown={moveFocus} data-ready={here && book.ready}>
      <div className={styles.columns} aria-hidden>
        <span>{t('book.price', { ticker: market.money })}</span>
        <span>{t('book.amount', { ticker: market.stock })}</span>
        <span>{t('book.value', { ticker: market.money })}</span>
      </div>
      {here && book.ready && bidLevels.length + askLevels.length === 0 && (
        <p className={controls.quietLine}>{t('book.empty')}</p>
      )}
      <div ref={body} className={styles.sides} onPointerMove={onPointerMove} onPointerLeave={onPointerLeave}>
        <ol className={styles.asks} aria-label={t('book.asks')}>
          <Rows rows={asks.reverse()} />
        </ol>
        <SpreadLine />
        <ol className={styles.bids} aria-label={t('book.bids')}>
          <Rows rows={bids} />
        </ol>
      </div>
    </div>
  );
}
