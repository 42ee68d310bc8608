import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormAlert } from './form-alert.tsx';
import styles from './identity.module.css';
import './messages.ts';
import type { CodeSending } from './use-code-sending.ts';

/** Says where the code went, and asks for one: Get code, then Resend code once the wait is over. */
export function ResendCode({ sending }: { sending: CodeSending }) {
  const { t } = useTranslation('identity');
  const { to, secondsLeft, isSending, problem, send } = sending;
  const label = to === null ? t('code.get') : t('code.resend');
  return (
    <>
      <div className={styles.resend}>
        <span className="hint" role="status">
          {to === null ? '' : t('code.sentTo', { to })}
        </span>
        <Button variant="default" loading={isSending} disabled={secondsLeft > 0} onClick={send}>
          <span className="tabular">{secondsLeft > 0 ? t('code.resendIn', { seconds: secondsLeft }) : label}</span>
        </Button>
      </div>
      <FormAlert problem={problem} />
    </>
  );
}
