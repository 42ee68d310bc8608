/** For how long a payout has been shown as one of lost outputs, in blocks of its network. */
import type { Queryable } from '../../platform/database/index.ts';
import { unreadSeconds } from '../payments/index.ts';
import { buriedBlocks } from '../signer/index.ts';

/**
 * Of those that are shown so and have no height yet: the watcher's. The outputs of one whose batch was ended may come back, and go again: its blocks are
 * counted anew from then on. Once they are back, anybody who has kept its transaction may have it mined.
 * @param inputsAreBack whether one of its transactions spends no lost output
 */
export async function noteLostHeight(
  db: Queryable,
  ids: readonly number[],
  { inputsAreBack }: { inputsAreBack: boolean },
): Promise<void> {
  await db.query(
    `UPDATE withdrawals withdrawal SET input_lost_height = cursor.height, inputs_are_back = $2
      FROM payment_methods method JOIN chain_cursors cursor ON cursor.network_id = method.network_id
      WHERE withdrawal.id = ANY ($1::bigint[]) AND method.id = withdrawal.method_id
        AND payout_problem = 'input_lost' AND (input_lost_height IS NULL OR inputs_are_back <> $2)`,
    [ids, inputsAreBack],
  );
}

/**
 * Whether a withdrawal has been shown as one of lost outputs for so many blocks that they do not come back, or that nobody has handed its transaction in
 * since they are back. The blocks were read, and the watcher has read the network to its end just now: without that the outputs, or the transaction itself,
 * may be in a block that nobody has read. About `withdrawal` and `network`, the rows of the withdrawal and its network.
 */
export const isLostForLong = `(withdrawal.payout_problem = 'input_lost' AND EXISTS (SELECT FROM chain_cursors cursor
  WHERE cursor.network_id = network.id AND cursor.height >= withdrawal.input_lost_height + ${buriedBlocks} AND cursor.height >= cursor.head_height
    AND cursor.asked_at > clock_timestamp() - make_interval(secs => ${unreadSeconds})))`;
