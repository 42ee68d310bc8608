import type { ReactNode } from 'react';
import styles from './max-button.module.css';

interface MaxButtonProps {
  onClick: () => void;
  disabled?: boolean;
  /** Its word. */
  children: ReactNode;
}

/** In the field of an amount: fills in as much as there is. */
export function MaxButton({ onClick, disabled = false, children }: MaxButtonProps) {
  return (
    <button type="button" className={styles.max} disabled={disabled} onClick={onClick}>
      {children}
    </button>
  );
}
