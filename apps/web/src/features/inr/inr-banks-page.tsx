import { Button } from '@mantine/core';
import { inrBankStatus, inrBanksMax, inrBanksPageSize } from '@pelican/shared/contracts/inr';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { inrBanksQuery, inrKey } from '../../api/inr.ts';
import { Need } from '../../identity/needs.tsx';
import { useRefreshOnNotices } from '../../live/index.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { paths } from '../../platform/paths.ts';
import { useUrlParams } from '../../platform/use-url-params.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { notify } from '../../ui/notify.ts';
import { Pager } from '../../ui/pager.tsx';
import { Section, SettingsPage } from '../../ui/settings-section.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { AddBankDialog } from './add-bank-dialog.tsx';
import { useBankColumns } from './bank-columns.tsx';
import styles from './inr.module.css';
import './messages.ts';

/** The bank accounts between which and ours rupees move. Adding one needs a verified identity. */
export function Component() {
  const { t } = useTranslation('inr');
  usePageTitle(t('title'));
  const [params, setParams] = useUrlParams();
  const offset = Math.max(0, Math.trunc(Number(params.get('offset')) || 0));
  const { data, error, refetch } = useQuery(inrBanksQuery(offset));
  useRefreshOnNotices('inr_bank_', inrKey);
  const [isAdding, setIsAdding] = useState(false);
  const columns = useBankColumns();
  const taken = data?.banks.result.filter(({ status }) => status !== inrBankStatus.canceled).length ?? 0;
  const add = () => {
    if (taken >= inrBanksMax) notify.warning(t('need.limit', { limit: inrBanksMax }));
    else setIsAdding(true);
  };
  return (
    <SettingsPage title={t('title')} wide>
      {data && !data.is_approved && (
        <Need text={t('need.verification')}>
          <Link to={paths.kyc}>{t('need.toVerification')}</Link>
        </Need>
      )}
      <Section
        title={t('list')}
        about={t('about', { limit: inrBanksMax })}
        action={
          <Button disabled={!data?.is_approved} onClick={add}>
            {t('add.open')}
          </Button>
        }
      >
        <div className={styles.list}>
          <DataTable
            caption={t('list')}
            columns={columns}
            rows={data?.banks.result}
            rowKey={({ id }) => id}
            skeletonRows={3}
            empty={<EmptyState text={t('empty')} />}
            error={
              error && !data ? (
                <ErrorState title={t('notLoaded')} error={error} onRetry={() => void refetch()} />
              ) : undefined
            }
          />
          <Pager
            offset={offset}
            limit={inrBanksPageSize}
            total={data?.banks.total ?? 0}
            onChange={(next) => setParams({ offset: next === 0 ? '' : String(next) })}
          />
        </div>
      </Section>
      {isAdding && data && <AddBankDialog passport={data.user_passport} onClose={() => setIsAdding(false)} />}
    </SettingsPage>
  );
}
