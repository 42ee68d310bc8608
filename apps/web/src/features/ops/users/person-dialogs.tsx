import type { Person } from '@pelican/shared/contracts/operations';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { DecisionDialog } from '../parts/decision-dialog.tsx';

export type PersonDecision =
  | { kind: 'freeze' | 'unfreeze' | 'suspend' | 'reset' | 'bonus' }
  | { kind: 'revoke'; key: string };

interface PersonDialogProps<Decision> {
  person: Person;
  decision: Decision;
  onDecided: () => void;
  onClose: () => void;
}

/** Asks before an account is changed. */
export function PersonDialog({ decision, ...given }: PersonDialogProps<PersonDecision>) {
  if (decision.kind === 'revoke') return <RevokeDialog {...given} decision={decision} />;
  return <AccessDialog {...given} decision={decision.kind} />;
}

type AccessDecision = Exclude<PersonDecision['kind'], 'revoke'>;

const calls = {
  freeze: 'POST /v2/ops/users/:id/freeze',
  unfreeze: 'POST /v2/ops/users/:id/unfreeze',
  suspend: 'POST /v2/ops/users/:id/suspend',
  reset: 'POST /v2/ops/users/:id/reset-password',
  bonus: 'POST /v2/ops/users/:id/revoke-bonus',
} as const;

/**
 * A customer is frozen by one operator; what lets somebody in, shuts an operator out for good, or takes money takes two. One operator suspends
 * another one alone only once, and only one at a time.
 */
function takesTwo(decision: AccessDecision, { is_operator: isOperator }: Person): 'always' | 'sometimes' | undefined {
  if (decision === 'suspend') return 'sometimes';
  return decision === 'freeze' && !isOperator ? undefined : 'always';
}

function AccessDialog({ person, decision, onDecided, onClose }: PersonDialogProps<AccessDecision>) {
  const { t } = useTranslation('ops');
  const { id, email } = person;
  return (
    <DecisionDialog
      title={t(`users.${decision}Title`, { email })}
      confirmLabel={t(`users.${decision}Verb`)}
      tone={decision === 'unfreeze' ? 'primary' : 'danger'}
      reasons={decision === 'bonus' ? [] : (t('users.usual', { returnObjects: true }) as string[])}
      submit={(reason) => call(calls[decision], { params: { id }, body: { reason } })}
      takesTwo={takesTwo(decision, person)}
      doneText={t(`users.${decision}Done`, { email })}
      onDecided={onDecided}
      onClose={onClose}
    >
      <p>{t(`users.${decision}Body`)}</p>
    </DecisionDialog>
  );
}

function RevokeDialog({ person: { id }, decision: { key }, onDecided, onClose }: PersonDialogProps<{ key: string }>) {
  const { t } = useTranslation('ops');
  return (
    <DecisionDialog
      title={t('users.revokeTitle', { key })}
      confirmLabel={t('users.revokeVerb')}
      tone="danger"
      submit={(reason) => call('POST /v2/ops/users/:id/revoke-api-key', { params: { id }, body: { key, reason } })}
      doneText={t('users.revoked')}
      onDecided={onDecided}
      onClose={onClose}
    >
      <p>{t('users.revokeBody')}</p>
    </DecisionDialog>
  );
}
