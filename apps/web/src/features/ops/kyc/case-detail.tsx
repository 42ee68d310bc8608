import { Button } from '@mantine/core';
import type { KycCaseDetail } from '@pelican/shared/contracts/kyc';
import type { Submission } from '@pelican/shared/contracts/operations';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { kycCaseQuery } from '../../../api/kyc-cases.ts';
import { queuesQuery } from '../../../api/operators.ts';
import { Moment } from '../../../ui/moment.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { useKeys } from '../keys/use-keys.ts';
import { ClaimButton } from '../parts/claim-button.tsx';
import { countryWithCode } from '../parts/country-name.ts';
import { DetailState } from '../parts/list-screen.tsx';
import { useOperator } from '../parts/use-operator.ts';
import { ObjectLink } from '../records/object-link.tsx';
import { ApproveDialog, AskAgainDialog, RejectDialog } from './decisions.tsx';
import { CaseFiles } from './files.tsx';
import styles from './kyc.module.css';

/** A case, and the decision on it. @param props.onDone called once it is decided */
export function CaseDetail({ id, onDone }: { id: number; onDone: () => void }) {
  const { t } = useTranslation('ops-kyc');
  const query = useQuery(kycCaseQuery(id));
  const onDecided = ({ status }: Submission) => (status === 'requested' ? void query.refetch() : onDone());
  return (
    <DetailState query={query} title={t('caseNotLoaded')}>
      {(kycCase) => (
        <article aria-label={kycCase.email}>
          <Head kycCase={kycCase} onDecided={onDecided} />
          <div className={styles.columns}>
            <Person kycCase={kycCase} />
            <Checks kycCase={kycCase} />
          </div>
          <CaseFiles caseId={id} files={kycCase.files} />
          {kycCase.history.length > 0 && <History history={kycCase.history} />}
        </article>
      )}
    </DetailState>
  );
}

type Asked = 'approve' | 'partially' | 'reject';

function Head({ kycCase, onDecided }: { kycCase: KycCaseDetail; onDecided: (answer: Submission) => void }) {
  const { t } = useTranslation('ops-kyc');
  const { name } = useOperator();
  const [asked, setAsked] = useState<Asked>();
  const { data: queues } = useQuery(queuesQuery);
  const claims = queues?.result.find(({ queue }) => queue === 'kyc')?.claims;
  const holder = claims?.find((claim) => claim.id === String(kycCase.id))?.operator;
  const waits = kycCase.status === 'submitted' && (holder === undefined || holder === name);
  const ask = (what: Asked) => (waits ? () => setAsked(what) : undefined);
  useKeys({
    a: ask('approve'),
    p: ask('partially'),
    r: ask('reject'),
  });
  const dialog = { kycCase, onClose: () => setAsked(undefined), onDecided };
  return (
    <header className={styles.head}>
      <div>
        <h2>{kycCase.email}</h2>
        <p className="hint">
          <ObjectLink name={`user:${kycCase.user_id}`} /> · {t(`variant.${kycCase.variant}`)} ·{' '}
          {t(`state.${kycCase.status}`)} ·{' '}
          {kycCase.submitted_at === null ? '–' : <Moment seconds={kycCase.submitted_at} />}
        </p>
        {kycCase.risks.length > 0 && <StatusChip tone="attention" label={t('twoPersons')} />}
      </div>
      {waits && (
        <div className={styles.actions}>
          <ClaimButton queue="kyc" id={String(kycCase.id)} />
          <Button onClick={() => setAsked('approve')}>{t('approve')}</Button>
          <Button variant="default" onClick={() => setAsked('partially')}>
            {t('partially')}
          </Button>
          <Button variant="danger" onClick={() => setAsked('reject')}>
            {t('reject')}
          </Button>
        </div>
      )}
      {asked === 'approve' && <ApproveDialog {...dialog} />}
      {asked === 'partially' && <AskAgainDialog {...dialog} />}
      {asked === 'reject' && <RejectDialog {...dialog} />}
    </header>
  );
}

function Person({ kycCase: { info, age, document, variant } }: { kycCase: KycCaseDetail }) {
  const { t, i18n } = useTranslation('ops-kyc');
  const readable = (name: string, value: string) => {
    if (name === 'country') return countryWithCode(value, i18n.language);
    return name === 'gender' ? t(`gender.${value}`, value) : value;
  };
  const facts: [string, string][] = [
    ...Object.entries(info ?? {}).map(([name, value]): [string, string] => [
      t(`info.${name}`),
      name === 'birth_date' && age !== null ? `${value} · ${t('age', { age })}` : readable(name, value),
    ]),
    [t('document'), document.type === null ? '–' : t(`documents.${document.type}`, document.type)],
    [t('number'), document.number ?? '–'],
    ...(document.issuing_country
      ? [[t('issuedBy'), countryWithCode(document.issuing_country, i18n.language)] as [string, string]]
      : []),
    ...(variant === 'india' ? [[t('aadhaar'), document.adhaarNumber ?? '–'] as [string, string]] : []),
  ];
  return (
    <section>
      <h3>{t('facts')}</h3>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Each risk is one of them. */
function Checks({ kycCase: { checks } }: { kycCase: KycCaseDetail }) {
  const { t } = useTranslation('ops-kyc');
  const tone = (passed: boolean | null) =>
    passed === null
      ? (['waiting', t('check.open')] as const)
      : passed
        ? (['done', t('check.passed')] as const)
        : (['failed', t('check.failed')] as const);
  return (
    <section>
      <h3>{t('checks')}</h3>
      <ul className={styles.checks}>
        {checks.map(({ name, passed, detail }) => {
          const [chip, label] = tone(passed);
          return (
            <li key={`${name} ${detail}`}>
              <StatusChip tone={chip} label={label} />
              <span>
                {name} <span className="muted">{detail}</span>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function History({ history }: Pick<KycCaseDetail, 'history'>) {
  const { t } = useTranslation('ops-kyc');
  return (
    <section className={styles.group}>
      <h3>{t('history')}</h3>
      <ul className={styles.checks}>
        {history.map(({ id, status, reason, decided_at: decidedAt }) => (
          <li key={id}>
            <span>{t(`state.${status}`)}</span>
            {decidedAt !== null && <Moment seconds={decidedAt} />}
            {reason && <span className="muted">{reason}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
