import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router-dom';
import { notify } from '../ui/notify.ts';
import { pairText } from '../ui/pair.ts';

/** Longer than the name of any market. */
const shownMax = 24;

/** Says that the market of the address does not exist, and leads to where there are some. */
export function UnknownMarket({ name, to }: { name: string; to: string }) {
  const { t } = useTranslation('terminal');
  const pair = pairText(name.slice(0, shownMax));
  useEffect(() => {
    notify.warning(t('unknownMarket', { pair }));
  }, [t, pair]);
  return <Navigate to={to} replace />;
}
