import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useNavigate } from 'react-router-dom';
import { hasEntryBefore } from '../../platform/has-entry-before.ts';
import { paths } from '../../platform/paths.ts';
import { IconChevronLeft, IconMenu2 } from '../../ui/icons.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { loadChunk } from '../load-chunk.ts';
import styles from './user-layout.module.css';
import { UserSections } from './user-sections.tsx';

const UserMenuSheet = lazyPart(() =>
  loadChunk(() => import('./user-menu-sheet.tsx').then((module) => module.UserMenuSheet)),
);

/** Narrow screens have a section at a time: the way back, and the menu of all sections. */
function SectionBar() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [isOpen, setIsOpen] = useState(false);
  const goBack = () => {
    // The first page of a visit has none of ours before it.
    if (!hasEntryBefore()) void navigate(paths.home);
    else void navigate(-1);
  };
  return (
    <div className={styles.bar}>
      <button type="button" className={styles.barButton} onClick={goBack}>
        <IconChevronLeft size={20} aria-hidden />
        {t('app-layouts:back')}
      </button>
      <button
        type="button"
        className={styles.barButton}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
      >
        <IconMenu2 size={20} aria-hidden />
        {t('app-layouts:nav.userMenu')}
      </button>
      {isOpen && <UserMenuSheet onClose={() => setIsOpen(false)} />}
    </div>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <div className={styles.layout}>
      <div className={styles.side}>
        <UserSections />
      </div>
      <SectionBar />
      <div className={styles.content}>{children}</div>
    </div>
  );
}

/** A title and a panel. */
function SectionComing() {
  return (
    <div className={styles.coming} aria-busy="true">
      <Skeleton width={220} height={36} />
      <div className={styles.comingPanel}>
        <Skeleton width={160} height={20} />
        <Skeleton width="80%" />
        <Skeleton width="60%" />
        <Skeleton width="70%" />
      </div>
    </div>
  );
}

/** The user area before it is known who is there: the side bar is the same for everybody. */
export function UserAreaComing() {
  return (
    <Frame>
      <SectionComing />
    </Frame>
  );
}

/** Every page under /user: a side bar of its sections beside the content; on a narrow screen the bar is a menu. */
export function UserLayout() {
  return (
    <Frame>
      <Suspense fallback={<SectionComing />}>
        <Outlet />
      </Suspense>
    </Frame>
  );
}
