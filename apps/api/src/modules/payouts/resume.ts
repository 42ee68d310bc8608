/** Payouts of a network go on after operators have compared its transactions with the withdrawals. */
import { DomainError } from '@pelican/shared/contracts';
import { z } from 'zod';
import { type OperatorAction, plainText, recordAct } from '../../identity/index.ts';
import { markNetworkCompared } from '../payments/index.ts';

const resumption = z.object({
  /** Its key: 'SANDBOX' */
  network: plainText.max(40),
  /** As the log names it: the first one that payouts use. */
  nonce: z.number().int().positive(),
});
export type Resumption = z.infer<typeof resumption>;

/** @throws DomainError not_found, request_closed (payouts of the network go on, or the network has another nonce by now) */
export const resumePayouts: OperatorAction<Resumption, void> = {
  name: 'payouts.resume',
  permission: 'money',
  twoPersons: true,
  payload: resumption,
  async run(tx, act, { network, nonce }) {
    const { rows } = await tx.query<{ id: number; unknownNonce: string | null }>(
      `SELECT network.id, unknown_nonce AS "unknownNonce" FROM networks network
        LEFT JOIN payout_networks ON network_id = network.id WHERE network.key = $1`,
      [network],
    );
    const [found] = rows;
    if (!found) throw new DomainError('not_found', { message: `There is no network ${network}.` });
    const { rowCount } = await tx.query(
      `UPDATE payout_networks SET first_nonce = $2, unknown_nonce = NULL, stopped_at = NULL
        WHERE network_id = $1 AND unknown_nonce = $2`,
      [found.id, nonce],
    );
    if (rowCount === 0) {
      const message =
        found.unknownNonce === null
          ? `Payouts of ${network} are not stopped.`
          : `The network has used ${found.unknownNonce} nonces: compare again.`;
      throw new DomainError('request_closed', { message });
    }
    await markNetworkCompared(tx, found.id);
    await recordAct(tx, act, {
      action: 'payouts.resumed',
      subject: `network:${found.id}`,
      details: { network, nonce },
    });
  },
};
