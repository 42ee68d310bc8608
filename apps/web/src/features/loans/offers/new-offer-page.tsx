/** /p2p-loans/admin/create */
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { usePageTitle } from '../../../platform/page-title.ts';
import { lenderPath, offerPath } from '../../../platform/paths.ts';
import { LoanNeeds } from '../loan-needs.tsx';
import styles from '../loans.module.css';
import { LoansGate } from '../loans-gate.tsx';
import '../messages.ts';
import { NewOffer } from './new-offer.tsx';

export function Component() {
  const { t } = useTranslation('loans');
  const navigate = useNavigate();
  usePageTitle(t('offerForm.title'));
  return (
    <LoansGate>
      <div className={styles.page}>
        <Link className={styles.back} to={lenderPath}>
          {t('lender.back')}
        </Link>
        <h1>{t('offerForm.title')}</h1>
        <LoanNeeds side="create" />
        <NewOffer isWizard onMade={({ id }) => void navigate(offerPath(id))} />
      </div>
    </LoansGate>
  );
}
