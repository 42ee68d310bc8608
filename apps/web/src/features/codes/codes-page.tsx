import type { CreatedCode } from '@pelican/shared/contracts/codes';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { codesKey } from '../../api/codes.ts';
import { useSession } from '../../api/session.ts';
import { useRefreshOnNotices } from '../../live/index.ts';
import { addMessages } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { paths, signInPath } from '../../platform/paths.ts';
import { PageSkeleton } from '../../ui/page-skeleton.tsx';
import { ActivateCode } from './activate-code.tsx';
import { CodeLists } from './code-lists.tsx';
import styles from './codes.module.css';
import { CreateCode } from './create-code.tsx';
import english from './locales/en.json';
import { NewCodeDialog } from './new-code-dialog.tsx';

addMessages('codes', english);

/** What codes are, for everybody; creating, activating and the lists for who is signed in. */
export function Component() {
  const { t } = useTranslation('codes');
  usePageTitle(t('title'));
  const { status } = useSession();
  if (status === 'restoring') return <PageSkeleton />;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{t('title')}</h1>
        <p className="muted">{t('about')}</p>
      </header>
      {status === 'signedIn' ? <OwnCodes /> : <ForVisitors />}
    </div>
  );
}

function ForVisitors() {
  const { t } = useTranslation('codes');
  return (
    <>
      <ol className={styles.steps}>
        {(['create', 'share', 'activate'] as const).map((step) => (
          <li key={step}>
            <strong>{t(`visitor.step.${step}.title`)}</strong>
            <p className="muted">{t(`visitor.step.${step}.text`)}</p>
          </li>
        ))}
      </ol>
      <div className={styles.actions}>
        <Link className={styles.primary} to={signInPath(paths.codes)}>
          {t('visitor.signIn')}
        </Link>
        <Link className={styles.secondary} to={paths.signUp}>
          {t('visitor.signUp')}
        </Link>
      </div>
    </>
  );
}

function OwnCodes() {
  useRefreshOnNotices('transfer_code_', codesKey);
  const [created, setCreated] = useState<CreatedCode>();
  return (
    <>
      <div className={styles.forms}>
        <CreateCode onCreated={setCreated} />
        <ActivateCode />
      </div>
      <CodeLists />
      {created && <NewCodeDialog created={created} onClose={() => setCreated(undefined)} />}
    </>
  );
}
