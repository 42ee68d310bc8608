import { TextInput, type TextInputProps } from '@mantine/core';
import { cleanDecimal } from './clean-decimal.ts';

interface DecimalInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  /** As typed: "", "1.", "0.05". Use `wireDecimal` before sending. */
  value: string;
  onChange: (value: string) => void;
  /** Places behind the point that the step allows; further digits are cut. */
  decimals: number;
}

const editing = new Set(['Backspace', 'Delete', 'Tab', 'Enter', 'Escape', 'Home', 'End']);

/** Letters and signs do not arrive at all; keys that move, delete or are shortcuts do. */
function isWanted(event: React.KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || editing.has(event.key)) return true;
  return event.key.startsWith('Arrow') || event.key.length > 1 || /[\d.,]/.test(event.key);
}

/** A field for an amount or a price: digits, dot and comma only, a numeric keyboard on phones. */
export function DecimalInput({ value, onChange, decimals, classNames, onKeyDown, ...props }: DecimalInputProps) {
  return (
    <TextInput
      {...props}
      {...(classNames ? { classNames } : {})}
      inputMode="decimal"
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      value={value}
      onKeyDown={(event) => {
        if (!isWanted(event)) event.preventDefault();
        onKeyDown?.(event);
      }}
      onChange={(event) => onChange(cleanDecimal(event.currentTarget.value, decimals))}
    />
  );
}
