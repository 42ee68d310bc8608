import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { serverNow } from '../../../platform/clock.ts';
import { formatDateTime } from '../../../ui/format-time.ts';
import { DecisionDialog } from '../parts/decision-dialog.tsx';
import { MomentField } from '../parts/moment-field.tsx';
import { carryValue, useFiguresRead } from '../parts/use-figures-read.ts';

interface OpeningDialogProps {
  pair: string;
  /** When it is to open so far. */
  opensAt: number | null;
  onClose: () => void;
}

/** Has a market open at a time: another operator approves the figures by which it opens. */
export function ScheduleOpeningDialog({ pair, opensAt, onClose }: OpeningDialogProps) {
  const { t } = useTranslation('ops-markets');
  const { read, meanwhileOf } = useFiguresRead(opensAt);
  const [openAt, setOpenAt] = useState(read);
  const [isChecked, setChecked] = useState(false);
  const problem = openAt === null || openAt * 1000 <= serverNow() ? t('opening.past') : undefined;
  return (
    <DecisionDialog
      title={t('opening.scheduleTitle', { pair })}
      confirmLabel={t('opening.schedule')}
      takesTwo="always"
      isComplete={() => {
        setChecked(true);
        return problem === undefined;
      }}
      submit={(reason) =>
        call('POST /v2/ops/markets/:pair/opening', {
          params: { pair },
          body: { open_at: openAt ?? 0, before: read, reason },
        })
      }
      doneText={t('opening.scheduled', { pair })}
      meanwhile={meanwhileOf(
        (of) => [[t('opening.at'), of === null ? '' : formatDateTime(of)]],
        (was, is) => setOpenAt((now) => carryValue(now, was, is)),
      )}
      onClose={onClose}
    >
      <p>{t('opening.scheduleBody')}</p>
      <MomentField
        mt={16}
        label={t('opening.at')}
        value={openAt}
        error={isChecked ? problem : undefined}
        onChange={setOpenAt}
      />
    </DecisionDialog>
  );
}

/** Has it not open at its time; one operator does it alone. */
export function CancelOpeningDialog({ pair, onClose }: Omit<OpeningDialogProps, 'opensAt'>) {
  const { t } = useTranslation('ops-markets');
  return (
    <DecisionDialog
      title={t('opening.cancelTitle', { pair })}
      confirmLabel={t('opening.cancel')}
      tone="danger"
      submit={(reason) => call('DELETE /v2/ops/markets/:pair/opening', { params: { pair }, body: { reason } })}
      doneText={t('opening.cancelled', { pair })}
      onClose={onClose}
    />
  );
}
