import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { SegmentedControl, TextInput } from '@mantine/core';
import type { UnclaimedState } from '@pelican/shared/contracts/deposits';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { unclaimedTransfersQuery } from '../../../api/unclaimed-desk.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { formatAge } from '../parts/age.ts';
import { ListScreen, useListPage } from '../parts/list-screen.tsx';
import './messages.ts';
import { UnclaimedDetail } from './unclaimed-detail.tsx';

const states: readonly UnclaimedState[] = ['open', 'assigned', 'returned'];

/** Coins that have arrived and belong to nobody, those that wait longest first. */
export function Component() {
  const { t } = useTranslation('ops-unclaimed');
  usePageTitle(t('title'));
  const { params, change, offset } = useListPage();
  const state = states.find((one) => one === params.get('state')) ?? 'open';
  const read = (name: string) => (params.get(name) ?? '').slice(0, 20).toUpperCase();
  const [network, ticker] = [read('network'), read('ticker')];
  const query = useQuery(unclaimedTransfersQuery({ state, network, ticker, offset }));
  return (
    <ListScreen
      path="unclaimed"
      title={t('title')}
      filterNames={['state', 'network', 'ticker']}
      filters={
        <>
          <SegmentedControl
            fullWidth
            flex="1 1 100%"
            aria-label={t('filter')}
            value={state}
            data={states.map((value) => ({ value, label: t(`state.${value}`) }))}
            onChange={(next) => change({ state: next === 'open' ? '' : next, offset: '' })}
          />
          {(['network', 'ticker'] as const).map((name) => (
            <TextInput
              key={name}
              flex="1 1 40%"
              type="search"
              aria-label={t(name === 'ticker' ? 'asset' : 'network')}
              placeholder={t(name === 'ticker' ? 'asset' : 'network')}
              maxLength={20}
              value={read(name)}
              onChange={(event) => change({ [name]: event.currentTarget.value, offset: '' })}
            />
          ))}
        </>
      }
      query={query}
      empty={t(state === 'open' ? 'empty' : 'emptyOthers')}
      row={({ amount, ticker: coin, network: at, created_at: seen, address }) => ({
        name: `${amount} ${coin}`,
        aside: formatAge(seen),
        about: `${at} · ${address}`,
      })}
      detail={(id, goOn) => <UnclaimedDetail key={id} id={Number(id)} goOn={goOn} />}
    />
  );
}
