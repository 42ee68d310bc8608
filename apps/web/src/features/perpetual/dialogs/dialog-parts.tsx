/** What the dialogs of the perpetual account are made of. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ApiError, isOutcomeUnknown, messagesOf } from '../../../api/api-error.ts';
import { transferHash } from '../../../platform/hash-dialogs.ts';
import { IconAlertTriangle, IconExclamationCircle } from '../../../ui/icons.ts';
import { accountMessages } from '../account/messages.ts';
import { settlementTicker } from '../account/terms.ts';
import styles from './dialogs.module.css';

/** A figure before and after: "2,862.88 → 2,410.84". */
export function BeforeAfter({ before, after }: { before: string; after: string }) {
  const { t } = useTranslation(accountMessages);
  if (before === after) return after;
  return (
    <>
      <span className="muted">{before}</span>
      <span aria-hidden> → </span>
      <span className="visually-hidden">{t('dialog.becomes')}</span>
      {after}
    </>
  );
}

/** Something to know before the button is pressed. */
export function Warning({ children }: { children: ReactNode }) {
  return (
    <p className={styles.warning}>
      <IconAlertTriangle size={18} aria-hidden /> <span>{children}</span>
    </p>
  );
}

const shortOfMoney = new Set(['insufficient_margin', 'insufficient_balance']);

/** Why the last try was refused, with the way to more money when that is what is missing; null shows nothing. */
export function Refusal({ error }: { error: unknown }) {
  const { t } = useTranslation(accountMessages);
  if (!error) return null;
  const isShort = error instanceof ApiError && shortOfMoney.has(error.code);
  return (
    <p role="alert" className={styles.refusal}>
      <IconExclamationCircle size={18} aria-hidden />
      <span>
        {messagesOf(error).join(' ')}
        {isOutcomeUnknown(error) && ` ${t('dialog.outcomeUnknown')}`}
        {isShort && (
          <>
            {' '}
            <Link to={{ hash: transferHash(settlementTicker, 'futures') }}>{t('dialog.transfer')}</Link>
          </>
        )}
      </span>
    </p>
  );
}

interface ButtonsProps {
  /** The verb that does it. */
  action: string;
  onCancel: () => void;
  tone?: 'filled' | 'danger' | 'buy' | 'sell';
  isPending?: boolean;
  disabled?: boolean;
}

/** The two verbs at the foot of a form. */
export function DialogButtons({
  action,
  onCancel,
  tone = 'filled',
  isPending = false,
  disabled = false,
}: ButtonsProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.buttons}>
      <Button variant="default" onClick={onCancel}>
        {t('dialog.cancel')}
      </Button>
      <Button type="submit" variant={tone} loading={isPending} disabled={disabled}>
        {action}
      </Button>
    </div>
  );
}
