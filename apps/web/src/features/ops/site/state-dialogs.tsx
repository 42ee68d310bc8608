import type { ContentItemDetails } from '@pelican/shared/contracts/content';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { serverNow } from '../../../platform/clock.ts';
import { formatDateTime } from '../../../ui/format-time.ts';
import { DecisionDialog } from '../parts/decision-dialog.tsx';
import { MomentField } from '../parts/moment-field.tsx';
import { carryValue, useFiguresRead } from '../parts/use-figures-read.ts';

interface StateDialogProps {
  content: ContentItemDetails;
  onClose: () => void;
}

/** What says when an item is shown, as the dialog was opened with it. */
const useStateRead = ({ version, state, publishAt, endAt }: ContentItemDetails) =>
  useFiguresRead({ version, state, publishAt, endAt });

function useRows() {
  const { t } = useTranslation('ops-site');
  const timeOf = (seconds: number | null) => (seconds === null ? '' : formatDateTime(seconds));
  return ({ publishAt, endAt }: Pick<ContentItemDetails, 'publishAt' | 'endAt'>) => [
    [t('from'), timeOf(publishAt)] as const,
    [t('until'), timeOf(endAt)] as const,
  ];
}

/** Publishes an item, now or later; of a published one, changes when it is shown. */
export function PublishDialog({ content, onClose }: StateDialogProps) {
  const { t } = useTranslation('ops-site');
  const { id, name } = content;
  const { read, meanwhileOf } = useStateRead(content);
  const { version, state, publishAt, endAt } = read;
  const rowsOf = useRows();
  const [from, setFrom] = useState(publishAt);
  const [until, setUntil] = useState(endAt);
  const isPublished = state === 'published';
  const isWrong = until !== null && until <= (from ?? publishAt ?? serverNow() / 1000);
  const publish_at = from === publishAt ? undefined : (from ?? undefined);
  return (
    <DecisionDialog
      title={t(isPublished ? 'scheduleTitle' : 'publishTitle', { name })}
      confirmLabel={t(isPublished ? 'save' : 'publish')}
      isComplete={() => !isWrong}
      submit={(reason) =>
        call('POST /v2/ops/content/:id/state', {
          params: { id },
          body: {
            version,
            state: 'published',
            reason,
            ...(publish_at === undefined ? {} : { publish_at }),
            ...(until === endAt ? {} : { end_at: until }),
          },
        })
      }
      doneText={t(isPublished ? 'scheduled' : 'published')}
      meanwhile={meanwhileOf(rowsOf, (was, is) => {
        setFrom((now) => carryValue(now, was.publishAt, is.publishAt));
        setUntil((now) => carryValue(now, was.endAt, is.endAt));
      })}
      onClose={onClose}
    >
      <p>{t('publishBody')}</p>
      <MomentField
        mt={16}
        label={t('from')}
        description={publishAt === null ? t('fromHint') : undefined}
        value={from}
        onChange={setFrom}
      />
      <MomentField
        mt={16}
        label={t('until')}
        description={t('untilHint')}
        value={until}
        error={isWrong ? t('untilWrong') : undefined}
        onChange={setUntil}
      />
    </DecisionDialog>
  );
}

export function HideDialog({ content, onClose }: StateDialogProps) {
  const { t } = useTranslation('ops-site');
  const { id, name } = content;
  const {
    read: { version },
    meanwhileOf,
  } = useStateRead(content);
  const rowsOf = useRows();
  return (
    <DecisionDialog
      title={t('hideTitle', { name })}
      confirmLabel={t('hide')}
      tone="danger"
      submit={(reason) =>
        call('POST /v2/ops/content/:id/state', { params: { id }, body: { version, state: 'hidden', reason } })
      }
      doneText={t('hiddenDone')}
      meanwhile={meanwhileOf(rowsOf, () => {})}
      onClose={onClose}
    >
      <p>{t('hideBody')}</p>
    </DecisionDialog>
  );
}
