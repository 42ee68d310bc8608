/** Settlement: writes a shard's events into Postgres. Its process is processes/settlement.ts. */
export { readSettlementConfig, settlementSettings } from './config.ts';
export { connectPostgres } from './connect-postgres.ts';
export { SettlementMetrics } from './metrics.ts';
export { yieldProcessor } from './priority.ts';
export { Settlement } from './settlement.ts';
export { openSettler } from './settlers.ts';
export { endedTransferNotice } from './transfers/transfer-notices.ts';
