/** Routes of the operator console, of all domains. */
import type pg from 'pg';
import type { ActionDeps } from '../../identity/index.ts';
import { chatOperatorRoutes } from '../../modules/chat/index.ts';
import { contentOperatorRoutes } from '../../modules/content/index.ts';
import { depositDeskRoutes, depositsOperatorRoutes } from '../../modules/deposits/index.ts';
import { factorRecoveryOperatorRoutes } from '../../modules/factor-recovery/index.ts';
import { fiatOperatorRoutes } from '../../modules/fiat/index.ts';
import { inrOperatorRoutes, payoutOperatorRoutes } from '../../modules/inr/index.ts';
import { invoiceOperatorRoutes } from '../../modules/invoices/index.ts';
import { kycOperatorRoutes } from '../../modules/kyc/index.ts';
import { loansOperatorRoutes } from '../../modules/loans/index.ts';
import { marketsOperatorRoutes } from '../../modules/markets/index.ts';
import { createOperatorConsole, operationsRoutes } from '../../modules/operations/index.ts';
import { paymentsOperatorRoutes } from '../../modules/payments/index.ts';
import { perpetualOperatorRoutes } from '../../modules/perpetual/index.ts';
import { reservesOperatorRoutes } from '../../modules/reserves/index.ts';
import { supportOperatorRoutes } from '../../modules/support/index.ts';
import { linksOf, systemOperatorRoutes } from '../../modules/system/index.ts';
import { textsOperatorRoutes } from '../../modules/texts/index.ts';
import { withdrawalOperatorRoutes } from '../../modules/withdrawals/index.ts';
import type { HttpServer } from '../../platform/http/index.ts';
import { deliverOutbox } from '../../shards/index.ts';
import type { ServedParts } from './access.ts';

type ConsoleParts = Pick<ServedParts, 'config' | 'redis' | 'log' | 'tokens' | 'guards' | 'uploads'>;

/** @param pool with the rights of operators */
export async function serveConsole(app: HttpServer, pool: pg.Pool, parts: ConsoleParts): Promise<void> {
  const { config, redis, log, tokens, guards, uploads } = parts;
  const actions: ActionDeps = {
    pool,
    redis: async () => redis,
    deliver: (subjects) => deliverOutbox({ pool, redis: async () => redis, shards: config.shards }, subjects),
    warn: (message) => log.warn(message),
  };
  const operators = createOperatorConsole({ actions, guards });
  operationsRoutes(app, operators, { actions, secure: config.publicUrl.startsWith('https:') });
  supportOperatorRoutes(app, operators, { encryptionKeys: config.apiKeyEncryptionKeys, redis, log });
  chatOperatorRoutes(app, operators);
  await contentOperatorRoutes(app, operators, uploads);
  marketsOperatorRoutes(app, operators);
  perpetualOperatorRoutes(app, operators, redis);
  systemOperatorRoutes(app, operators, linksOf(config.siteLinks));
  textsOperatorRoutes(app, operators, config.webDist);
  kycOperatorRoutes(app, operators, config.apiKeyEncryptionKeys);
  depositDeskRoutes(app, operators);
  depositsOperatorRoutes(app, operators);
  fiatOperatorRoutes(app, operators);
  inrOperatorRoutes(app, operators, config.apiKeyEncryptionKeys);
  payoutOperatorRoutes(app, operators, config.apiKeyEncryptionKeys);
  invoiceOperatorRoutes(app, operators);
  paymentsOperatorRoutes(app, operators);
  withdrawalOperatorRoutes(app, operators, config.withdrawals);
  reservesOperatorRoutes(app, operators);
  loansOperatorRoutes(app, operators, config.apiKeyEncryptionKeys);
  factorRecoveryOperatorRoutes(app, operators, tokens);
}
