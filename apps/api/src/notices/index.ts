/** Notices to users: see docs/notices.md. */
export { changeChoice, resetChoices, viewChoices } from './choices.ts';
export { takeDeliveryReport } from './delivery/delivery-reports.ts';
export { eraseNotices, hasUndispatched } from './erase-notices.ts';
export { countUnread, findNotices, markAllRead, markRead } from './inbox.ts';
export { deviceName } from './kinds/device-name.ts';
export type { Opening } from './kinds/support.ts';
export { findMessages, type MailboxEntry } from './messages.ts';
export { countFailedMessages, dropMessages, failedMessages, lastAttemptFailed, repeatMessages } from './operator.ts';
export { followPushes, type NoticeToPush, publishPush } from './pushes.ts';
export { mailVisitor } from './visitor-mail.ts';
export { dispatchNotices, openNoticeJobs } from './worker-part.ts';
export { type NewNotice, writeNotices } from './write-notices.ts';
