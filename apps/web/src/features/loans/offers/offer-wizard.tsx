import { Button } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormAlert } from '../../../identity/form-alert.tsx';
import styles from '../loans.module.css';
import { LenderReceipt } from './lender-receipt.tsx';
import { offerParts } from './offer-fields.tsx';
import type { OfferFormProps } from './offer-form.tsx';
import { OfferSummary } from './offer-summary.tsx';
import wizardStyles from './offer-wizard.module.css';
import type { OfferForm } from './use-offer-form.ts';

const stepNames = [...offerParts.map(({ name }) => name), 'check'] as const;
const checkStep = offerParts.length;

/** The first part that has a fault. */
function partWith(faults: OfferForm['faults']): number {
  return offerParts.findIndex(({ fields }) => fields.some((name) => faults[name]));
}

/** The fields of an offer part by part, then all of it to look at before it is sent. */
export function OfferWizard(props: OfferFormProps) {
  const { title, form, isEdit = false, server, sending, submitLabel, disabled, onSubmit, children } = props;
  const { t } = useTranslation('loans');
  const element = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [step, setStep] = useState(0);
  const [isChecked, setIsChecked] = useState(false);
  const part = offerParts[step];
  const go = (next: number) => {
    setIsChecked(false);
    setStep(next);
    // What stands there then is another form.
    requestAnimationFrame(() => heading.current?.focus());
  };
  useEffect(() => {
    const refused = partWith(server.errors);
    if (refused >= 0) setStep(refused);
  }, [server.errors]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const faulty = partWith(form.faults);
    if (part) {
      const first = part.fields.find((name) => form.faults[name]);
      setIsChecked(first !== undefined);
      if (first) element.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
      else go(step + 1);
    } else if (faulty >= 0) {
      setStep(faulty);
      setIsChecked(true);
    } else if (!sending) onSubmit();
  };
  return (
    <div className={styles.split}>
      <section className={styles.panel} aria-labelledby="offer-form">
        <Steps step={step} faults={form.faults} onStep={go} />
        <h2 id="offer-form" ref={heading} tabIndex={-1} className={wizardStyles.title}>
          {title}: {t(`wizard.${stepNames[step] ?? 'check'}`)}
        </h2>
        {children}
        <form ref={element} className={styles.form} noValidate onSubmit={submit}>
          <FormAlert problem={server.problem} />
          {part ? (
            <part.Fields form={form} isEdit={isEdit} errors={isChecked ? form.faults : server.errors} />
          ) : (
            <OfferSummary values={form.values} />
          )}
          <div className={`${styles.sticky} ${wizardStyles.buttons}`}>
            {step > 0 && (
              <Button variant="default" size="md" disabled={sending} onClick={() => go(step - 1)}>
                {t('wizard.back')}
              </Button>
            )}
            <Button type="submit" size="md" loading={sending} disabled={step === checkStep && disabled}>
              {step === checkStep ? submitLabel : t('wizard.next')}
            </Button>
          </div>
        </form>
      </section>
      <LenderReceipt values={form.values} />
    </div>
  );
}

interface StepsProps {
  step: number;
  faults: OfferForm['faults'];
  onStep: (step: number) => void;
}

/** Where one is; parts that lie behind, or whose parts before are filled in, can be gone to. */
function Steps({ step, faults, onStep }: StepsProps) {
  const { t } = useTranslation('loans');
  const faulty = partWith(faults);
  const reachable = Math.max(step, faulty < 0 ? checkStep : faulty);
  return (
    <ol className={wizardStyles.steps} aria-label={t('wizard.label')}>
      {stepNames.map((name, at) => (
        <li key={name}>
          <button
            type="button"
            aria-current={at === step ? 'step' : undefined}
            disabled={at > reachable}
            onClick={() => onStep(at)}
          >
            {at + 1}. {t(`wizard.${name}`)}
          </button>
        </li>
      ))}
    </ol>
  );
}
