import type { OperatorLoan } from '@pelican/shared/contracts/loans';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Amount } from '../../../ui/numbers.tsx';
import { Facts } from '../parts/facts.tsx';
import { WholeMoment } from '../parts/whole-moment.tsx';
import { wordsOf } from '../parts/words.ts';
import { ObjectLink } from '../records/object-link.tsx';
import styles from './loans.module.css';
import './messages.ts';

/** Who lends what to whom against which pledge, and how far it is from its sale. */
export function LoanFacts({ loan }: { loan: OperatorLoan }) {
  const { t } = useTranslation('ops-loans');
  const money = (name: string, value: string | null) =>
    [t(`loan.${name}`), <Amount key={name} value={value} ticker={loan.money} withTicker />] as const;
  const time = (name: string, seconds: number | null): (readonly [string, ReactNode])[] =>
    seconds === null ? [] : [[t(`loan.${name}`), <WholeMoment key={name} seconds={seconds} />]];
  return (
    <Facts
      rows={[
        [t('loan.lender'), loan.lender ? <Side key="lender" person={loan.lender} /> : t('loan.noLender')],
        [t('loan.borrower'), <Side key="borrower" person={loan.borrower} />],
        money('amount', loan.amount),
        money('principal', loan.principal),
        [t('loan.pledge'), <Amount key="pledge" value={loan.coins} ticker={loan.pledge} withTicker />],
        money('price', loan.price),
        ...time('priceAt', loan.price_at),
        money('liquidationPrice', loan.liquidation_price),
        [t('loan.distance'), <Distance key="distance" loan={loan} />],
        [t('loan.notified'), t(`level.${loan.notified}`, wordsOf(loan.notified))],
        ...(loan.sale_wanted === null
          ? []
          : ([[t('loan.saleWanted'), t(`cause.${loan.sale_wanted}`, wordsOf(loan.sale_wanted))]] as const)),
        ...time('startedAt', loan.started_at),
        ...time('overdueAt', loan.overdue_at),
        ...time('endedAt', loan.ended_at),
      ]}
    />
  );
}

/** On lines of their own: a link in a line of text would differ from it by its colour alone. */
function Side({ person: { id, email } }: { person: OperatorLoan['borrower'] }) {
  return (
    <>
      <div>{email}</div>
      <div className={styles.link}>
        <ObjectLink name={`user:${id}`} />
      </div>
    </>
  );
}

/** By how many percent the price may fall until the sale. */
export function Distance({ loan: { distance } }: { loan: OperatorLoan }) {
  const { t } = useTranslation('ops-loans');
  if (distance === null) return <span className="muted">{t('loan.noPrice')}</span>;
  const text = `${distance.replace('-', '−')} %`;
  return <span className={`tabular ${distance.startsWith('-') ? 'sell' : ''}`}>{text}</span>;
}
