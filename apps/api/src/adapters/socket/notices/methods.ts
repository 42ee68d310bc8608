/** notice.*: subscribing to one's notices. */
import type { noticesMethods as declared } from '@pelican/shared/contracts/notices';
import type { MethodsOf } from '../calls/call.ts';
import { subscriptionMethods } from '../calls/private-subscription.ts';
import type { UserFeeds } from '../user-feeds.ts';

export function noticesMethods(userFeeds: UserFeeds): MethodsOf<typeof declared> {
  return subscriptionMethods('notice', userFeeds);
}
