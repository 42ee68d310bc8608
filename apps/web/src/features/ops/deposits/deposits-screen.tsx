import { type NetworkDeposit, networkDepositStates } from '@pelican/shared/contracts/deposits';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type NetworkDepositsFilter, networkDepositsQuery } from '../../../api/deposit-desk.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { useUrlParams } from '../../../platform/use-url-params.ts';
import { momentOf } from '../../../ui/days.ts';
import { formatUpTo, groupingOf } from '../../../ui/format.ts';
import { formatAge } from '../parts/age.ts';
import { SearchScreen } from '../parts/search-screen.tsx';
import { UnclaimedDetail } from '../unclaimed/unclaimed-detail.tsx';
import '../unclaimed/messages.ts';
import { NetworkDepositView } from './deposit-view.tsx';
import './messages.ts';

const decimals = 18;
const fields = ['state', 'user', 'hash', 'ticker', 'network', 'since', 'until'] as const;

function filterOf(params: URLSearchParams): NetworkDepositsFilter {
  const given = (name: string, value: string | number | null) => (value ? { [name]: value } : {});
  return {
    state: networkDepositStates.find((one) => one === params.get('state')) ?? 'waiting',
    ...given('ticker', (params.get('ticker') ?? '').toUpperCase()),
    ...given('network', (params.get('network') ?? '').toUpperCase()),
    ...given('user', Math.trunc(Number(params.get('user')) || 0)),
    ...given('hash', params.get('hash') ?? ''),
    ...given('since', momentOf(params.get('since') ?? '')),
    ...given('until', momentOf(params.get('until') ?? '')),
  };
}

/** Deposits from networks, the newest first. */
export function Component() {
  const { t } = useTranslation('ops-deposits');
  usePageTitle(t('title'));
  const [params, change] = useUrlParams();
  const filter = filterOf(params);
  const query = useInfiniteQuery(networkDepositsQuery(filter));
  const states = networkDepositStates.map((value) => ({
    value: value === 'waiting' ? '' : value,
    label: t(`state.${value}`),
  }));
  return (
    <SearchScreen<NetworkDeposit>
      path="deposits"
      title={t('title')}
      fields={fields.map((name) => ({
        name,
        label: t(`field.${name}`),
        isTime: name === 'since' || name === 'until',
        ...(name === 'state' ? { options: states } : {}),
      }))}
      params={params}
      onSearch={change}
      query={query}
      empty={t('empty')}
      row={({ amount, ticker, network, user, created_at: seen }) => ({
        name: `${formatUpTo(amount, decimals, groupingOf(ticker))} ${ticker}`,
        aside: formatAge(seen),
        about: `${network} · ${user?.email ?? t('nobody')}`,
      })}
      detail={(id, goOn) =>
        filter.state === 'unclaimed' ? (
          <UnclaimedDetail key={id} id={Number(id)} goOn={goOn} />
        ) : (
          <NetworkDepositView key={id} id={Number(id)} />
        )
      }
    />
  );
}
