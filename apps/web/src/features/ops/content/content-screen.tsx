import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { Button, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { faqEntriesQuery, savedAnswersQuery } from '../../../api/support-desk.ts';
import { addMessages } from '../../../platform/i18n.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { paths } from '../../../platform/paths.ts';
import { EmptyState } from '../../../ui/states.tsx';
import { DetailState, ListScreen, useListPage } from '../parts/list-screen.tsx';
import { AnswerEditor } from './answer-editor.tsx';
import { EntryEditor } from './entry-editor.tsx';
import english from './locales/en.json';

addMessages('ops-content', english);

const base = `${paths.operators}/content`;
const kinds = ['faq', 'answers'] as const;
const newId = 'new';

/** What operators write: the FAQ for everybody, and answers for themselves. */
export function Component() {
  const { t } = useTranslation('ops-content');
  usePageTitle(t('title'));
  const { params, change } = useListPage();
  const kind = params.get('kind') === 'answers' ? 'answers' : 'faq';
  const screen = {
    path: 'content',
    title: t('title'),
    filterNames: ['kind'],
    filters: (
      <>
        <SegmentedControl
          aria-label={t('kind')}
          value={kind}
          onChange={(next) => change({ kind: next === 'faq' ? '' : next })}
          data={kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        />
        <Button component={Link} to={`${base}/${newId}${kind === 'faq' ? '' : '?kind=answers'}`} variant="default">
          {t(`add.${kind}`)}
        </Button>
      </>
    ),
    empty: t('empty'),
  };
  return kind === 'faq' ? <Faq screen={screen} /> : <Answers screen={screen} />;
}

/** What both lists have in common. */
type Screen = Pick<ComponentProps<typeof ListScreen>, 'path' | 'title' | 'filterNames' | 'filters' | 'empty'>;

function Faq({ screen }: { screen: Screen }) {
  const { t } = useTranslation('ops-content');
  const query = useQuery(faqEntriesQuery);
  return (
    <ListScreen
      {...screen}
      query={query}
      row={({ question, language, published, slug }) => ({
        name: question,
        aside: language,
        about: published ? slug : t('hidden', { slug }),
      })}
      detail={(id) => (
        <Chosen key={id} id={id} query={query}>
          {(entry) => <EntryEditor entry={entry} />}
        </Chosen>
      )}
    />
  );
}

function Answers({ screen }: { screen: Screen }) {
  const query = useQuery(savedAnswersQuery);
  return (
    <ListScreen
      {...screen}
      query={query}
      row={({ title, updatedBy }) => ({ name: title, about: updatedBy })}
      detail={(id) => (
        <Chosen key={id} id={id} query={query}>
          {(answer) => <AnswerEditor answer={answer} />}
        </Chosen>
      )}
    />
  );
}

interface ChosenProps<Row> {
  id: string;
  query: Pick<ComponentProps<typeof DetailState<{ result: Row[] }>>['query'], 'data' | 'error' | 'refetch'>;
  /** @param row undefined: a new one */
  children: (row: Row | undefined) => ReactNode;
}

/** The editor of what is selected, which the list holds already. */
function Chosen<Row extends { id: number }>({ id, query, children }: ChosenProps<Row>) {
  const { t } = useTranslation('ops-content');
  return (
    <DetailState query={query} title={t('notLoaded')}>
      {({ result }) => {
        const row = result.find((one) => String(one.id) === id);
        return row || id === newId ? children(row) : <EmptyState text={t('gone')} />;
      }}
    </DetailState>
  );
}
