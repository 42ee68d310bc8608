import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { SegmentedControl } from '@mantine/core';
import type { InrPayoutState } from '@pelican/shared/contracts/inr';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { payoutCasesQuery } from '../../../../api/inr-desk.ts';
import { usePageTitle } from '../../../../platform/page-title.ts';
import { formatUpTo } from '../../../../ui/format.ts';
import { formatAge } from '../../parts/age.ts';
import { ListScreen, useListPage } from '../../parts/list-screen.tsx';
import { Batches } from './batches.tsx';
import './messages.ts';
import { PayoutDetail } from './payout-detail.tsx';

const states: readonly InrPayoutState[] = ['ready', 'taken', 'paid', 'failed'];

/** Withdrawals of rupees that are approved: taken to the bank in batches, and reported by transfer. */
export function Component() {
  const { t } = useTranslation('ops-inr-payouts');
  usePageTitle(t('title'));
  const { params, change, offset } = useListPage();
  const state = states.find((one) => one === params.get('state')) ?? 'ready';
  const query = useQuery(payoutCasesQuery(state, offset));
  return (
    <ListScreen
      path="inr-payouts"
      title={t('title')}
      filterNames={['state']}
      filters={
        <SegmentedControl
          fullWidth
          flex="1 1 100%"
          aria-label={t('filter')}
          value={state}
          data={states.map((value) => ({ value, label: t(`state.${value}`) }))}
          onChange={(next) => change({ state: next === 'ready' ? '' : next, offset: '' })}
        />
      }
      query={query}
      empty={t(state === 'ready' ? 'empty' : 'emptyOthers')}
      row={({ email, confirmed_at: since, net, bank }) => ({
        name: `₹${formatUpTo(net, 2, 'indian')}`,
        aside: formatAge(since),
        about: `${email} · ${bank}`,
      })}
      after={<Batches stoppedAt={query.data?.stopped_at ?? null} />}
      detail={(id, goOn) => <PayoutDetail key={id} id={Number(id)} goOn={goOn} />}
    />
  );
}
