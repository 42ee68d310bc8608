import { Textarea } from '@mantine/core';
import type { SystemFlagsView } from '@pelican/shared/contracts/system';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { serverNow } from '../../../platform/clock.ts';
import { DecisionDialog } from '../parts/decision-dialog.tsx';
import { MomentField } from '../parts/moment-field.tsx';

interface MaintenanceDialogProps {
  flag: SystemFlagsView['maintenance'];
  onClose: () => void;
}

const textMax = 300;
const languages = ['en', 'hi'] as const;

/** Shows a text on every page, or another one than is shown. */
export function ShowMaintenanceDialog({ flag: { value, version }, onClose }: MaintenanceDialogProps) {
  const { t } = useTranslation('ops-system');
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
export function EndMaintenanceDialog({ flag: { value, version }, onClose }: MaintenanceDialogProps) {
  const { t } = useTranslation('ops-system');
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
      onClose={onClose}
    >
      <p>{t('maintenance.endBody')}</p>
    </DecisionDialog>
  );
}
