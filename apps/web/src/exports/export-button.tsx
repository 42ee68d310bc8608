import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconDownload } from '../ui/icons.ts';
import { type ExportChoice, type ExportDays, ExportDialog } from './export-dialog.tsx';
import { exportMessages } from './messages.ts';

interface ButtonProps {
  /** The tables that it may be, the usual one first. */
  choices: readonly ExportChoice[];
  /** Of the page's filter. */
  days?: ExportDays;
}

/** Asks for a file of what a page lists. */
export function ExportButton({ choices, days }: ButtonProps) {
  const { t } = useTranslation(exportMessages);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={() => setIsOpen(true)}>
        {t('export')}
      </Button>
      {isOpen && <ExportDialog choices={choices} days={days} onClose={() => setIsOpen(false)} />}
    </>
  );
}
