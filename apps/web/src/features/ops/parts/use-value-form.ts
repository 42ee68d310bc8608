import { useState } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { carryValue } from './use-figures-read.ts';

/** Texts by field. */
export type TextsByField = Readonly<Record<string, string | undefined>>;

/** What is typed into the fields of a dialog, and what is wrong with it: shown once it was sent, or as the server refused it. */
export function useValueForm(initial: Readonly<Record<string, string>>) {
  const [typed, setTyped] = useState(initial);
  const [isChecked, setChecked] = useState(false);
  const [refusals, setRefusals] = useState<TextsByField>({});
  /** A refusal is of what was sent: it goes when the field is changed. */
  const forget = (name: string) => setRefusals(({ [name]: _, ...rest }) => rest);
  return {
    typed,
    isChecked,
    /** Shows from now on what is wrong. @returns whether nothing is */
    check(...problems: readonly object[]): boolean {
      setChecked(true);
      return problems.every((found) => Object.keys(found).length === 0);
    },
    /** Another part of the form begins: what is wrong with it is shown once that is sent. */
    uncheck: () => setChecked(false),
    forget,
    change(name: string, value: string): void {
      forget(name);
      setTyped((now) => ({ ...now, [name]: value }));
    },
    /** Other values are under the fields: those that nobody has typed into have them. */
    follow(read: Readonly<Record<string, string>>, present: Readonly<Record<string, string>>): void {
      setTyped((now) =>
        Object.fromEntries(
          Object.entries(now).map(([name, text]) => [
            name,
            carryValue<string | undefined>(text, read[name], present[name]) ?? text,
          ]),
        ),
      );
    },
    /** What the fields show. */
    shownOf: (problems: TextsByField): TextsByField => ({ ...(isChecked ? problems : {}), ...refusals }),
    /** Keeps the texts of a refusal, and passes it on. */
    async keepRefusals<Answer>(answer: Promise<Answer>): Promise<Answer> {
      try {
        return await answer;
      } catch (error) {
        if (error instanceof ApiError)
          setRefusals(
            Object.fromEntries(
              // A value of a change is called "change.name" where its shape is refused.
              Object.entries(error.fields).map(([name, texts]) => [name.replace(/^change\./, ''), texts.join(' ')]),
            ),
          );
        throw error;
      }
    },
  };
}
