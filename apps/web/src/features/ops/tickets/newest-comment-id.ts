import type { OpsTicketDetails } from '@pelican/shared/contracts/support';

/** What of a ticket is on screen: what its user writes meanwhile keeps it open. */
export function newestCommentId({ comments }: OpsTicketDetails): number {
  return comments.at(-1)?.id ?? 0;
}
