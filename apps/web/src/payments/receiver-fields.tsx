/** Whom a payment provider pays, by the key of its method. */
import { TextInput } from '@mantine/core';
import type { ReceiverField } from '@pelican/shared/contracts/fiat';
import { useTranslation } from 'react-i18next';
import './messages.ts';

const inputs: Readonly<Record<ReceiverField, { autoComplete: string; type?: string; inputMode?: 'numeric' }>> = {
  email: { autoComplete: 'email', type: 'email' },
  phone: { autoComplete: 'tel', type: 'tel' },
  account: { autoComplete: 'off' },
  card_number: { autoComplete: 'cc-number', inputMode: 'numeric' },
  card_date: { autoComplete: 'cc-exp' },
  holder: { autoComplete: 'cc-name' },
  birth_date: { autoComplete: 'bday', type: 'date' },
  country: { autoComplete: 'country' },
  city: { autoComplete: 'address-level2' },
};

export type ReceiverDetails = Partial<Record<ReceiverField, string>>;

interface ReceiverFieldsProps {
  asked: readonly ReceiverField[];
  details: ReceiverDetails;
  errors: Readonly<Partial<Record<string, string | undefined>>>;
  onChange: (details: ReceiverDetails) => void;
}

export function ReceiverFields({ asked, details, errors, onChange }: ReceiverFieldsProps) {
  const { t } = useTranslation('payments');
  return asked.map((field) => (
    <TextInput
      key={field}
      name={field}
      label={t(`receiver.${field}`)}
      size="md"
      spellCheck={false}
      {...inputs[field]}
      value={details[field] ?? ''}
      onChange={({ currentTarget: { value } }) =>
        onChange({ ...details, [field]: field === 'country' ? value.toUpperCase() : value })
      }
      error={errors[field]}
    />
  ));
}
