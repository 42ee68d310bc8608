import { Button } from '@mantine/core';
import { clientLanguages, type SystemFlagsView } from '@pelican/shared/contracts/system';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { useOperator } from '../parts/use-operator.ts';
import { FlagPart } from './flag-part.tsx';
import { LanguagesDialog } from './languages-dialog.tsx';
import styles from './system.module.css';

/** Languages of the client, and whether visitors may choose them. */
export function Languages({ flag }: { flag: SystemFlagsView['languages'] }) {
  const { t } = useTranslation('ops-system');
  const { may } = useOperator();
  const [isOpen, setOpen] = useState(false);
  return (
    <FlagPart title={t('languages.title')} about={t('languages.about')} flag={flag}>
      <ul className={styles.languages}>
        {clientLanguages.map(({ code, name }) => {
          const isHidden = flag.value.hidden.includes(code);
          return (
            <li key={code} className={styles.actions}>
              <strong lang={code}>{name}</strong>
              <StatusChip
                tone={isHidden ? 'attention' : 'done'}
                label={t(isHidden ? 'languages.isHidden' : 'languages.isOffered')}
              />
            </li>
          );
        })}
      </ul>
      {may('content') && (
        <div className={styles.actions}>
          <Button variant="default" onClick={() => setOpen(true)}>
            {t('languages.change')}
          </Button>
        </div>
      )}
      {isOpen && <LanguagesDialog flag={flag} onClose={() => setOpen(false)} />}
    </FlagPart>
  );
}
