/** States of all ways in and out on the wire. */
import type { AssetStatus, PaymentAction, WayStatus } from '@pelican/shared/contracts/payments';
import type { CatalogAsset } from '../../../catalog/index.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { findMethods, type Method } from '../methods.ts';
import { viewFee } from '../view.ts';
import { readNow } from './changes.ts';
import { findWayFacts, type WayFacts } from './facts.ts';
import { stateOf } from './state-of.ts';

export interface KnownStates {
  rows: AssetStatus[];
  /** Unix seconds. */
  time: number;
}

interface StatusDeps {
  assetOf(id: number): CatalogAsset | undefined;
  /** Whether this deployment speaks to the provider. */
  hasProvider(name: string): boolean;
}

/** In the listing order. */
export async function readStates(db: Queryable, { assetOf, hasProvider }: StatusDeps): Promise<KnownStates> {
  const [methods, facts, now] = [await findMethods(db), await findWayFacts(db), await readNow(db)];
  const known = new Map(facts.map((one) => [`${one.methodId} ${one.action}`, one]));
  const rows = methods.flatMap((method) => {
    const asset = assetOf(method.assetId);
    if (!asset) return [];
    const wayOf = (action: PaymentAction) => {
      const found = known.get(`${method.id} ${action}`);
      const isServed = method.kind !== 'provider' || hasProvider(method.provider);
      return found ? viewWay({ ...found, enabled: found.enabled && isServed }, method, now) : null;
    };
    return [viewStatus(method, asset, { deposit: wayOf('deposit'), withdraw: wayOf('withdraw'), facts: known })];
  });
  return { rows, time: now };
}

function viewWay(facts: WayFacts, { terms }: Method, now: number): WayStatus | null {
  const ofAction = terms[facts.action];
  if (!ofAction) return null;
  const { state, cause } = stateOf(facts, now);
  const isSuspended = state === 'suspended';
  return {
    state,
    cause,
    reason: isSuspended ? facts.reason : '',
    expectedAt: isSuspended ? facts.expectedAt : null,
    since: facts.last?.state === state && state !== 'open' ? facts.last.since : null,
    minAmount: ofAction.amountMin,
    maxAmount: ofAction.amountMax,
    fee: viewFee(ofAction),
  };
}

function viewStatus(
  { id, key, name, kind, network }: Method,
  { ticker, label }: CatalogAsset,
  ways: { deposit: WayStatus | null; withdraw: WayStatus | null; facts: ReadonlyMap<string, WayFacts> },
): AssetStatus {
  const read = (ways.facts.get(`${id} deposit`) ?? ways.facts.get(`${id} withdraw`))?.network;
  return {
    ticker,
    label,
    key,
    method: name,
    type: kind,
    deposit: ways.deposit,
    withdrawal: ways.withdraw,
    network: network
      ? {
          key: network.key,
          confirmations: network.confirmations,
          seconds: network.confirmations * network.blockSeconds,
          height: read?.height ?? null,
          blockAt: read?.blockAt ?? null,
        }
      : null,
  };
}
