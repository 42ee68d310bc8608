import { useTranslation } from 'react-i18next';
import { ExportButton } from '../../../exports/export-button.tsx';
import type { ExportDays } from '../../../exports/export-dialog.tsx';
import { exportMessages } from '../../../exports/messages.ts';

interface LoansExportProps {
  /** '' for both. */
  role: 'lend' | 'borrow' | '';
  /** Of the page's filter. */
  days?: ExportDays;
}

/** A file of requests and loans. */
export function LoansExport({ role, days }: LoansExportProps) {
  const { t } = useTranslation(exportMessages);
  return (
    <ExportButton
      choices={[{ kind: 'loans.history', label: t('kind.loans'), params: { role } }]}
      {...(days ? { days } : {})}
    />
  );
}
