import { Modal } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './dialog.module.css';

interface DialogProps {
  title: string;
  onClose: () => void;
  /** Only a button of its own closes it: neither Escape nor a click beside it, and there is no cross. */
  locked?: boolean;
  children: ReactNode;
}

/** Mantine gives the focus back only where a dialog stays on the page while it is closed. */
function useFocusReturn(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (isLost && opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    },
    [opener],
  );
}

/** A modal dialog: focus stays inside (`data-autofocus` says where it begins) and returns to the opener. */
export function Dialog({ title, onClose, locked = false, children }: DialogProps) {
  const { t } = useTranslation();
  useFocusReturn();
  return (
    <Modal.Root opened onClose={onClose} closeOnEscape={!locked} closeOnClickOutside={!locked} centered>
      <Modal.Overlay />
      <Modal.Content className={styles.content ?? ''}>
        {/* Not Modal.Header: that is a header element, which counts as a second banner of the page. */}
        <div className={styles.head}>
          <Modal.Title>{title}</Modal.Title>
          {!locked && <Modal.CloseButton aria-label={t('dialog.close')} size={36} className={styles.close ?? ''} />}
        </div>
        {/* React carries a submit on to the form that the dialog was opened from, which would send that one as well. */}
        <Modal.Body onSubmit={(event) => event.stopPropagation()}>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
