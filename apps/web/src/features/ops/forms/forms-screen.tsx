import { NativeSelect } from '@mantine/core';
import {
  type FormKind,
  type FormState,
  formKinds,
  formStates,
  type OpsFormView,
} from '@pelican/shared/contracts/support';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Route, Routes, useParams } from 'react-router-dom';
import { addMessages } from '../../../platform/i18n.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { paths } from '../../../platform/paths.ts';
import { useUrlParams } from '../../../platform/use-url-params.ts';
import { Moment } from '../../../ui/moment.tsx';
import { PageSkeleton } from '../../../ui/page-skeleton.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { ListRow, MasterDetail } from '../parts/master-detail.tsx';
import { deskPage, formsQuery } from '../parts/support-queries.ts';
import { FormDetail } from './form-detail.tsx';
import english from './locales/en.json';
import { Openings } from './openings.tsx';

addMessages('ops-forms', english);

const base = `${paths.operators}/forms`;
const states = ['open', ...formStates] as const;

function Row({ form, selected, query }: { form: OpsFormView; selected: boolean; query: string }) {
  const { t } = useTranslation('ops-forms');
  return (
    <ListRow
      to={`${base}/${form.id}${query}`}
      selected={selected}
      aside={<Moment seconds={form.createdAt} />}
      about={t('about', { id: form.id, state: t(`state.${form.state}`) })}
    >
      {t(`kind.${form.kind}`)}: {form.email}
    </ListRow>
  );
}

function Screen() {
  const { t } = useTranslation('ops-forms');
  const [params, setParams] = useUrlParams();
  const selected = Number(useParams().id) || undefined;
  const kind = formKinds.find((one) => one === params.get('kind')) as FormKind | undefined;
  const state = (states.find((one) => one === params.get('state')) ?? 'open') as FormState | 'open';
  const offset = Math.max(0, Math.trunc(Number(params.get('offset')) || 0));
  const { data, error, refetch } = useQuery(formsQuery(kind, state, offset));
  const query = params.size === 0 ? '' : `?${params}`;
  const list = () => {
    if (error && !data) return <ErrorState title={t('notLoaded')} error={error} onRetry={() => void refetch()} />;
    if (!data) return <PageSkeleton />;
    if (data.result.length === 0) return <EmptyState text={t('empty')} />;
    return data.result.map((form) => <Row key={form.id} form={form} selected={form.id === selected} query={query} />);
  };
  return (
    <MasterDetail
      title={t('title')}
      filters={
        <>
          <NativeSelect
            aria-label={t('kinds')}
            data={[
              { value: '', label: t('everyKind') },
              ...formKinds.map((value) => ({ value, label: t(`kind.${value}`) })),
            ]}
            value={kind ?? ''}
            onChange={(event) => setParams({ kind: event.currentTarget.value, offset: '' })}
          />
          <NativeSelect
            aria-label={t('states')}
            data={states.map((value) => ({ value, label: t(`state.${value}`) }))}
            value={state}
            onChange={(event) => setParams({ state: event.currentTarget.value, offset: '' })}
          />
        </>
      }
      list={
        <>
          {list()}
          <Openings />
        </>
      }
      pager={
        data && (
          <Pager
            offset={offset}
            limit={deskPage}
            total={data.total}
            onChange={(next) => setParams({ offset: next === 0 ? '' : String(next) })}
          />
        )
      }
      back={selected === undefined ? undefined : `${base}${query}`}
      detail={selected !== undefined && <FormDetail key={selected} id={selected} />}
    />
  );
}

/** Feedback and applications, and who waits for what to open. */
export function Component() {
  const { t } = useTranslation('ops-forms');
  usePageTitle(t('title'));
  return (
    <Routes>
      <Route index element={<Screen />} />
      <Route path=":id" element={<Screen />} />
    </Routes>
  );
}
