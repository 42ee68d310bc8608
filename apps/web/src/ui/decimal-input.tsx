import { TextInput, type TextInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { cleanDecimal } from './clean-decimal.ts';
import { useTypedNumber } from './use-typed-number.ts';

interface DecimalInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  /** As typed: "", "1.", "0.05". Use `wireDecimal` before sending. */
  value: string;
  onChange: (value: string) => void;
  /** Places behind the point that the step allows; further digits are cut. */
  decimals: number;
}

/** A field for an amount or a price, with a numeric keyboard on phones. */
export function DecimalInput({ value, onChange, decimals, classNames, error, ...props }: DecimalInputProps) {
  const { t } = useTranslation();
  const typed = useTypedNumber(value, (text) => onChange(cleanDecimal(text, decimals)));
  return (
    <TextInput
      {...props}
      {...(classNames ? { classNames } : {})}
      inputMode="decimal"
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      value={typed.text}
      error={typed.refused ? t('numbers.refused') : error}
      onChange={typed.onChange}
    />
  );
}
