export { followPushes } from './pushes.ts';
export { noticeRoutes } from './routes.ts';
export { type NewNotice, writeNotices } from './write-notices.ts';
