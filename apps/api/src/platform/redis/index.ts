export { checkRedisSettings, connectRedis } from './connect.ts';
export { type CountWindow, countOne, limitsOf, takeFromWindows, takeFunction } from './counters.ts';
export { type ChannelHandlers, followChannel, subscriptionErrors } from './follow-channel.ts';
export { isWorkerAlive, renewWorkerAlive } from './worker-alive.ts';
