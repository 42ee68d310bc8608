import { IconExclamationCircle } from '../../ui/icons.ts';
import styles from './auth.module.css';

/** Errors of the form as a whole; kept until the next try. */
export function FormAlert({ messages }: { messages: readonly string[] }) {
  if (messages.length === 0) return null;
  return (
    <div role="alert" className={styles.alert}>
      <IconExclamationCircle size={20} aria-hidden />
      <span>{messages.join(' ')}</span>
    </div>
  );
}
