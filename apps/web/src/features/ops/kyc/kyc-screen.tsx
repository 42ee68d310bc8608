import './messages.ts';
import { NativeSelect } from '@mantine/core';
import type { CaseStatus } from '@pelican/shared/contracts/kyc';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { kycCasesQuery } from '../../../api/kyc-cases.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { formatAge } from '../parts/age.ts';
import { countryWithCode } from '../parts/country-name.ts';
import { ListScreen, useListPage } from '../parts/list-screen.tsx';
import { CaseDetail } from './case-detail.tsx';

const statuses = ['submitted', 'resubmission', 'approved', 'rejected'] as const satisfies CaseStatus[];

/** Cases on the left, those that wait longest first; the chosen one on the right. */
export function Component() {
  const { t, i18n } = useTranslation('ops-kyc');
  usePageTitle(t('title'));
  const { params, change, offset } = useListPage();
  const status = statuses.find((one) => one === params.get('status')) ?? 'submitted';
  const query = useQuery(kycCasesQuery(status, offset));
  return (
    <ListScreen
      path="kyc"
      title={t('title')}
      filterNames={['status']}
      filters={
        <NativeSelect
          aria-label={t('status')}
          value={status}
          data={statuses.map((value) => ({ value, label: t(`state.${value}`) }))}
          onChange={(event) => {
            const next = event.currentTarget.value;
            change({ status: next === 'submitted' ? '' : next, offset: '' });
          }}
        />
      }
      query={query}
      empty={t('empty')}
      row={({ email, variant, country, attempt, risks, submitted_at: submittedAt }) => ({
        name: email,
        aside: submittedAt === null ? '–' : formatAge(submittedAt),
        about: [
          t(`variant.${variant}`),
          country && countryWithCode(country, i18n.language),
          attempt > 1 ? t('attempt', { attempt }) : null,
          risks.length > 0 ? t('risks', { count: risks.length }) : null,
        ]
          .filter(Boolean)
          .join(' · '),
      })}
      detail={(id, goOn) => <CaseDetail key={id} id={Number(id)} onDone={goOn} />}
    />
  );
}
