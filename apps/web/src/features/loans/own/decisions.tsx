import { Button } from '@mantine/core';
import type { LoanView } from '@pelican/shared/contracts/loans';
import { useTranslation } from 'react-i18next';
import styles from '../loans.module.css';
import { decisionKeys } from './decision-keys.ts';
import { useDecisions } from './use-decisions.ts';

/** The lender's answer to a request. */
export function Decisions({ loan }: { loan: LoanView }) {
  const { t } = useTranslation('loans');
  const { approve, reject, sending } = useDecisions(loan);
  return (
    <div className={styles.actions}>
      <Button loading={sending} aria-keyshortcuts={decisionKeys.approve} onClick={approve}>
        {t('decide.approve')}
      </Button>
      <Button variant="default" disabled={sending} aria-keyshortcuts={decisionKeys.reject} onClick={reject}>
        {t('decide.reject')}
      </Button>
    </div>
  );
}
