import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import {
  type ApiKeyScope,
  apiKeyNameMax,
  apiKeyScopes,
  type CreatedApiKey,
  newApiKey,
} from '@pelican/shared/contracts/api-keys';
import type { FactorName } from '@pelican/shared/contracts/auth';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/api-error.ts';
import { apiKeysQuery, createApiKey } from '../../../api/api-keys.ts';
import { proofPasskeyOptions, sendFactorCode } from '../../../api/security.ts';
import { FactorFields } from '../../../identity/factor-fields.tsx';
import { FormAlert } from '../../../identity/form-alert.tsx';
import { useProof } from '../../../identity/use-proof.ts';
import { useServerErrors } from '../../../identity/use-server-errors.ts';
import { validateWith } from '../../../identity/validate.ts';
import { serverNow } from '../../../platform/clock.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import styles from './api-keys.module.css';

const lifeDays = ['', '30', '90', '365'] as const;
const secondsOfDay = 86_400;

interface KeyValues {
  name: string;
  scopes: ApiKeyScope[];
  allowed_ips: string;
  days: string;
}

/** The form's values as the contract has them, but for the proof. */
function requestOf({ name, scopes, allowed_ips, days }: KeyValues) {
  return {
    name,
    scopes,
    allowed_ips: allowed_ips.split(/[\s,]+/).filter((address) => address !== ''),
    expires_at: days === '' ? null : Math.floor(serverNow() / 1_000) + Number(days) * secondsOfDay,
  };
}

interface CreateKeyDialogProps {
  factors: readonly FactorName[];
  onCreated: (key: CreatedApiKey) => void;
  onClose: () => void;
}

/** Makes a key: what it is called, what it may do, from where and until when, and the second factor. */
export function CreateKeyDialog({ factors, onCreated, onClose }: CreateKeyDialogProps) {
  const { t } = useTranslation('settings-api-keys');
  const client = useQueryClient();
  const server = useServerErrors(['name', 'scopes', 'allowed_ips', 'expires_at']);
  const draft = useProof(factors);
  const [isProofMissing, setIsProofMissing] = useState(false);
  const form = useForm<KeyValues>({
    mode: 'uncontrolled',
    initialValues: { name: '', scopes: ['read'], allowed_ips: '', days: '90' },
    // The schema demands a second factor, whose fields are not part of this form: placeholders let it check the other fields.
    validate: (values) =>
      validateWith(newApiKey)({ ...requestOf(values), factor: 'totp', code: draft.proof?.code ?? '000000' }),
  });
  const create = useMutation({
    mutationFn: async (values: KeyValues) => {
      if (!draft.proof) throw new ApiError({ status: 0, code: 'factor_needed', messages: [t('create.proofMissing')] });
      return createApiKey(newApiKey.parse({ ...requestOf(values), ...draft.proof }));
    },
    onMutate: () => {
      server.clear();
      setIsProofMissing(!draft.proof);
    },
    onSuccess: async (key) => {
      onCreated(key);
      await client.invalidateQueries({ queryKey: apiKeysQuery.queryKey });
    },
    onError: (error) => {
      form.setErrors(server.take(error));
      if (draft.proof && error instanceof ApiError)
        notify.error(Object.values(error.fields)[0]?.[0] ?? error.messages[0] ?? '', { title: t('create.failed') });
      draft.clear();
    },
  });
  return (
    <Dialog title={t('create.title')} onClose={onClose}>
      <form
        className={styles.form}
        noValidate
        onSubmit={form.onSubmit(
          (values) => create.mutate(values),
          (errors) => form.getInputNode(errors.name ? 'name' : 'allowed_ips')?.focus(),
        )}
      >
        <FormAlert problem={server.problem} />
        <TextInput
          label={t('column.name')}
          description={t('create.nameHint')}
          size="md"
          data-autofocus
          autoComplete="off"
          maxLength={apiKeyNameMax}
          key={form.key('name')}
          {...form.getInputProps('name')}
        />
        <Checkbox.Group label={t('column.scopes')} key={form.key('scopes')} {...form.getInputProps('scopes')}>
          <div className={styles.scopes}>
            {apiKeyScopes.map((scope) => (
              <Checkbox
                key={scope}
                value={scope}
                label={t(`scope.${scope}.label`)}
                description={t(`scope.${scope}.about`)}
              />
            ))}
          </div>
        </Checkbox.Group>
        <Textarea
          label={t('create.ips')}
          description={t('create.ipsHint')}
          size="md"
          rows={2}
          autoComplete="off"
          spellCheck={false}
          key={form.key('allowed_ips')}
          {...form.getInputProps('allowed_ips')}
        />
        <NativeSelect
          label={t('create.life')}
          size="md"
          data={lifeDays.map((value) => ({
            value,
            label: value === '' ? t('never') : t('create.days', { count: Number(value) }),
          }))}
          key={form.key('days')}
          {...form.getInputProps('days')}
        />
        <FactorFields
          draft={draft}
          source={{ sendCode: sendFactorCode, passkeyOptions: proofPasskeyOptions }}
          error={isProofMissing && !draft.proof ? t('create.proofMissing') : undefined}
        />
        <div className={`${styles.buttons} ${styles.stay}`}>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={create.isPending}>
            {t('create.submit')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
