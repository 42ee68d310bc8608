/** The own invoices by side, state and page, which are in the address. */
import { Button, NativeSelect } from '@mantine/core';
import {
  type InvoiceState,
  invoiceStates,
  invoicesPageSize,
  type OwnInvoice,
} from '@pelican/shared/contracts/invoices';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { messagesOf } from '../../api/api-error.ts';
import { cancelInvoice, invoicesKey, invoicesQuery } from '../../api/invoices.ts';
import { ExportButton } from '../../exports/export-button.tsx';
import { exportMessages } from '../../exports/messages.ts';
import { useRefreshOnNotices } from '../../live/index.ts';
import { payPath } from '../../platform/paths.ts';
import { useUrlParams } from '../../platform/use-url-params.ts';
import { CoinIcon } from '../../ui/coin-icon.tsx';
import { confirm } from '../../ui/confirm.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { notify } from '../../ui/notify.ts';
import { Amount } from '../../ui/numbers.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { TabBar } from '../../ui/tab-bar.tsx';
import { InvoiceChip } from './invoice-state.tsx';
import styles from './invoices.module.css';
import { WholeTime } from './whole-time.tsx';

const sides = ['made', 'paid'] as const;
type Side = (typeof sides)[number];
const listId = 'invoices';
type Share = (invoice: OwnInvoice) => void;

export function InvoiceList({ onShare }: { onShare: Share }) {
  const { t } = useTranslation('invoices');
  const [params, setParams] = useUrlParams();
  const side: Side = params.get('side') === 'paid' ? 'paid' : 'made';
  // What one has paid is paid.
  const state: InvoiceState | '' =
    side === 'paid' ? '' : (invoiceStates.find((one) => one === params.get('state')) ?? '');
  const wanted = Number(params.get('offset') ?? '0');
  const offset = Number.isInteger(wanted) && wanted > 0 ? wanted : 0;
  const { data, error, refetch } = useQuery(invoicesQuery({ side, state, offset, limit: invoicesPageSize }));
  useRefreshOnNotices('invoice_', invoicesKey);
  const columns = useColumns(side, onShare);
  return (
    <section aria-label={t('lists')}>
      <div className={styles.filters}>
        <TabBar
          label={t('lists')}
          controls={listId}
          tabs={sides.map((value) => ({ value, label: t(`side.${value}`) }))}
          value={side}
          onChange={(next) => setParams({ side: next === 'made' ? '' : next, state: '', offset: '' })}
        />
        <div className={styles.filtered}>
          {side === 'made' && (
            <NativeSelect
              aria-label={t('filter')}
              data={[
                { value: '', label: t('allStates') },
                ...invoiceStates.map((value) => ({ value, label: t(`state.${value}`) })),
              ]}
              value={state}
              onChange={(event) => setParams({ state: event.currentTarget.value, offset: '' })}
            />
          )}
          <InvoicesExport />
        </div>
      </div>
      <div id={listId} role="tabpanel" aria-label={t(`side.${side}`)} className={styles.list}>
        <DataTable
          caption={t(`side.${side}`)}
          columns={columns}
          rows={data?.result}
          rowKey={({ id }) => id}
          empty={<EmptyState text={t(state === '' ? `empty.${side}` : 'empty.ofState')} />}
          error={
            error && !data ? <ErrorState title={t('failed')} error={error} onRetry={() => void refetch()} /> : undefined
          }
        />
        <Pager
          offset={offset}
          limit={invoicesPageSize}
          total={data?.total ?? 0}
          onChange={(next) => setParams({ offset: next === 0 ? '' : String(next) })}
        />
      </div>
    </section>
  );
}

/** Those of both sides that were paid. */
function InvoicesExport() {
  const { t } = useTranslation(exportMessages);
  const params = { type: 'invoice' };
  return <ExportButton choices={[{ kind: 'statements.transactions', label: t('kind.invoices'), params }]} />;
}

function StateAndEnd({ invoice }: { invoice: OwnInvoice }) {
  const { ended_at: ended } = invoice;
  return (
    <div>
      <InvoiceChip invoice={invoice} />
      {ended !== null && (
        <div className="hint">
          <WholeTime seconds={ended} />
        </div>
      )}
    </div>
  );
}

function useColumns(side: Side, onShare: Share): Column<OwnInvoice>[] {
  const { t } = useTranslation('invoices');
  const cancel = useCancel();
  return [
    {
      key: 'amount',
      header: t('column.amount'),
      numeric: true,
      card: 'headline',
      render: ({ amount, ticker }) => (
        <span className={styles.amount}>
          <CoinIcon ticker={ticker} size={20} />
          <Amount value={amount} ticker={ticker} withTicker />
        </span>
      ),
    },
    { key: 'state', header: t('column.state'), render: (row) => <StateAndEnd invoice={row} /> },
    {
      key: 'description',
      header: t('column.description'),
      render: ({ description }) => <span className={styles.text}>{description || '–'}</span>,
    },
    ...(side === 'paid' ? [{ key: 'owner', header: t('column.owner'), render: ({ owner }: OwnInvoice) => owner }] : []),
    { key: 'created', header: t('column.created'), render: ({ created_at: at }) => <WholeTime seconds={at} /> },
    {
      key: 'until',
      header: t('column.until'),
      render: ({ expires_at: expires }) => <WholeTime seconds={expires} />,
    },
    {
      key: 'actions',
      header: t('column.actions'),
      quietHeader: true,
      numeric: true,
      card: 'action',
      render: (row) => (
        <span className={styles.actions}>
          {row.status !== 'pending' && (
            <Link to={payPath(row.id)} aria-label={t('openNamed', { amount: row.amount, ticker: row.ticker })}>
              {t('open')}
            </Link>
          )}
          {row.status === 'pending' && (
            <>
              <Button
                size="xs"
                aria-label={t('share.named', { amount: row.amount, ticker: row.ticker })}
                onClick={() => onShare(row)}
              >
                {t('share.verb')}
              </Button>
              <Button
                variant="default"
                size="xs"
                aria-label={t('cancel.named', { amount: row.amount, ticker: row.ticker })}
                onClick={() => cancel(row)}
              >
                {t('cancel.verb')}
              </Button>
            </>
          )}
        </span>
      ),
    },
  ];
}

/** Asks, and then cancels an invoice. */
function useCancel(): (invoice: OwnInvoice) => void {
  const { t } = useTranslation('invoices');
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: ({ id }: OwnInvoice) => cancelInvoice(id),
    onSuccess: () => notify.success(t('cancel.done')),
    onError: (error) => notify.error(messagesOf(error).join(' '), { title: t('cancel.failed') }),
    onSettled: () => client.invalidateQueries({ queryKey: invoicesKey }),
  });
  const ask = async (invoice: OwnInvoice) => {
    const { amount, ticker } = invoice;
    const yes = await confirm({
      title: t('cancel.ask', { amount, ticker }),
      body: t('cancel.text'),
      confirmLabel: t('cancel.yes'),
      tone: 'danger',
    });
    if (yes) cancel.mutate(invoice);
  };
  return (invoice) => void ask(invoice);
}
