/** Where a user's deposits of an asset arrive on its first network, as far as they have asked for an address. */
import type { DepositPlace } from '@pelican/shared/contracts/wallet';
import type { Queryable } from '../../platform/database/index.ts';
import type { Method } from '../payments/index.ts';
import { findAddress } from './addresses.ts';

/** A head that was asked for longer ago is not the newest one. */
const headAgeMax = '1 minute';

/** As the watcher saw it last; undefined when that is long ago. */
export async function readHeight(db: Queryable, networkId: number): Promise<number | undefined> {
  const { rows } = await db.query<{ height: string }>(
    `SELECT head_height AS height FROM chain_cursors WHERE network_id = $1 AND asked_at > now() - interval '${headAgeMax}'`,
    [networkId],
  );
  return rows[0] && Number(rows[0].height);
}

/** Takes no address: looking at a balance changes nothing. @param methods of one asset, in their listing order */
export async function depositPlaceOf(db: Queryable, userId: number, methods: readonly Method[]): Promise<DepositPlace> {
  const method = methods.find(({ network, terms }) => network && terms.deposit);
  if (!method?.network) return { address: '', memo: '', system_address: '', height: null };
  const { id: networkId } = method.network;
  const [row, height] = await Promise.all([
    findAddress(db, { userId, networkId, isMemo: method.isMemo }),
    readHeight(db, networkId),
  ]);
  const address = row?.address ?? '';
  return { address, memo: row?.memo ?? '', system_address: address, height: height ?? null };
}
