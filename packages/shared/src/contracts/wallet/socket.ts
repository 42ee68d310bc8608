/** What the wallet pushes over the socket. */
import * as z from 'zod/mini';

/** A transfer between two wallets has arrived. */
export const transferNotice = z.object({
  kind: z.literal('transfer'),
  transfer_id: z.number(),
  from: z.string(),
  to: z.string(),
  asset: z.string(),
  amount: z.string(),
  time: z.number(),
});
