/** What the caller has by the payment methods of an asset: the current deposit address, and saved addresses. */
import type { PaymentAction, PaymentMethod } from '@pelican/shared/contracts/payments';
import type { Queryable } from '../../platform/database/index.ts';

type OwnFacts = Required<Pick<PaymentMethod, 'address' | 'savedForms'>>;
type OfMethod<Fact> = Fact & { methodId: number };

interface Wanted {
  userId: number;
  assetId: number;
  action: PaymentAction;
}

/** By the id of a method. Looking takes no address: null where the user has not asked for one. */
export async function findOwnFacts(db: Queryable, wanted: Wanted): Promise<(methodId: number) => OwnFacts> {
  const isDeposit = wanted.action === 'deposit';
  const addresses = isDeposit ? await findDepositAddresses(db, wanted) : [];
  const forms = isDeposit ? [] : await findSavedForms(db, wanted);
  return (methodId) => {
    const own = addresses.find((one) => one.methodId === methodId);
    return {
      address: own ? { address: own.address, memo: own.memo } : null,
      savedForms: forms
        .filter((one) => one.methodId === methodId)
        .map(({ id, name, address, memo }) => ({ id: Number(id), name, address, memo })),
    };
  };
}

async function findDepositAddresses(db: Queryable, { userId, assetId }: Wanted) {
  const { rows } = await db.query<OfMethod<{ address: string; memo: string }>>(
    `SELECT method.id AS "methodId", own.address, own.memo FROM payment_methods method
       CROSS JOIN LATERAL (SELECT address, memo FROM deposit_addresses WHERE user_id = $1 AND network_id = method.network_id
          AND (memo <> '') = method.is_memo ORDER BY taken_at DESC, id DESC LIMIT 1) own
      WHERE method.asset_id = $2`,
    [userId, assetId],
  );
  return rows;
}

/** The memo of a payment provider is the token by which it knows the receiver, which is not shown. */
async function findSavedForms(db: Queryable, { userId, assetId }: Wanted) {
  const { rows } = await db.query<OfMethod<{ id: string; name: string; address: string; memo: string }>>(
    `SELECT method.id AS "methodId", saved.id, saved.name, saved.address, CASE WHEN method.kind = 'provider' THEN '' ELSE saved.memo END AS memo
       FROM saved_addresses saved JOIN payment_methods method ON method.id = saved.method_id
      WHERE saved.user_id = $1 AND method.asset_id = $2 ORDER BY saved.id DESC`,
    [userId, assetId],
  );
  return rows;
}
