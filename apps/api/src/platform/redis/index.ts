export { checkRedisSettings, connectRedis } from './connect.ts';
export { isWorkerAlive, renewWorkerAlive } from './worker-alive.ts';
