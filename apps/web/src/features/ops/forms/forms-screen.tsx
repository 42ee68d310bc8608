import './messages.ts';
import { NativeSelect } from '@mantine/core';
import { formKinds, formStates } from '@pelican/shared/contracts/support';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formsQuery } from '../../../api/support-desk.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { formatAge } from '../parts/age.ts';
import { ListScreen, useListPage } from '../parts/list-screen.tsx';
import { FormDetail } from './form-detail.tsx';
import { Openings } from './openings.tsx';

const states = ['open', ...formStates] as const;

/** Feedback and applications, and who waits for what to open. */
export function Component() {
  const { t } = useTranslation('ops-forms');
  usePageTitle(t('title'));
  const { params, change, offset } = useListPage();
  const kind = formKinds.find((one) => one === params.get('kind'));
  const state = states.find((one) => one === params.get('state')) ?? 'open';
  const query = useQuery(formsQuery(kind, state, offset));
  return (
    <ListScreen
      path="forms"
      title={t('title')}
      filterNames={['kind', 'state']}
      filters={
        <>
          <NativeSelect
            aria-label={t('kinds')}
            data={[
              { value: '', label: t('everyKind') },
              ...formKinds.map((value) => ({ value, label: t(`kind.${value}`) })),
            ]}
            value={kind ?? ''}
            onChange={(event) => change({ kind: event.currentTarget.value, offset: '' })}
          />
          <NativeSelect
            aria-label={t('states')}
            data={states.map((value) => ({ value, label: t(`state.${value}`) }))}
            value={state}
            onChange={(event) => {
              const next = event.currentTarget.value;
              change({ state: next === 'open' ? '' : next, offset: '' });
            }}
          />
        </>
      }
      query={query}
      empty={t('empty')}
      row={({ id, kind: of, email, state: is, createdAt }) => ({
        name: `${t(`kind.${of}`)}: ${email}`,
        aside: formatAge(createdAt),
        about: t('about', { id, state: t(`state.${is}`) }),
      })}
      after={<Openings />}
      detail={(id) => <FormDetail key={id} id={Number(id)} />}
    />
  );
}
