import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './dialog.module.css';

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** A modal dialog: focus stays inside (`data-autofocus` says where it begins) and returns to the opener. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const { t } = useTranslation();
  return (
    <Modal.Root opened onClose={onClose} centered>
      <Modal.Overlay />
      <Modal.Content>
        {/* Not Modal.Header: that is a header element, which counts as a second banner of the page. */}
        <div className={styles.head}>
          <Modal.Title>{title}</Modal.Title>
          <Modal.CloseButton aria-label={t('dialog.close')} size={36} className={styles.close ?? ''} />
        </div>
        {/* React carries a submit on to the form that the dialog was opened from, which would send that one as well. */}
        <Modal.Body onSubmit={(event) => event.stopPropagation()}>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
