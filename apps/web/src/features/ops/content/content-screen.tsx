import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { Button, SegmentedControl } from '@mantine/core';
import type { FaqEntryView, SavedAnswerView } from '@pelican/shared/contracts/support';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, Route, Routes, useParams } from 'react-router-dom';
import { addMessages } from '../../../platform/i18n.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { paths } from '../../../platform/paths.ts';
import { useUrlParams } from '../../../platform/use-url-params.ts';
import { PageSkeleton } from '../../../ui/page-skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { ListRow, MasterDetail } from '../parts/master-detail.tsx';
import { faqEntriesQuery, savedAnswersQuery } from '../parts/support-queries.ts';
import { AnswerEditor } from './answer-editor.tsx';
import { EntryEditor } from './entry-editor.tsx';
import english from './locales/en.json';

addMessages('ops-content', english);

const base = `${paths.operators}/content`;
const kinds = ['faq', 'answers'] as const;
type Kind = (typeof kinds)[number];
const newId = 'new';

function FaqRows({ entries, selected }: { entries: FaqEntryView[]; selected: string | undefined }) {
  const { t } = useTranslation('ops-content');
  return entries.map((entry) => (
    <ListRow
      key={entry.id}
      to={`${base}/${entry.id}`}
      selected={String(entry.id) === selected}
      aside={entry.language}
      about={entry.published ? entry.slug : t('hidden', { slug: entry.slug })}
    >
      {entry.question}
    </ListRow>
  ));
}

function AnswerRows({ answers, selected }: { answers: SavedAnswerView[]; selected: string | undefined }) {
  return answers.map((answer) => (
    <ListRow
      key={answer.id}
      to={`${base}/${answer.id}?kind=answers`}
      selected={String(answer.id) === selected}
      about={answer.updatedBy}
    >
      {answer.title}
    </ListRow>
  ));
}

function Screen() {
  const { t } = useTranslation('ops-content');
  const [params, setParams] = useUrlParams();
  const selected = useParams().id;
  const kind: Kind = params.get('kind') === 'answers' ? 'answers' : 'faq';
  const query = kind === 'answers' ? '?kind=answers' : '';
  const faq = useQuery({ ...faqEntriesQuery, enabled: kind === 'faq' });
  const answers = useQuery({ ...savedAnswersQuery, enabled: kind === 'answers' });
  const { data, error, refetch } = kind === 'faq' ? faq : answers;
  const list = () => {
    if (error && !data) return <ErrorState title={t('notLoaded')} error={error} onRetry={() => void refetch()} />;
    if (!data) return <PageSkeleton />;
    if (data.result.length === 0) return <EmptyState text={t('empty')} />;
    if (kind === 'faq') return <FaqRows entries={faq.data?.result ?? []} selected={selected} />;
    return <AnswerRows answers={answers.data?.result ?? []} selected={selected} />;
  };
  const editor = () => {
    if (!data) return <PageSkeleton />;
    if (kind === 'faq') {
      const entry = faq.data?.result.find(({ id }) => String(id) === selected);
      if (selected === newId || entry) return <EntryEditor key={selected} entry={entry} />;
    } else {
      const answer = answers.data?.result.find(({ id }) => String(id) === selected);
      if (selected === newId || answer) return <AnswerEditor key={selected} answer={answer} />;
    }
    return <EmptyState text={t('gone')} />;
  };
  return (
    <MasterDetail
      title={t('title')}
      filters={
        <>
          <SegmentedControl
            aria-label={t('kind')}
            value={kind}
            onChange={(next) => setParams({ kind: next === 'faq' ? '' : next })}
            data={kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          />
          <Button component={Link} to={`${base}/${newId}${query}`} variant="default">
            {t(`add.${kind}`)}
          </Button>
        </>
      }
      list={list()}
      back={selected === undefined ? undefined : `${base}${query}`}
      detail={selected !== undefined && editor()}
    />
  );
}

/** What operators write: the FAQ for everybody, and answers for themselves. */
export function Component() {
  const { t } = useTranslation('ops-content');
  usePageTitle(t('title'));
  return (
    <Routes>
      <Route index element={<Screen />} />
      <Route path=":id" element={<Screen />} />
    </Routes>
  );
}
