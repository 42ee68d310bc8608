import './messages.ts';
import { Button, NativeSelect } from '@mantine/core';
import type { CaseStatus, KycCaseHead } from '@pelican/shared/contracts/kyc';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router-dom';
import { kycCasesQuery } from '../../../api/kyc-cases.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { paths } from '../../../platform/paths.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { formatAge } from '../parts/age.ts';
import { ListRow, MasterDetail } from '../parts/master-detail.tsx';
import { CaseDetail } from './case-detail.tsx';

const statuses = ['submitted', 'resubmission', 'approved', 'rejected'] as const satisfies CaseStatus[];
const base = `${paths.operators}/kyc`;
const pageRows = 50;

/** Cases on the left, those that wait longest first; the chosen one on the right. */
export function Component() {
  const { t } = useTranslation('ops-kyc');
  usePageTitle(t('title'));
  const [search, setSearch] = useSearchParams();
  const selected = Number(useParams()['*']);
  const status = statuses.find((one) => one === search.get('status')) ?? 'submitted';
  const offset = Math.max(0, Number(search.get('offset')) || 0);
  const { data, error, refetch } = useQuery(kycCasesQuery(status, offset));
  const query = search.toString() === '' ? '' : `?${search.toString()}`;
  function move(next: { status?: string; offset?: number }): void {
    setSearch({ status: next.status ?? status, ...(next.offset ? { offset: String(next.offset) } : {}) });
  }
  return (
    <MasterDetail
      title={t('title')}
      back={selected > 0 ? `${base}${query}` : undefined}
      filters={
        <NativeSelect
          aria-label={t('status')}
          value={status}
          data={statuses.map((value) => ({ value, label: t(`state.${value}`) }))}
          onChange={(event) => move({ status: event.currentTarget.value, offset: 0 })}
        />
      }
      list={
        error && !data ? (
          <ErrorState title={t('notLoaded')} error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <Skeleton height={200} />
        ) : data.result.length === 0 ? (
          <EmptyState text={t('empty')} />
        ) : (
          data.result.map((one) => (
            <CaseRow key={one.id} kycCase={one} to={`${base}/${one.id}${query}`} isSelected={one.id === selected} />
          ))
        )
      }
      pager={
        data && data.total > pageRows ? (
          <div>
            <Button variant="subtle" disabled={offset === 0} onClick={() => move({ offset: offset - pageRows })}>
              {t('newer')}
            </Button>
            <Button
              variant="subtle"
              disabled={offset + pageRows >= data.total}
              onClick={() => move({ offset: offset + pageRows })}
            >
              {t('older')}
            </Button>
          </div>
        ) : undefined
      }
      detail={selected > 0 ? <CaseDetail key={selected} id={selected} /> : null}
    />
  );
}

function CaseRow({ kycCase, to, isSelected }: { kycCase: KycCaseHead; to: string; isSelected: boolean }) {
  const { t } = useTranslation('ops-kyc');
  const { email, variant, country, attempt, risks, submitted_at: submittedAt } = kycCase;
  const about = [
    t(`variant.${variant}`),
    country,
    attempt > 1 ? t('attempt', { attempt }) : null,
    risks.length > 0 ? t('risks', { count: risks.length }) : null,
  ];
  return (
    <ListRow
      to={to}
      selected={isSelected}
      about={about.filter(Boolean).join(' · ')}
      aside={submittedAt === null ? '–' : formatAge(submittedAt)}
    >
      {email}
    </ListRow>
  );
}
