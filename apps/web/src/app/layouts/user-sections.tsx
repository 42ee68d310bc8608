import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { useShownEntries } from './use-shown-entries.ts';
import styles from './user-layout.module.css';
import { userSections } from './user-navigation.ts';

/** The links to all sections of the user area. @param onChoose is called when one is followed */
export function UserSections({ onChoose }: { onChoose?: () => void }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const shown = useShownEntries();
  return (
    <nav className={styles.sections} aria-label={t('app-layouts:userArea')}>
      {userSections.map((group) => (
        <div key={group.key} className={styles.group}>
          <p className={styles.groupName}>{t(group.key)}</p>
          <ul>
            {shown(group.sections).map(({ to, key, others = [] }) => (
              <li key={to}>
                <Link
                  to={to}
                  className={styles.link}
                  aria-current={[to, ...others].some((path) => pathname.startsWith(path)) ? 'page' : undefined}
                  onClick={onChoose}
                >
                  {t(key)}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
