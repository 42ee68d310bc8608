import { Button } from '@mantine/core';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { FormAlert } from '../../../identity/form-alert.tsx';
import type { FormProblem } from '../../../identity/use-server-errors.ts';
import styles from '../loans.module.css';
import { LenderReceipt } from './lender-receipt.tsx';
import { offerParts } from './offer-fields.tsx';
import { type OfferForm as Form, offerFields } from './use-offer-form.ts';

export interface OfferFormProps {
  title: string;
  form: Form;
  isEdit?: boolean;
  /** What the server has against the last try. */
  server: { problem: FormProblem; errors: Record<string, string> };
  sending: boolean;
  submitLabel: string;
  disabled: boolean;
  onSubmit: () => void;
  children?: ReactNode;
}

/** The fields of an offer, and beside them what it earns. Faults are shown from the first try on. */
export function OfferForm(props: OfferFormProps) {
  const { title, form, isEdit = false, server, sending, submitLabel, disabled, onSubmit, children } = props;
  const element = useRef<HTMLFormElement>(null);
  const [isChecked, setIsChecked] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    const first = offerFields.find((name) => form.faults[name]);
    if (first) element.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
    else if (!sending) {
      setIsChecked(false);
      onSubmit();
    }
  };
  return (
    <div className={styles.split}>
      <section className={styles.panel} aria-labelledby="offer-form">
        <h2 id="offer-form">{title}</h2>
        {children}
        <form ref={element} className={styles.form} noValidate onSubmit={submit}>
          <FormAlert problem={server.problem} />
          {offerParts.map(({ name, Fields }) => (
            <Fields key={name} form={form} isEdit={isEdit} errors={isChecked ? form.faults : server.errors} />
          ))}
          <div className={styles.sticky}>
            <Button type="submit" size="md" fullWidth loading={sending} disabled={disabled}>
              {submitLabel}
            </Button>
          </div>
        </form>
      </section>
      <LenderReceipt values={form.values} />
    </div>
  );
}
