import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink, useLocation } from 'react-router-dom';
import { useSession } from '../../api/session.ts';
import { type exchangePath, paths, signInPath } from '../../platform/paths.ts';
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

/** The quick swap; as a value of its own, since a shared one would be one more file that the entry names. */
const toSwap: typeof exchangePath = '/exchange';

const publicTargets: Target[] = [
  { to: paths.market, key: 'nav.markets', icon: IconChartCandle },
  { to: paths.trade, key: 'nav.trade', icon: IconTrendingUp },
  { to: toSwap, key: 'nav.swap', icon: IconArrowsExchange },
];
const signedInTargets: Target[] = [
  ...publicTargets,
  { to: paths.walletList, key: 'nav.walletShort', icon: IconWallet },
];
const guestTargets: Target[] = [...publicTargets, { to: paths.signIn, key: 'nav.signIn', icon: IconUser }];

const UserMenuSheet = lazyPart(() =>
  loadChunk(() => import('./user-menu-sheet.tsx').then((module) => module.UserMenuSheet)),
);

/** Everything else: other ways to trade, the sections of the account, and what anybody may read. */
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
  const { pathname, search } = useLocation();
  return (
    <nav className={styles.bar} aria-label={t('nav.phone')}>
      {(isSignedIn ? signedInTargets : guestTargets).map(({ to, key, icon: Icon }) => (
        <NavLink
          key={to}
          to={to === paths.signIn ? signInPath(pathname + search) : to}
          className={styles.target as string}
        >
          <Icon size={22} aria-hidden />
          <span>{t(key)}</span>
        </NavLink>
      ))}
      <More />
    </nav>
  );
}
