/** What a payment provider asks beside the amount, by the key of its method. */
import { TextInput } from '@mantine/core';
import type { ProviderField } from '@pelican/shared/contracts/fiat';
import { useTranslation } from 'react-i18next';
import './messages.ts';

const inputs: Readonly<Record<ProviderField, { type: string; autoComplete: string }>> = {
  name: { type: 'text', autoComplete: 'name' },
  email: { type: 'email', autoComplete: 'email' },
  phone: { type: 'tel', autoComplete: 'tel' },
  account: { type: 'text', autoComplete: 'off' },
};

export type ProviderDetails = Partial<Record<ProviderField, string>>;

interface ProviderFieldsProps {
  asked: readonly ProviderField[];
  details: ProviderDetails;
  errors: Readonly<Record<string, string>>;
  onChange: (details: ProviderDetails) => void;
}

export function ProviderFields({ asked, details, errors, onChange }: ProviderFieldsProps) {
  const { t } = useTranslation('payments');
  return asked.map((field) => (
    <TextInput
      key={field}
      name={field}
      label={t(`field.${field}`)}
      size="md"
      {...inputs[field]}
      value={details[field] ?? ''}
      onChange={(event) => onChange({ ...details, [field]: event.currentTarget.value })}
      error={errors[field]}
    />
  ));
}
