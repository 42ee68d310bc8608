import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { loanRequestsQuery, loansGivenQuery, loansTakenQuery } from '../../../api/loans.ts';
import styles from '../loans.module.css';
import { useOffset } from '../use-offset.ts';
import { LoanTable } from './loan-table.tsx';

const queries = { given: loansGivenQuery, taken: loansTakenQuery, requests: loanRequestsQuery };

/** Own loans as lender or borrower, or own requests, under their heading. */
export function LoanList({ name }: { name: keyof typeof queries }) {
  const { t } = useTranslation('loans');
  const { page, onPage } = useOffset(name);
  // One of three queries that differ in nothing but their call.
  const query = useQuery(queries[name](page) as ReturnType<typeof loanRequestsQuery>);
  return (
    <section>
      <h2 className={styles.listTitle}>{t(`list.${name}`)}</h2>
      <LoanTable caption={t(`list.${name}`)} empty={t(`empty.${name}`)} query={query} page={page} onPage={onPage} />
    </section>
  );
}
