import './messages.ts';
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { contentKinds, contentPhases } from '@pelican/shared/contracts/content';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { contentItemsQuery } from '../../../api/content-desk.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { paths } from '../../../platform/paths.ts';
import { Moment } from '../../../ui/moment.tsx';
import { ListScreen, useListPage } from '../parts/list-screen.tsx';
import { ItemDetail } from './item-detail.tsx';
import { ItemEditor } from './item-editor.tsx';
import { PhaseChip } from './phase-chip.tsx';

const newId = 'new';

/** What operators publish on the site. */
export function Component() {
  const { t } = useTranslation('ops-site');
  usePageTitle(t('title'));
  const { params, change, offset } = useListPage();
  const kind = contentKinds.find((one) => one === params.get('kind')) ?? 'announcement';
  const phase = contentPhases.find((one) => one === params.get('phase'));
  const search = params.get('search') ?? '';
  const query = useQuery(contentItemsQuery(kind, phase, search.slice(0, 100), offset));
  return (
    <ListScreen
      path="site"
      title={t('title')}
      filterNames={['kind', 'phase', 'search']}
      filters={
        <>
          <NativeSelect
            label={t('kind')}
            value={kind}
            onChange={(event) => {
              const next = event.currentTarget.value;
              change({ kind: next === 'announcement' ? '' : next, offset: '' });
            }}
            data={contentKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          />
          <TextInput
            type="search"
            label={t('search')}
            description={t('searchHint')}
            maxLength={100}
            value={search}
            onChange={(event) => change({ search: event.currentTarget.value, offset: '' })}
          />
          <NativeSelect
            label={t('phase')}
            value={phase ?? ''}
            onChange={(event) => change({ phase: event.currentTarget.value, offset: '' })}
            data={[
              { value: '', label: t('phases.all') },
              ...contentPhases.map((value) => ({ value, label: t(`phases.${value}`) })),
            ]}
          />
          <Button
            component={Link}
            to={`${paths.operators}/site/${newId}${kind === 'announcement' ? '' : `?kind=${kind}`}`}
            variant="default"
          >
            {t(`add.${kind}`)}
          </Button>
        </>
      }
      query={query}
      empty={t('empty')}
      row={(item) => ({
        name: item.name,
        aside: <Moment seconds={item.updatedAt} />,
        about: (
          <>
            <PhaseChip of={item} /> {t('about', { languages: item.languages.join(', '), updatedBy: item.updatedBy })}
          </>
        ),
      })}
      detail={(id) =>
        id === newId ? (
          <ItemEditor key={`${newId} ${kind}`} kind={kind} content={undefined} />
        ) : (
          <ItemDetail key={id} id={Number(id)} />
        )
      }
    />
  );
}
