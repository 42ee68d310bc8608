/** /p2p-loans: the offers that can be taken, and own offers and loans. */
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSession } from '../../api/session.ts';
import { usePageDescription } from '../../platform/page-description.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { creditHistoryPath, lenderPath, loansManualPath } from '../../platform/paths.ts';
import { useUrlParams } from '../../platform/use-url-params.ts';
import { TabBar } from '../../ui/tab-bar.tsx';
import { BorrowTab } from './borrow-tab.tsx';
import { LendTab } from './lend-tab.tsx';
import styles from './loans.module.css';
import { LoansGate } from './loans-gate.tsx';
import './messages.ts';
import { OpenRequest } from './take/open-request.tsx';
import { TakeCredit } from './take/take-credit.tsx';

const tabs = ['lend', 'borrow'] as const;
const panelId = 'p2p-loans';

export function Component() {
  return (
    <LoansGate>
      <LoansPage />
    </LoansGate>
  );
}

function LoansPage() {
  const { t } = useTranslation('loans');
  usePageTitle(t('title'));
  usePageDescription(t('description'), true);
  const { isSignedIn } = useSession();
  const [params, setParams] = useUrlParams();
  const tab = params.get('tab') === 'borrow' ? 'borrow' : 'lend';
  const taken = params.get('take') ?? '';
  if (tab === 'borrow' && /^\d{1,15}$/.test(taken)) return <TakeCredit key={taken} offerId={Number(taken)} />;
  if (tab === 'borrow' && isSignedIn && params.get('request') === 'new') return <OpenRequest />;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div>
          <h1>{t('title')}</h1>
          <p className="muted">{t('about')}</p>
        </div>
        <Links />
      </header>
      <TabBar
        label={t('title')}
        controls={panelId}
        tabs={tabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
        value={tab}
        onChange={(next) => setParams({ tab: next === 'lend' ? '' : next })}
      />
      <div id={panelId} role="tabpanel" aria-label={t(`tab.${tab}`)} className={styles.tab}>
        {tab === 'lend' ? <LendTab /> : <BorrowTab />}
      </div>
    </div>
  );
}

function Links() {
  const { t } = useTranslation('loans');
  const { isSignedIn } = useSession();
  return (
    <nav className={styles.links} aria-label={t('more')}>
      <Link to={loansManualPath}>{t('link.manual')}</Link>
      {isSignedIn && (
        <>
          <Link to={creditHistoryPath}>{t('link.creditHistory')}</Link>
          <Link to={lenderPath}>{t('link.lender')}</Link>
        </>
      )}
    </nav>
  );
}
