import type { LoanView } from '@pelican/shared/contracts/loans';
import { useTranslation } from 'react-i18next';

const kinds = ['repaid', 'liquidated', 'defaulted'] as const;

/** How loans of who asks have ended so far. */
export function BorrowerRecord({ record }: Pick<LoanView, 'record'>) {
  const { t } = useTranslation('loans');
  if (!record) return null;
  const known = kinds.filter((kind) => record[kind] > 0);
  const text = known.map((kind) => t(`record.${kind}`, { number: record[kind] })).join(' · ');
  return <span className="hint">{text || t('record.none')}</span>;
}
