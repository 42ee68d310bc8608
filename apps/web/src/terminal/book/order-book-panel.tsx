import { type KeyboardEvent, type MouseEvent, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type BookLevel, type BookSnapshot, useBook, useDepthFeed, useFeeds } from '../../live/index.ts';
import { formatCompact, formatFixed } from '../../ui/format.ts';
import { Decimal, plain } from '../form/form-numbers.ts';
import { useViewport } from '../layout/use-viewport.ts';
import controls from '../parts/controls.module.css';
import { Panel } from '../parts/panel.tsx';
import { type OwnLevel, type TerminalMarket, useTerminalMarket } from '../terminal-market.ts';
import { useTerminalSettings } from '../terminal-settings.ts';
import { type BookGroup, bookGroups, ownPrices } from './book-groups.ts';
import { BookRow, type BookRowProps } from './book-row.tsx';
import styles from './order-book.module.css';
import { SpreadLine } from './spread-line.tsx';
import { useRowCount } from './use-row-count.ts';

const wideTotal = 1_000_000;
const largeTotal = 1_000_000_000;
const noOwn = new Set<number>();

interface SideView {
  side: 'buy' | 'sell';
  levels: readonly BookLevel[];
  own: Set<number>;
}

/** Price x amount, in as many digits as the column has room for. */
function totalText(level: BookLevel, market: TerminalMarket): string {
  const total = new Decimal(level.price).times(level.amount);
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
function cumulativeAmount(book: BookSnapshot, side: string, index: number): string {
  const levels = side === 'buy' ? book.bids : book.asks;
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
  /** Orders of the signed-in person in this market. */
  own: readonly OwnLevel[];
  onPick: (level: PickedLevel) => void;
  area?: string;
}

export function OrderBookPanel({ own, onPick, area }: OrderBookPanelProps) {
  const { t } = useTranslation('terminal');
  const market = useTerminalMarket();
  const groups = useMemo(() => bookGroups(market.priceStep), [market]);
  const chosen = useTerminalSettings((settings) => settings.merges[market.key] ?? '0');
  const setMerge = useTerminalSettings((settings) => settings.setMerge);
  const merge = groups.some((group) => group.merge === chosen) ? chosen : '0';
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

/** Slots keep their place and their focus, whichever price stands in them. */
function Rows({ rows }: { rows: { slot: number; row: BookRowProps | null }[] }) {
  return rows.map(({ slot, row }) =>
    row ? <BookRow key={slot} {...row} /> : <li key={slot} className={styles.blank} />,
  );
}

function BookBody({ merge, own, onPick }: { merge: string } & Pick<OrderBookPanelProps, 'own' | 'onPick'>) {
  const { t } = useTranslation('terminal');
  const market = useTerminalMarket();
  useDepthFeed(market.name, merge);
  const book = useBook();
  const feeds = useFeeds();
  const body = useRef<HTMLDivElement>(null);
  const isPhone = useViewport() === 'phone';
  const count = useRowCount(body, isPhone);
  const priceDecimals = merge === '0' ? market.priceDecimals : Math.max(0, -Math.log10(Number(merge)));
  const ownBids = useMemo(() => ownPrices(own, 'buy', merge), [own, merge]);
  const ownAsks = useMemo(() => ownPrices(own, 'sell', merge), [own, merge]);
  const here = book.market === market.name;
  const bids = rowsOf(
    { side: 'buy', levels: here ? book.bids : [], own: here ? ownBids : noOwn },
    count,
    market,
    priceDecimals,
  );
  const asks = rowsOf(
    { side: 'sell', levels: here ? book.asks : [], own: here ? ownAsks : noOwn },
    count,
    market,
    priceDecimals,
  );

  function onClick(event: MouseEvent): void {
    const row = (event.target as HTMLElement).closest<HTMLElement>('button[data-index]');
    if (row === null) return;
    const side = row.dataset.side === 'buy' ? 'buy' : 'sell';
    const index = Number(row.dataset.index);
    const snapshot = feeds.depth.book.get();
    const level = (side === 'buy' ? snapshot.bids : snapshot.asks)[index];
    if (!level) return;
    onPick({ side, price: level.price, amount: event.shiftKey ? cumulativeAmount(snapshot, side, index) : null });
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the rows inside are buttons; one handler serves them all
    <div className={styles.book} onClick={onClick} onKeyDown={moveFocus} data-ready={here && book.ready}>
      <div className={styles.columns} aria-hidden>
        <span>{t('book.price', { ticker: market.money })}</span>
        <span>{t('book.amount', { ticker: market.stock })}</span>
        <span>{t('book.total', { ticker: market.money })}</span>
      </div>
      <div ref={body} className={styles.sides}>
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
