import { Checkbox } from '@mantine/core';
import { clientLanguages, type SystemFlagsView } from '@pelican/shared/contracts/system';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { DecisionDialog } from '../parts/decision-dialog.tsx';
import { carryChoice } from '../parts/use-figures-read.ts';
import styles from './system.module.css';
import { useFlagRead } from './use-flag-read.ts';

interface LanguagesDialogProps {
  flag: SystemFlagsView['languages'];
  onClose: () => void;
}

/** Which languages visitors may choose; English always is one of them. */
export function LanguagesDialog({ flag, onClose }: LanguagesDialogProps) {
  const { t } = useTranslation('ops-system');
  const { read, meanwhileOf } = useFlagRead(flag);
  const { value, version } = read;
  const codesIn = (isWanted: (code: string) => boolean) =>
    clientLanguages.map(({ code }) => code).filter((code) => isWanted(code));
  const offeredBy = ({ hidden }: typeof value) => codesIn((code) => !hidden.some((one) => one === code));
  const before: string[] = offeredBy(value);
  const [offered, setOffered] = useState<string[]>(before);
  const [isChecked, setChecked] = useState(false);
  const isSame = offered.length === before.length && before.every((code) => offered.includes(code));
  return (
    <DecisionDialog
      title={t('languages.changeTitle')}
      confirmLabel={t('languages.save')}
      isComplete={() => {
        setChecked(true);
        return !isSame;
      }}
      submit={(reason) => {
        const hidden = codesIn((code) => !offered.includes(code));
        return call('POST /v2/ops/system/languages', { body: { value: { hidden }, version, reason } });
      }}
      doneText={t('languages.saved')}
      meanwhile={meanwhileOf(
        (of) => [[t('languages.offered'), offeredBy(of.value).join(', ')]],
        (was, is) => setOffered((now) => carryChoice<string>(now, offeredBy(was.value), offeredBy(is.value))),
      )}
      onClose={onClose}
    >
      <Checkbox.Group
        mt={16}
        label={t('languages.offered')}
        description={t('languages.offeredHint')}
        value={offered}
        onChange={setOffered}
      >
        <div className={styles.choices}>
          {clientLanguages.map(({ code, name }) => (
            <Checkbox
              key={code}
              value={code}
              disabled={code === 'en'}
              lang={code}
              label={code === 'en' ? t('languages.always', { name }) : name}
            />
          ))}
        </div>
      </Checkbox.Group>
      {isChecked && isSame && <p role="alert">{t('languages.nothing')}</p>}
    </DecisionDialog>
  );
}
