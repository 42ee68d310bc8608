import type { QueueState } from '@pelican/shared/contracts/operations';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink, useLocation } from 'react-router-dom';
import { queuesQuery } from '../../api/operators.ts';
import { paths } from '../../platform/paths.ts';
import styles from './ops-area.module.css';
import { formatAge } from './parts/age.ts';
import { useOperator } from './parts/use-operator.ts';
import type { OpsScreen } from './screens.ts';

interface RailProps {
  screens: readonly OpsScreen[];
  onKeys: () => void;
}

/** The screens of the console, with how many wait in each and the oldest one's age. */
export function Rail({ screens, onKeys }: RailProps) {
  const { t } = useTranslation('ops');
  const { name } = useOperator();
  const { data } = useQuery(queuesQuery);
  const nav = useChosenInView(data !== undefined);
  return (
    <nav ref={nav} className={styles.rail} aria-label={t('rail')}>
      <p className={styles.brand}>
        <strong>{t('title')}</strong>
        <span className="hint">{name}</span>
      </p>
      <div className={styles.links}>
        <NavLink to={paths.operators} end className={styles.link as string}>
          {t('home.title')}
        </NavLink>
        {screens.map(({ path, queues = [] }) => (
          <NavLink key={path} to={`${paths.operators}/${path}`} className={styles.link as string}>
            {t(`screens.${path}`)}
            <Waiting states={data?.result.filter(({ queue }) => queues.includes(queue)) ?? []} />
          </NavLink>
        ))}
      </div>
      <div className={styles.foot}>
        <button type="button" className={styles.keys} onClick={onKeys}>
          {t('keys.button')}
        </button>
        <NavLink to={paths.home} className={styles.link as string}>
          {t('exchange')}
        </NavLink>
        <NavLink to={paths.logOut} className={styles.link as string}>
          {t('logOut')}
        </NavLink>
      </div>
    </nav>
  );
}

/** The rail scrolls, on a phone as one line: the chosen screen is brought to its middle. @param hasCounts which make the line longer */
function useChosenInView(hasCounts: boolean) {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chosen screen follows the address, and its place the counts
  useEffect(() => {
    const chosen = nav.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (!nav.current || !chosen) return;
    nav.current.scrollLeft = chosen.offsetLeft - (nav.current.clientWidth - chosen.offsetWidth) / 2;
    nav.current.scrollTop = chosen.offsetTop - (nav.current.clientHeight - chosen.offsetHeight) / 2;
  }, [pathname, hasCounts]);
  return nav;
}

function Waiting({ states }: { states: readonly QueueState[] }) {
  const { t } = useTranslation('ops');
  const count = states.reduce((sum, state) => sum + state.count, 0);
  if (count === 0) return null;
  const oldest = Math.min(...states.flatMap((state) => state.oldest ?? []));
  const age = Number.isFinite(oldest) ? formatAge(oldest) : undefined;
  return (
    <span className={styles.count}>
      <span className="visually-hidden">{t('waiting', { count })}</span>
      <span aria-hidden>{count}</span>
      {age !== undefined && (
        <small>
          <span className="visually-hidden">{t('oldest')} </span>
          {age}
        </small>
      )}
    </span>
  );
}
