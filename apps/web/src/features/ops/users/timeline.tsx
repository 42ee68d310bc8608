import '@mantine/core/styles/Chip.css';
import { Button, Chip } from '@mantine/core';
import type { Evidence, EvidenceKind } from '@pelican/shared/contracts/operations';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { timelineQuery } from '../../../api/operators.ts';
import { useUrlParams } from '../../../platform/use-url-params.ts';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { LoadingRows } from '../parts/list-state.tsx';
import { WholeMoment } from '../parts/whole-moment.tsx';
import { evidenceNames } from './evidence-names.ts';
import { EvidenceSentence } from './evidence-sentence.tsx';
import styles from './timeline.module.css';

/** What happened to a user and what they did, the newest first. */
export function Timeline({ userId }: { userId: number }) {
  const { t } = useTranslation('ops');
  const [params, change] = useUrlParams();
  const kinds = params.get('kinds') ?? '';
  const chosen = kinds === '' ? [] : (kinds.split(',') as EvidenceKind[]);
  const query = useInfiniteQuery(timelineQuery(userId, kinds));
  const lines = query.data?.pages.flatMap(({ result }) => result);
  return (
    <>
      <Chip.Group multiple value={chosen} onChange={(next) => change({ kinds: next.join(',') })}>
        <fieldset className={styles.kinds}>
          <legend className="visually-hidden">{t('users.timeline.filter')}</legend>
          {evidenceNames.map((kind) => (
            <Chip key={kind} value={kind} size="xs">
              {t(`users.timeline.kinds.${kind}`)}
            </Chip>
          ))}
        </fieldset>
      </Chip.Group>
      {!lines && !query.error && <LoadingRows />}
      {query.error && !lines && (
        <ErrorState title={t('users.timeline.notLoaded')} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {lines?.length === 0 && <EmptyState text={t('users.timeline.empty')} />}
      {lines && lines.length > 0 && (
        <ol className={styles.lines}>
          {lines.map((line) => (
            <Line key={`${line.kind} ${line.id} ${line.time}`} line={line} />
          ))}
        </ol>
      )}
      {query.hasNextPage && (
        <Button variant="default" mt={16} loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('users.timeline.more')}
        </Button>
      )}
    </>
  );
}

function Line({ line }: { line: Evidence }) {
  const { t } = useTranslation('ops');
  return (
    <li className={styles.line}>
      <WholeMoment seconds={line.time} />
      <span className={styles.kind}>{t(`users.timeline.kinds.${line.kind}`)}</span>
      <EvidenceSentence line={line} />
    </li>
  );
}
