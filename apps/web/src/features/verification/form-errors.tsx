import { useTranslation } from 'react-i18next';
import { ApiError, messagesOf } from '../../api/api-error.ts';
import { IconExclamationCircle } from '../../ui/icons.ts';
import styles from './verification.module.css';

export type FieldErrors = Readonly<Record<string, string>>;

export interface Refusal {
  fields: FieldErrors;
  /** Of the form as a whole; none where a field is to blame. */
  messages: readonly string[];
}

/** What the server has against a form. @param known the fields that the form shows */
export function refusalOf(error: unknown, known: readonly string[]): Refusal {
  const fields: Record<string, string> = {};
  if (error instanceof ApiError)
    for (const name of known) if (error.fields[name]) fields[name] = error.fields[name].join(' ');
  if (Object.keys(fields).length > 0) return { fields, messages: [] };
  const others = error instanceof ApiError ? Object.values(error.fields).flat() : [];
  return { fields, messages: others.length > 0 ? others : messagesOf(error) };
}

/** Errors of the form as a whole. @param isSent the server has refused it */
export function FormErrors({ messages, isSent = true }: { messages: readonly string[]; isSent?: boolean }) {
  const { t } = useTranslation('verification');
  if (messages.length === 0) return null;
  return (
    <div role="alert" className={styles.alert}>
      <IconExclamationCircle size={20} aria-hidden />
      <span>
        {isSent && <strong>{t('notSent')}. </strong>}
        {messages.join(' ')}
      </span>
    </div>
  );
}

/** Puts the focus on the first field of a form that has an error, once it is shown. */
export function focusFirstError(form: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const field = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] button');
    field?.focus();
  });
}
