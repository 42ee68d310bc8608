import { Button } from '@mantine/core';
import type { ApiKeyView, CreatedApiKey } from '@pelican/shared/contracts/api-keys';
import { guardFactorsOf } from '@pelican/shared/contracts/auth';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { apiKeysQuery } from '../../../api/api-keys.ts';
import { securityQuery } from '../../../api/security.ts';
import { addMessages } from '../../../platform/i18n.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { paths } from '../../../platform/paths.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { IconAlertTriangle } from '../../../ui/icons.ts';
import { notify } from '../../../ui/notify.ts';
import { Section, SettingsPage } from '../../../ui/settings-section.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import styles from './api-keys.module.css';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { EnableKeyDialog } from './enable-key-dialog.tsx';
import { useKeyColumns } from './key-columns.tsx';
import english from './locales/en.json';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { useChangeKeys } from './use-change-keys.ts';

addMessages('settings-api-keys', english);

/** Keys for programs, and what each may do. Making one needs a second factor. */
export function Component() {
  const { t } = useTranslation('settings-api-keys');
  usePageTitle(t('title'));
  const { data: security } = useQuery(securityQuery);
  const { data: keys, error, refetch } = useQuery(apiKeysQuery);
  const [isCreating, setIsCreating] = useState(false);
  const [created, setCreated] = useState<CreatedApiKey>();
  const [enabling, setEnabling] = useState<ApiKeyView>();
  const columns = useKeyColumns({ ...useChangeKeys(), enable: setEnabling });
  const mayCreate = security?.twoFactorEnabled ?? false;
  return (
    <SettingsPage title={t('title')} wide>
      <Section
        title={t('keys')}
        about={
          <>
            {t('about')}{' '}
            <a href="/docs" target="_blank" rel="noopener">
              {t('reference')}
            </a>
          </>
        }
        action={
          <Button
            disabled={!security}
            onClick={() =>
              mayCreate ? setIsCreating(true) : notify.warning(t('twoFactor'), { title: t('twoFactorTitle') })
            }
          >
            {t('create.open')}
          </Button>
        }
      >
        <div className={styles.list}>
          <DataTable
            compact
            caption={t('keys')}
            columns={columns}
            rows={keys?.result}
            rowKey={({ id }) => id}
            skeletonRows={3}
            empty={<EmptyState text={t('empty')} />}
            error={
              error && !keys ? (
                <ErrorState title={t('notLoaded')} error={error} onRetry={() => void refetch()} />
              ) : undefined
            }
          />
        </div>
        {/* Below the list, and once it is there, so that nothing on screen moves. */}
        {keys && security && !mayCreate && (
          <p className={styles.notice}>
            <IconAlertTriangle size={20} aria-hidden />
            <span>
              {t('twoFactor')} <Link to={paths.security}>{t('toSecurity')}</Link>
            </span>
          </p>
        )}
      </Section>
      {isCreating && security && (
        <CreateKeyDialog
          factors={guardFactorsOf(security.factors)}
          onCreated={(key) => {
            setIsCreating(false);
            setCreated(key);
          }}
          onClose={() => setIsCreating(false)}
        />
      )}
      {enabling && security && (
        <EnableKeyDialog
          apiKey={enabling}
          factors={guardFactorsOf(security.factors)}
          onClose={() => setEnabling(undefined)}
        />
      )}
      {created && <NewKeyDialog created={created} onClose={() => setCreated(undefined)} />}
    </SettingsPage>
  );
}
