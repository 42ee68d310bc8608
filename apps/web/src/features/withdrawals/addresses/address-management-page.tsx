import { Button, NativeSelect } from '@mantine/core';
import { savedAddressesMax, savedAddressesPageSize } from '@pelican/shared/contracts/saved-addresses';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { savedAddressesQuery } from '../../../api/saved-addresses.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { useUrlParams } from '../../../platform/use-url-params.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { Section, SettingsPage } from '../../../ui/settings-section.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { AddAddressDialog } from './add-address-dialog.tsx';
import { useAddressColumns } from './address-columns.tsx';
import styles from './addresses.module.css';
import { AllowListSwitch } from './allow-list-switch.tsx';
import './messages.ts';

/** The addresses that a user withdraws to, and the switch to withdraw to them alone. */
export function Component() {
  const { t } = useTranslation('withdrawals-addresses');
  usePageTitle(t('title'));
  const [params, setParams] = useUrlParams();
  const offset = Math.max(0, Math.trunc(Number(params.get('offset')) || 0));
  const filters = { ticker: params.get('ticker') ?? '', method: params.get('network') ?? '' };
  const { data, error, refetch } = useQuery(savedAddressesQuery(filters, offset));
  const [isAdding, setIsAdding] = useState(false);
  const columns = useAddressColumns();
  const isFiltered = filters.ticker !== '' || filters.method !== '';
  const isFull = !isFiltered && (data?.total ?? 0) >= savedAddressesMax;
  return (
    <SettingsPage title={t('title')} wide>
      <Section title={t('allowList.title')}>
        {data ? <AllowListSwitch allowList={data.allowList} /> : <Skeleton width="100%" height={48} />}
      </Section>
      <Section
        title={t('list')}
        about={data && t('about', { hours: data.allowList.waitHours })}
        action={
          <Button disabled={isFull} onClick={() => setIsAdding(true)}>
            {t('add.open')}
          </Button>
        }
      >
        {isFull && <p role="status">{t('add.limit', { max: savedAddressesMax })}</p>}
        {data && (isFiltered || data.filters.tickers.length > 0) && (
          <div className={styles.filters}>
            <NativeSelect
              label={t('filter.currency')}
              data={[{ value: '', label: t('filter.allCurrencies') }, ...data.filters.tickers]}
              value={filters.ticker}
              onChange={(event) => setParams({ ticker: event.currentTarget.value, offset: '' })}
            />
            <NativeSelect
              label={t('filter.network')}
              data={[
                { value: '', label: t('filter.allNetworks') },
                ...data.filters.methods.map(({ key, name }) => ({ value: key, label: name })),
              ]}
              value={filters.method}
              onChange={(event) => setParams({ network: event.currentTarget.value, offset: '' })}
            />
          </div>
        )}
        <div className={styles.list}>
          <DataTable
            caption={t('list')}
            columns={columns}
            rows={data?.result}
            rowKey={({ id }) => id}
            skeletonRows={3}
            empty={<EmptyState text={t(isFiltered ? 'emptyFiltered' : 'empty')} />}
            error={
              error && !data ? (
                <ErrorState title={t('notLoaded')} error={error} onRetry={() => void refetch()} />
              ) : undefined
            }
          />
          <Pager
            offset={offset}
            limit={savedAddressesPageSize}
            total={data?.total ?? 0}
            onChange={(next) => setParams({ offset: next === 0 ? '' : String(next) })}
          />
        </div>
      </Section>
      {isAdding && <AddAddressDialog onClose={() => setIsAdding(false)} />}
    </SettingsPage>
  );
}
