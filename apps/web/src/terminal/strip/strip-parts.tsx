import { type ReactNode, useRef } from 'react';
import { formatFixed } from '../../ui/format.ts';
import { Change } from '../../ui/numbers.tsx';
import { useFlash } from '../../ui/use-flash.ts';
import { useStale } from '../layout/use-stale.ts';
import { useTerminalMarket } from '../terminal-market.ts';
import styles from './market-strip.module.css';

/** A price of this market as text; a dash while there is none. */
export function usePriceText(): (text: string) => string {
  const { priceDecimals, grouping } = useTerminalMarket();
  return (text) => (Number(text) > 0 ? formatFixed(text, priceDecimals, grouping) : '–');
}

export function Figure({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.figure}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Last price with the direction of its last move. */
function LastPrice({ last }: { last: string }) {
  const price = usePriceText();
  const flash = useFlash<HTMLSpanElement>(last);
  const known = useRef({ last, tone: '' });
  if (known.current.last !== last)
    known.current = { last, tone: Number(last) < Number(known.current.last) ? 'sell' : 'buy' };
  return (
    <span ref={flash} className={`${styles.last} tabular ${known.current.tone}`}>
      {price(last)}
    </span>
  );
}

interface StripProps {
  title: string;
  picker: ReactNode;
  last: string;
}

/** The line over the terminal: pair, last price, and the figures of the market. */
export function Strip({ title, picker, last, children }: StripProps & { children: ReactNode }) {
  const stale = useStale();
  return (
    <header className={styles.strip} data-stale={stale || undefined}>
      <h1 className="visually-hidden">{title}</h1>
      {picker}
      <LastPrice last={last} />
      <dl className={styles.figures}>{children}</dl>
    </header>
  );
}

/** The phone's two lines: pair and price, with the change; the other figures are in the Info tab. */
export function PhoneStrip({ title, picker, last, change }: StripProps & { change: string }) {
  const stale = useStale();
  return (
    <header className={styles.phone} data-stale={stale || undefined}>
      <h1 className="visually-hidden">{title}</h1>
      {picker}
      <div className={styles.phonePrice}>
        <LastPrice last={last} />
        <Change value={change} />
      </div>
    </header>
  );
}

/** The market's figures and its trading rules, one a line. */
export function Facts({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) => (
        <div key={label} className={styles.fact}>
          <dt>{label}</dt>
          <dd className="tabular">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
