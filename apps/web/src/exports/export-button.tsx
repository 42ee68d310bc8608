import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconDownload } from '../ui/icons.ts';
import { type ExportChoice, ExportDialog } from './export-dialog.tsx';
import { exportMessages } from './messages.ts';

/** Asks for a file of what a page lists. @param choices the tables that it may be, the usual one first */
export function ExportButton({ choices }: { choices: readonly ExportChoice[] }) {
  const { t } = useTranslation(exportMessages);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={() => setIsOpen(true)}>
        {t('export')}
      </Button>
      {isOpen && <ExportDialog choices={choices} onClose={() => setIsOpen(false)} />}
    </>
  );
}
