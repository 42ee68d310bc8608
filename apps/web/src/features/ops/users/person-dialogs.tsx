import type { Person } from '@pelican/shared/contracts/operations';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { DecisionDialog } from '../parts/decision-dialog.tsx';

export type PersonDecision = { kind: 'freeze' | 'unfreeze' | 'suspend' | 'reset' } | { kind: 'revoke'; key: string };

interface PersonDialogProps<Decision> {
  person: Person;
  decision: Decision;
  onClose: () => void;
}

/** Asks before an account is changed. */
export function PersonDialog({ person, decision, onClose }: PersonDialogProps<PersonDecision>) {
  if (decision.kind === 'reset') return <ResetDialog person={person} onClose={onClose} />;
  if (decision.kind === 'revoke') return <RevokeDialog person={person} decision={decision} onClose={onClose} />;
  return <StatusDialog person={person} decision={decision.kind} onClose={onClose} />;
}

const doneTexts = { freeze: 'users.frozen', unfreeze: 'users.unfrozen', suspend: 'users.suspended' } as const;

function StatusDialog({ person, decision, onClose }: PersonDialogProps<'freeze' | 'unfreeze' | 'suspend'>) {
  const { t } = useTranslation('ops');
  const { id, email } = person;
  return (
    <DecisionDialog
      title={t(`users.${decision}Title`, { email })}
      confirmLabel={t(`users.${decision}Verb`)}
      tone={decision === 'unfreeze' ? 'primary' : 'danger'}
      reasons={t('users.usual', { returnObjects: true }) as string[]}
      submit={(reason) => call(`POST /v2/ops/users/:id/${decision}`, { params: { id }, body: { reason } })}
      doneText={t(doneTexts[decision], { email })}
      onClose={onClose}
    >
      <p>{t(`users.${decision}Body`)}</p>
    </DecisionDialog>
  );
}

function ResetDialog({ person: { id, email }, onClose }: Omit<PersonDialogProps<never>, 'decision'>) {
  const { t } = useTranslation('ops');
  return (
    <DecisionDialog
      title={t('users.resetTitle', { email })}
      confirmLabel={t('users.resetVerb')}
      tone="danger"
      submit={(reason) => call('POST /v2/ops/users/:id/reset-password', { params: { id }, body: { reason } })}
      outcomeOf={({ outcome }) => outcome}
      doneText={t('users.resetDone')}
      result={({ password }) => <PasswordOnce password={password} />}
      onClose={onClose}
    >
      <p>{t('users.resetBody')}</p>
    </DecisionDialog>
  );
}

/** A password that is on screen until the dialog closes. */
export function PasswordOnce({ password }: { password: string }) {
  const { t } = useTranslation('ops');
  return (
    <p>
      {t('users.password')} <strong className="mono">{password}</strong>{' '}
      <CopyButton text={password} label={t('users.copy')} />
    </p>
  );
}

function RevokeDialog({ person: { id }, decision: { key }, onClose }: PersonDialogProps<{ key: string }>) {
  const { t } = useTranslation('ops');
  return (
    <DecisionDialog
      title={t('users.revokeTitle', { key })}
      confirmLabel={t('users.revokeVerb')}
      tone="danger"
      submit={(reason) => call('POST /v2/ops/users/:id/revoke-api-key', { params: { id }, body: { key, reason } })}
      doneText={t('users.revoked')}
      onClose={onClose}
    >
      <p>{t('users.revokeBody')}</p>
    </DecisionDialog>
  );
}
