import { TextInput } from '@mantine/core';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clockOf, momentOf, useTimeZone } from '../../../ui/days.ts';

interface MomentFieldProps
  extends Omit<ComponentProps<typeof TextInput>, 'type' | 'value' | 'defaultValue' | 'onChange' | 'description'> {
  description?: string | undefined;
  /** Unix seconds; null: none, or not complete. Left out: the field keeps what is typed, and begins with `defaultValue`. */
  value?: number | null;
  defaultValue?: number | null;
  onChange: (seconds: number | null) => void;
}

/** A date and time field in the time zone of the operator's account, which the label names. A value that is not edited keeps its seconds. */
export function MomentField({ value, defaultValue = null, onChange, description, ...input }: MomentFieldProps) {
  const { t } = useTranslation('ops');
  const zone = useTimeZone();
  const first = value === undefined ? defaultValue : value;
  const [typed, setTyped] = useState({ seconds: first, zone, text: clockOf(first, zone) });
  const seconds = value === undefined ? typed.seconds : value;
  // A year is typed digit by digit, and an hour that is left out cannot be shown: what was typed stays as long as it is the moment.
  const isTyped = typed.seconds === seconds && typed.zone === zone;
  const zoneText = t('timeZone', { zone: zone.replaceAll('_', ' ') });
  return (
    <TextInput
      {...input}
      type="datetime-local"
      description={description === undefined ? zoneText : `${description} ${zoneText}`}
      value={isTyped ? typed.text : clockOf(seconds, zone)}
      onChange={({ currentTarget: { value: text } }) => {
        const moment = momentOf(text, zone);
        setTyped({ seconds: moment, zone, text });
        onChange(moment);
      }}
    />
  );
}
