export {
  type ChangeDelivery,
  changeListing,
  deliverChange,
  deliverLeftOver,
  demandAnswered,
} from './change-listing.ts';
export { createSettledWaiter, type Place, readCursor, type SettledWaiter } from './cursor.ts';
export { type DeliveryDeps, deliverOutbox } from './deliver-outbox.ts';
export { EngineClient, type SpotEngine } from './engine-client.ts';
export {
  createEventFeed,
  type EventEntry,
  type EventFeed,
  type EventWire,
  newestEventId,
  newestStreamId,
  newestStreamIds,
  streamContinues,
} from './event-feed.ts';
export {
  ExchangeMismatch,
  ensureExchangeId,
  postgresExchangeId,
  readExchangeId,
  writeExchangeId,
} from './exchange-id.ts';
export { type Intake, IntakeMonitor } from './intake/monitor.ts';
export { readPressures } from './intake/pressure.ts';
export { startAgain } from './journal-guard.ts';
export { JournalWriter } from './journal-writer.ts';
export { lagBehind, missingEvents } from './lag.ts';
export { figuresInput, openedFigures, replacedFigures } from './listing-figures.ts';
export { isForOne, isStop, type ListingKind, loosens, type StatusChange } from './listing-kind.ts';
export { quarantineCommand } from './operator.ts';
export {
  insertCommand,
  readOutboxCommand,
  type ShardCommands,
  type ShardTransfer,
  transferCommand,
  transferKey,
} from './outbox-commands.ts';
export { canonicalJson, publishSettings, type SubjectCommand } from './publish-settings.ts';
export { addRedisMetrics } from './redis-metrics.ts';
export { findShards } from './register-shards.ts';
export { countPush } from './trace-pushes.ts';
export { type OwnWritesSource, waitForOwn } from './wait-for-own.ts';
export { withEngine } from './with-engine.ts';
