/** /p2p-loans/manual: how loans work, what they cost, and what can go wrong. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { loanCurrenciesQuery } from '../../../api/loans.ts';
import { addMessages } from '../../../platform/i18n.ts';
import { usePageDescription } from '../../../platform/page-description.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { loansPath } from '../../../platform/paths.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import styles from '../loans.module.css';
import { LoansGate } from '../loans-gate.tsx';
import '../messages.ts';
import { Calculator } from './calculator.tsx';
import { LevelTable } from './level-table.tsx';
import english from './locales/en.json';
import manualStyles from './manual.module.css';

addMessages('loans-manual', english);

const steps = {
  borrow: ['find', 'pledge', 'receive', 'interest', 'repay'],
  lend: ['offer', 'requests', 'interest', 'back'],
} as const;
const questions = ['fall', 'late', 'noPrice', 'noInterest', 'shortfall', 'outage', 'early'] as const;

export function Component() {
  return (
    <LoansGate>
      <Manual />
    </LoansGate>
  );
}

function Manual() {
  const { t } = useTranslation('loans-manual');
  usePageTitle(t('title'));
  usePageDescription(t('description'), true);
  return (
    <div className={styles.page}>
      <Link className={styles.back} to={loansPath}>
        {t('back')}
      </Link>
      <header>
        <h1>{t('title')}</h1>
        <p className={`muted ${manualStyles.text}`}>{t('about')}</p>
      </header>
      <div className={styles.halves}>
        <Steps side="borrow" />
        <Steps side="lend" />
      </div>
      <Figures />
      <section>
        <h2>{t('questions')}</h2>
        <dl className={manualStyles.questions}>
          {questions.map((name) => (
            <div key={name}>
              <dt>{t(`question.${name}.title`)}</dt>
              <dd>{t(`question.${name}.text`)}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section>
        <h2>{t('risks')}</h2>
        <p className={manualStyles.text}>{t('risksText')}</p>
      </section>
    </div>
  );
}

function Steps({ side }: { side: keyof typeof steps }) {
  const { t } = useTranslation('loans-manual');
  return (
    <section className={styles.panel} aria-labelledby={`manual-${side}`}>
      <h2 id={`manual-${side}`}>{t(`${side}.title`)}</h2>
      <ol className={manualStyles.steps}>
        {steps[side].map((step) => (
          <li key={step}>{t(`${side}.${step}`)}</li>
        ))}
      </ol>
    </section>
  );
}

/** Levels and fees as they are set now, and a calculator by them. */
function Figures() {
  const { t } = useTranslation('loans-manual');
  const { data, error, refetch } = useQuery(loanCurrenciesQuery);
  if (error && !data) return <ErrorState title={t('failed')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={480} />;
  return (
    <>
      <LevelTable currencies={data} />
      <Calculator currencies={data} />
    </>
  );
}
