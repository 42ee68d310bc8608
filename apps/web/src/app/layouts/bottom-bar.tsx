import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink, useLocation } from 'react-router-dom';
import { useSession } from '../../api/session.ts';
import { paths, perpetualPath, signInPath } from '../../platform/paths.ts';
import { usePreferences } from '../../platform/preferences.ts';
import {
  IconArrowsExchange,
  IconChartCandle,
  IconMenu2,
  IconTrendingUp,
  IconUser,
  IconWallet,
} from '../../ui/icons.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { loadChunk } from '../load-chunk.ts';
import styles from './bottom-bar.module.css';

interface Target {
  to: string;
  key: string;
  icon: typeof IconWallet;
}

const publicTargets: Target[] = [
  { to: paths.market, key: 'nav.markets', icon: IconChartCandle },
  { to: paths.trade, key: 'nav.trade', icon: IconArrowsExchange },
  { to: paths.perpetuals, key: 'nav.perpetuals', icon: IconTrendingUp },
];
const signedInTargets: Target[] = [
  ...publicTargets,
  { to: paths.walletList, key: 'nav.walletShort', icon: IconWallet },
];
const guestTargets: Target[] = [...publicTargets, { to: paths.signIn, key: 'nav.signIn', icon: IconUser }];

const UserMenuSheet = lazyPart(() =>
  loadChunk(() => import('./user-menu-sheet.tsx').then((module) => module.UserMenuSheet)),
);

/** Everything else: the sections of the account and help, or what a visitor may read. */
function More() {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={styles.target}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
      >
        <IconMenu2 size={22} aria-hidden />
        <span>{t('nav.more')}</span>
      </button>
      {isOpen && <UserMenuSheet onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** Navigation of phones. Hidden while a keyboard is open (the CSS asks for the height that is left). */
export function BottomBar() {
  const { t } = useTranslation();
  const { isSignedIn } = useSession();
  const lastPerpetual = usePreferences((preferences) => preferences.lastPerpetual);
  // Perpetuals have a list of their own: it is skipped once a market was chosen.
  const { pathname, search } = useLocation();
  const addressOf = (to: string) => {
    if (to === paths.signIn) return signInPath(pathname + search);
    return to === paths.perpetuals && lastPerpetual ? perpetualPath(lastPerpetual) : to;
  };
  return (
    <nav className={styles.bar} aria-label={t('nav.phone')}>
      {(isSignedIn ? signedInTargets : guestTargets).map(({ to, key, icon: Icon }) => (
        <NavLink key={to} to={addressOf(to)} className={styles.target as string}>
          <Icon size={22} aria-hidden />
          <span>{t(key)}</span>
        </NavLink>
      ))}
      <More />
    </nav>
  );
}
