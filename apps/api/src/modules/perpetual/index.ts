/** What others may use of perpetuals. */
import type { PrismaClient } from '@pelican/prisma/client.ts';
import type { Redis } from 'ioredis';
import type { Pool } from 'pg';
import type { Require } from '../../identity/index.ts';
import type { LivePerpetualData, PerpetualEngine } from '../../live/index.ts';
import type { Guards, HttpServer, PrivateReads, PublicReads, UserRateLimit } from '../../platform/http/index.ts';
import { accountRoutes } from './account-routes.ts';
import { perpetualMarketRoutes } from './market-routes.ts';
import { createOrderService } from './order-service.ts';
import { createPositionService } from './position-service.ts';
import { createSubmitter } from './submitter.ts';
import { tradingRoutes } from './trading-routes.ts';

export { accountFigures, futuresBalancesOf } from './account-figures.ts';
export { perpetualAudit } from './audit.ts';
export { perpetualFillsExport, perpetualFundingExport } from './exports.ts';
export { type MarketFacts, readMarketFacts } from './listing/facts.ts';
export {
  instrumentChange,
  instrumentFieldNames,
  instrumentInput,
} from './listing/instrument-input.ts';
export { findInstrument } from './listing/instruments.ts';
export {
  changeInstrument,
  type InstrumentChangePayload,
  type InstrumentListed,
  instrumentListings,
  listInstrument,
  type NewInstrument,
} from './listing/operator.ts';
export { perpetualOperatorRoutes } from './listing/operator-routes.ts';
export { publishInstruments } from './listing/publish-instruments.ts';
export { type CloseOnlySwitch, type FundTopUp, switchCloseOnly, topUpInsuranceFund } from './operator.ts';
export { inSeconds, viewAlgo, viewOrder } from './order-view.ts';
export { viewOpenPosition, viewOpenPositions } from './position-view.ts';
export { topUpFund } from './top-up-fund.ts';

export interface PerpetualRoutesDeps {
  engine: Pick<PerpetualEngine, 'submit'>;
  live: LivePerpetualData;
  pool: Pool;
  /** The connections of public reads, apart from those that trading needs, in turns. */
  publicReads: PublicReads;
  /** The same of what users read of their own. */
  privateReads: PrivateReads;
  prisma: PrismaClient;
  redis: Pick<Redis, 'publish'>;
  guards: Guards;
  /** Takes one order from the user's allowance. @throws DomainError too_many_requests */
  rateLimit: UserRateLimit;
  /** @throws DomainError overloaded or trading_paused while no new orders are taken */
  requireIntake(): void;
  /** Resolves when settlement has passed the sequence; 503 after 2 s. */
  waitUntilSettled(seq: number): Promise<void>;
  require: Require;
}

/** Every /v3 route of perpetuals. */
export function perpetualRoutes(app: HttpServer, deps: PerpetualRoutesDeps): void {
  const submitter = createSubmitter(deps);
  const orders = createOrderService({ ...deps, submitter });
  const positions = createPositionService({ live: deps.live, submitter });
  tradingRoutes(app, { orders, positions, guards: deps.guards });
  accountRoutes(app, deps);
  perpetualMarketRoutes(app, deps);
}
