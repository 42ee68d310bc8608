import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { generalSettingsQuery } from '../../api/settings.ts';
import { AccountNews as PerpetualNews } from '../../features/perpetual/news/account-news.tsx';
import { BonusDialog } from '../../features/sign-up-bonus/bonus-dialog.tsx';
import { FinishedOrders } from '../../features/spot/news/finished-orders.tsx';
import { paths } from '../../platform/paths.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { loadChunk } from '../load-chunk.ts';
import { AccountPreferences } from './account-preferences.tsx';
import { PhoneRequest } from './phone-request.tsx';

const DeletionBanner = lazyPart(() =>
  loadChunk(() =>
    import('../../features/settings/deletion/deletion-banner.tsx').then((module) => module.DeletionBanner),
  ),
);

/** On every page but the one that is about the deletion. */
function Deletion() {
  const { data: profile } = useQuery(generalSettingsQuery);
  const { pathname } = useLocation();
  return profile?.deletes_at && pathname !== paths.deleteAccount ? (
    <DeletionBanner deletesAt={profile.deletes_at} />
  ) : null;
}

/**
 * What concerns the signed-in account on every page: a deletion under way, what happens to its orders and positions of both
 * venues, the bonus that waits, the question for a telephone, and its preferences.
 */
export function AccountNews() {
  return (
    <>
      <Deletion />
      <AccountPreferences />
      <FinishedOrders />
      <PerpetualNews />
      <BonusDialog />
      <PhoneRequest />
    </>
  );
}
