export { createLogger } from './logging.ts';
export { createOutageLog } from './outage-log.ts';
