import { TextInput } from '@mantine/core';
import {
  newOperatorRequest,
  type OperatorView,
  operatorRoles,
  type Permission,
} from '@pelican/shared/contracts/operations';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { DecisionDialog } from '../parts/decision-dialog.tsx';
import { carryChoice, useFiguresRead } from '../parts/use-figures-read.ts';
import { PermissionFields } from './permission-fields.tsx';

/** Changes what an operator may do. */
export function ChangeOperatorDialog({ operator, onClose }: { operator: OperatorView; onClose: () => void }) {
  const { t } = useTranslation('ops');
  const { read, meanwhileOf } = useFiguresRead(operator.permissions);
  const [granted, setGranted] = useState<Permission[]>(read);
  const { email, name } = operator;
  return (
    <DecisionDialog
      title={t('operators.changeTitle', { name })}
      confirmLabel={t('operators.changeVerb')}
      submit={(reason) =>
        call('POST /v2/ops/operators/permissions', { body: { email, permissions: granted, before: read, reason } })
      }
      takesTwo="always"
      doneText={t('operators.changed')}
      meanwhile={meanwhileOf(
        (of) => [[t('operators.permissions'), of.join(', ')]],
        (was, is) => setGranted((now) => carryChoice(now, was, is)),
      )}
      onClose={onClose}
    >
      <PermissionFields granted={granted} onChange={setGranted} />
    </DecisionDialog>
  );
}

/** Makes somebody an operator. */
export function NewOperatorDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('ops');
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [granted, setGranted] = useState<Permission[]>([...operatorRoles.support]);
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  function isComplete(reason: string): boolean {
    const checked = newOperatorRequest.safeParse({ email, name, permissions: granted, reason });
    const issues = checked.success ? [] : checked.error.issues;
    setErrors(Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message])));
    return checked.success;
  }
  return (
    <DecisionDialog
      title={t('operators.newTitle')}
      confirmLabel={t('operators.newVerb')}
      isComplete={isComplete}
      submit={(reason) => call('POST /v2/ops/operators', { body: { email, name, permissions: granted, reason } })}
      takesTwo="always"
      doneText={t('operators.made')}
      onClose={onClose}
    >
      <p>{t('operators.newBody')}</p>
      <TextInput
        mt={16}
        data-autofocus
        type="email"
        label={t('operators.email')}
        autoComplete="off"
        value={email}
        error={errors.email}
        onChange={(event) => setEmail(event.currentTarget.value.trim())}
      />
      <TextInput
        mt={16}
        label={t('operators.name')}
        description={t('operators.nameHint')}
        autoComplete="off"
        value={name}
        error={errors.name}
        onChange={(event) => setName(event.currentTarget.value.trim())}
      />
      <PermissionFields granted={granted} onChange={setGranted} />
    </DecisionDialog>
  );
}
