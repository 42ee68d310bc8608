import type { InvoiceDetail as Detail, InvoiceState } from '@pelican/shared/contracts/invoices';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { invoiceCaseQuery } from '../../../api/invoices-desk.ts';
import { paths } from '../../../platform/paths.ts';
import { Amount } from '../../../ui/numbers.tsx';
import { type ChipTone, StatusChip } from '../../../ui/status-chip.tsx';
import styles from '../parts/detail.module.css';
import { Facts } from '../parts/facts.tsx';
import { DetailState } from '../parts/list-screen.tsx';
import { WholeMoment } from '../parts/whole-moment.tsx';
import { wordsOf } from '../parts/words.ts';

const tones: Readonly<Record<InvoiceState, ChipTone>> = {
  open: 'waiting',
  paid: 'done',
  expired: 'failed',
  canceled: 'failed',
};

/** An invoice with both sides, and what its payment has moved. */
export function InvoiceDetail({ id }: { id: number }) {
  const { t } = useTranslation('ops');
  return (
    <DetailState query={useQuery(invoiceCaseQuery(id))} title={t('list.detailNotLoaded')}>
      {(invoice) => <Loaded invoice={invoice} />}
    </DetailState>
  );
}

function Loaded({ invoice }: { invoice: Detail }) {
  const { t } = useTranslation('ops-invoices');
  const { amount, ticker, state, owner, payer, entry, usd_value: value, ended_at: ended } = invoice;
  return (
    <article aria-label={invoice.hash}>
      <div className={styles.head}>
        <h2>
          <Amount value={amount} decimals={18} ticker={ticker} withTicker />
        </h2>
        <StatusChip tone={tones[state]} label={t(`state.${state}`)} />
      </div>
      <Facts
        rows={[
          [
            t('id'),
            <span key="id" className="mono">
              {invoice.hash}
            </span>,
          ],
          [t('description'), invoice.description || '–'],
          [t('owner'), <Person key="owner" person={owner} />],
          ...(payer ? [[t('payer'), <Person key="payer" person={payer} />] as const] : []),
          [t('created'), <WholeMoment key="created" seconds={invoice.created_at} />],
          [t('expires'), <WholeMoment key="expires" seconds={invoice.expires_at} />],
          ...(ended === null ? [] : [[t('ended'), <WholeMoment key="ended" seconds={ended} />] as const]),
          ...(value === null
            ? []
            : [[t('value'), <Amount key="value" value={value} decimals={2} ticker="USD" withTicker />] as const]),
        ]}
      />
      {entry && <Entry entry={entry} ticker={ticker} />}
    </article>
  );
}

function Person({ person: { id, email } }: { person: Detail['owner'] }) {
  return <Link to={`${paths.operators}/users/${id}`}>{email}</Link>;
}

function Entry({ entry, ticker }: { entry: NonNullable<Detail['entry']>; ticker: string }) {
  const { t } = useTranslation('ops-invoices');
  return (
    <section aria-label={t('entry')}>
      <h3>
        {t('entry')} {entry.id}
      </h3>
      {entry.legs.length === 0 && <p className="muted">{t('detached')}</p>}
      <Facts
        rows={entry.legs.map(({ account, user_id: user, amount }) => [
          t(user === null ? 'house' : 'leg', { account: wordsOf(account), user }),
          <Amount key={account} value={amount} decimals={18} ticker={ticker} withTicker />,
        ])}
      />
    </section>
  );
}
