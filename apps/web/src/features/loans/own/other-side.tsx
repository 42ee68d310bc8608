import type { LoanView } from '@pelican/shared/contracts/loans';
import { useTranslation } from 'react-i18next';
import { shortLabel } from '../../../ui/format.ts';

/** Whom one lends to or borrows from; an open request that waits has no lender yet. */
export function OtherSide({ loan: { role, username }, isShort }: { loan: LoanView; isShort?: boolean }) {
  const { t } = useTranslation('loans');
  if (username === null) return t('loan.open');
  const name = isShort ? shortLabel(username) : username;
  return t(role === 'lend' ? 'loan.to' : 'loan.from', { name });
}
