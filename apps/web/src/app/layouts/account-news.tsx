import { AccountNews as PerpetualNews } from '../../features/perpetual/news/account-news.tsx';
import { BonusDialog } from '../../features/sign-up-bonus/bonus-dialog.tsx';
import { FinishedOrders } from '../../features/spot/news/finished-orders.tsx';
import { AccountPreferences } from './account-preferences.tsx';

/** Announces what happens to the signed-in user's orders and positions of both venues, whatever page is shown, and the bonus that waits; keeps the account's preferences. */
export function AccountNews() {
  return (
    <>
      <AccountPreferences />
      <FinishedOrders />
      <PerpetualNews />
      <BonusDialog />
    </>
  );
}
