import type { InrRequisites } from '@pelican/shared/contracts/inr';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './inr.module.css';

/** Our account, each fact with a button that copies it. */
export function Requisites({ requisites }: { requisites: InrRequisites | undefined }) {
  const { t } = useTranslation('inr');
  const rows = [
    ['beneficiary', requisites?.beneficiary],
    ['accountNumber', requisites?.account_number],
    ['ifsc', requisites?.ifsc_code],
    ['bankName', requisites?.bank_name],
    ['upi', requisites?.upi_id],
  ] as const;
  return (
    <dl className={styles.facts}>
      {rows
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{t(`deposit.${name}`)}</dt>
            <dd>
              {value === undefined ? (
                <Skeleton height={20} />
              ) : (
                <>
                  <span className="mono">{value}</span>
                  <CopyButton text={value} label={t('deposit.copy', { what: t(`deposit.${name}`) })} />
                </>
              )}
            </dd>
          </div>
        ))}
    </dl>
  );
}
