import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type LedgerFilter, ledgerQuery } from '../../../api/ledger-desk.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { useUrlParams } from '../../../platform/use-url-params.ts';
import { momentOf } from '../../../ui/days.ts';
import { formatUpTo, groupingOf } from '../../../ui/format.ts';
import { SearchScreen } from '../parts/search-screen.tsx';
import { WholeMoment } from '../parts/whole-moment.tsx';
import { LedgerEntryView } from './ledger-entry-view.tsx';
import './messages.ts';

const decimals = 18;
const fields = ['reference', 'user', 'account', 'kind', 'ticker', 'since', 'until'] as const;

function filterOf(params: URLSearchParams): LedgerFilter {
  const given = (name: string, value: string | number | null) => (value ? { [name]: value } : {});
  return {
    ...given('account', params.get('account') ?? ''),
    ...given('user', Math.trunc(Number(params.get('user')) || 0)),
    ...given('ticker', (params.get('ticker') ?? '').toUpperCase()),
    ...given('kind', params.get('kind') ?? ''),
    ...given('reference', params.get('reference') ?? ''),
    ...given('since', momentOf(params.get('since') ?? '')),
    ...given('until', momentOf(params.get('until') ?? '')),
  };
}

/** Entries of the ledger by what they touch, the newest first. */
export function Component() {
  const { t } = useTranslation('ops-ledger');
  usePageTitle(t('title'));
  const [params, change] = useUrlParams();
  const query = useInfiniteQuery(ledgerQuery(filterOf(params)));
  return (
    <SearchScreen
      path="ledger"
      title={t('title')}
      fields={fields.map((name) => ({
        name,
        label: t(`field.${name}`),
        isTime: name === 'since' || name === 'until',
      }))}
      params={params}
      onSearch={change}
      query={query}
      empty={t('empty')}
      row={({ kind, reference, time, amounts }) => ({
        name: amounts
          .map(({ amount, ticker }) => `${formatUpTo(amount, decimals, groupingOf(ticker))} ${ticker}`)
          .join(', '),
        aside: <WholeMoment seconds={time} />,
        about: `${kind} · ${reference}`,
      })}
      detail={(id) => <LedgerEntryView key={id} id={Number(id)} />}
    />
  );
}
