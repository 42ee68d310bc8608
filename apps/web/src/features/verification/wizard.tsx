/** The verification of one variant: the step that is due, or the decision. */
import './messages.ts';
import type { KycStatus } from '@pelican/shared/contracts/kyc';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { kycDataQuery, kycStatusQuery, type Variant } from '../../api/kyc.ts';
import { generalSettingsQuery } from '../../api/settings.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { paths } from '../../platform/paths.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { type ChipTone, StatusChip } from '../../ui/status-chip.tsx';
import { DocumentStep } from './document-step.tsx';
import { EmailStep } from './email-step.tsx';
import { type Info, InfoStep } from './info-step.tsx';
import { Completed, Processing, Rejected, SendAgain } from './outcome.tsx';
import styles from './verification.module.css';
import { VideoStep } from './video-step.tsx';

const steps = ['identity', 'address', 'documents', 'video', 'decision'] as const;
type Step = (typeof steps)[number];

export function Wizard({ variant }: { variant: Variant }) {
  const { t } = useTranslation('verification');
  usePageTitle(t(variant));
  const status = useQuery(kycStatusQuery);
  const data = useQuery(kycDataQuery(variant));
  const me = useQuery(generalSettingsQuery);
  const failed = [status, data, me].find((query) => !query.data && query.error)?.error;
  return (
    <div className={styles.form} data-wizard>
      <p>
        <Link to={paths.kyc}>{t('toOverview')}</Link>
      </p>
      <h1>{t(variant)}</h1>
      {failed ? (
        <ErrorState
          title={t('notLoaded')}
          error={failed}
          onRetry={() => void Promise.all([status.refetch(), data.refetch(), me.refetch()])}
        />
      ) : status.data && data.data && me.data ? (
        me.data.email_verified || dueStep(status.data) === 'decision' ? (
          <Steps
            variant={variant}
            status={status.data}
            saved={data.data.info ?? (me.data.country ? { country: me.data.country } : {})}
          />
        ) : (
          <div className={styles.card}>
            <EmailStep email={me.data.email} />
          </div>
        )
      ) : (
        <Skeleton height={420} />
      )}
    </div>
  );
}

/** A case of the other variant says nothing about this one. */
function ownStatus(status: KycStatus, variant: Variant): KycStatus {
  const isOwn = status.customer.isIndian === (variant === 'india') || status.state === 'verified';
  if (isOwn) return status;
  const none = { submitted: false, approved: false };
  return status.state === 'in_process' ? { ...status, info: none, documents: none, video: none, missing: [] } : status;
}

function dueStep({ state, rejected, info, documents }: KycStatus): Step {
  if (state === 'verified' || state === 'processing' || rejected) return 'decision';
  if (!info.submitted) return 'identity';
  return documents.submitted ? 'video' : 'documents';
}

function Steps({ variant, status: given, saved }: { variant: Variant; status: KycStatus; saved: Info }) {
  const { t } = useTranslation('verification');
  const client = useQueryClient();
  const status = ownStatus(given, variant);
  const due = dueStep(status);
  // Back goes to the details again; what is typed stays while the page is open. Of the bank account a few digits alone are known.
  const { bank_account_number: bankAccount, ...known } = saved;
  const [info, setInfo] = useState<Info>(known);
  const [wanted, setWanted] = useState<Step>();
  const isSent = status.info.approved || status.resubmit.length > 0;
  const step = due === 'identity' ? (wanted === 'address' ? 'address' : 'identity') : (!isSent && wanted) || due;
  const card = useRef<HTMLDivElement>(null);
  const shown = useRef(step);
  // A new step begins at its beginning, for the eye and for a screen reader.
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    window.scrollTo(0, 0);
    card.current?.focus({ preventScroll: true });
  }, [step]);
  function onStatus(kyc: KycStatus): void {
    setWanted(undefined);
    client.setQueryData(kycStatusQuery.queryKey, kyc);
    void client.invalidateQueries({ queryKey: generalSettingsQuery.queryKey });
  }
  return (
    <div className={styles.wizard}>
      <StepList step={step} isDone={status.state === 'verified'} />
      <div className={styles.form}>
        <p className={styles.counter}>
          {t('stepOf', { step: steps.indexOf(step) + 1, count: steps.length })}: {t(`step.${step}`)}
        </p>
        {status.resubmit.length > 0 && <SendAgain status={status} />}
        <div ref={card} className={styles.card} tabIndex={-1}>
          {step === 'identity' || step === 'address' ? (
            <InfoStep
              key={step}
              variant={variant}
              part={step}
              isAgain={status.resubmit.length > 0}
              info={info}
              bankAccount={bankAccount}
              cities={status.indianCities}
              onChange={setInfo}
              onMove={setWanted}
              onStatus={onStatus}
            />
          ) : step === 'documents' ? (
            <DocumentStep
              variant={variant}
              status={status}
              onBack={isSent ? undefined : () => setWanted('address')}
              onStatus={onStatus}
            />
          ) : step === 'video' ? (
            <VideoStep
              variant={variant}
              status={status}
              onBack={isSent ? undefined : () => setWanted('documents')}
              onStatus={onStatus}
            />
          ) : (
            <Decision status={status} variant={variant} />
          )}
        </div>
      </div>
    </div>
  );
}

function Decision({ status, variant }: { status: KycStatus; variant: Variant }) {
  if (status.state === 'verified') return <Completed />;
  return status.rejected ? <Rejected status={status} variant={variant} /> : <Processing />;
}

const stepTones = { done: 'done', now: 'progress', later: 'waiting' } as const satisfies Record<string, ChipTone>;

function StepList({ step, isDone }: { step: Step; isDone: boolean }) {
  const { t } = useTranslation('verification');
  const now = steps.indexOf(step);
  return (
    <ol className={styles.steps} aria-label={t('steps')}>
      {steps.map((name, at) => {
        const state = at < now || isDone ? 'done' : at === now ? 'now' : 'later';
        return (
          <li key={name} aria-current={at === now ? 'step' : undefined}>
            <span>{t(`step.${name}`)}</span>
            {state !== 'later' && <StatusChip tone={stepTones[state]} label={t(`stepState.${state}`)} />}
          </li>
        );
      })}
    </ol>
  );
}
