import { Textarea } from '@mantine/core';
import type { SystemFlagsView } from '@pelican/shared/contracts/system';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { serverNow } from '../../../platform/clock.ts';
import { formatDateTime } from '../../../ui/format-time.ts';
import { DecisionDialog } from '../parts/decision-dialog.tsx';
import { MomentField } from '../parts/moment-field.tsx';
import { carryValue } from '../parts/use-figures-read.ts';
import { useFlagRead } from './use-flag-read.ts';

interface MaintenanceDialogProps {
  flag: SystemFlagsView['maintenance'];
  onClose: () => void;
}

const textMax = 300;
const languages = ['en', 'hi'] as const;

/** What the dialogs show of a note. */
function useRows() {
  const { t } = useTranslation('ops-system');
  return ({ value: { on, texts, until } }: Pick<SystemFlagsView['maintenance'], 'value'>) => [
    [t('maintenance.title'), t(on ? 'maintenance.on' : 'maintenance.off')] as const,
    ...languages.map((language) => [t(`maintenance.text.${language}`), texts[language] ?? ''] as const),
    [t('maintenance.until'), until === null ? '' : formatDateTime(until)] as const,
  ];
}

/** Shows a text on every page, or another one than is shown. */
export function ShowMaintenanceDialog({ flag, onClose }: MaintenanceDialogProps) {
  const { t } = useTranslation('ops-system');
  const {
    read: { value, version },
    meanwhileOf,
  } = useFlagRead(flag);
  const rowsOf = useRows();
  const [texts, setTexts] = useState<{ en?: string | undefined; hi?: string | undefined }>(value.texts);
  const [until, setUntil] = useState(value.until);
  const [isChecked, setChecked] = useState(false);
  const given = (language: (typeof languages)[number]) => (texts[language] ?? '').trim();
  const isPast = until !== null && until <= serverNow() / 1_000;
  return (
    <DecisionDialog
      title={t('maintenance.showTitle')}
      confirmLabel={t('maintenance.show')}
      isComplete={() => {
        setChecked(true);
        return given('en') !== '' && !isPast;
      }}
      submit={(reason) => {
        const written = Object.fromEntries(languages.flatMap((one) => (given(one) ? [[one, given(one)]] : [])));
        return call('POST /v2/ops/system/maintenance', {
          body: { value: { on: true, texts: written, until }, version, reason },
        });
      }}
      doneText={t('maintenance.shown')}
      meanwhile={meanwhileOf(rowsOf, ({ value: was }, { value: is }) => {
        setTexts((now) => ({
          en: carryValue(now.en, was.texts.en, is.texts.en),
          hi: carryValue(now.hi, was.texts.hi, is.texts.hi),
        }));
        setUntil((now) => carryValue(now, was.until, is.until));
      })}
      onClose={onClose}
    >
      {languages.map((language) => (
        <Textarea
          key={language}
          mt={16}
          data-autofocus={language === 'en' || undefined}
          label={t(`maintenance.text.${language}`)}
          description={language === 'hi' ? t('maintenance.hiHint') : undefined}
          lang={language}
          required={language === 'en'}
          rows={2}
          maxLength={textMax}
          value={texts[language] ?? ''}
          error={isChecked && language === 'en' && given('en') === '' ? t('maintenance.missing') : undefined}
          onChange={(event) => {
            const { value: text } = event.currentTarget;
            setTexts((now) => ({ ...now, [language]: text }));
          }}
        />
      ))}
      <MomentField
        mt={16}
        label={t('maintenance.until')}
        description={t('maintenance.untilHint')}
        value={until}
        error={isChecked && isPast ? t('maintenance.past') : undefined}
        onChange={setUntil}
      />
    </DecisionDialog>
  );
}

/** The texts stay for the next time. */
export function EndMaintenanceDialog({ flag, onClose }: MaintenanceDialogProps) {
  const { t } = useTranslation('ops-system');
  const {
    read: { value, version },
    meanwhileOf,
  } = useFlagRead(flag);
  const rowsOf = useRows();
  return (
    <DecisionDialog
      title={t('maintenance.endTitle')}
      confirmLabel={t('maintenance.end')}
      submit={(reason) =>
        call('POST /v2/ops/system/maintenance', {
          body: { value: { ...value, on: false, until: null }, version, reason },
        })
      }
      doneText={t('maintenance.ended')}
      meanwhile={meanwhileOf(rowsOf, () => {})}
      onClose={onClose}
    >
      <p>{t('maintenance.endBody')}</p>
    </DecisionDialog>
  );
}
