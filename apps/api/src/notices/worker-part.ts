/** What the worker and the mailbox of development use: React and the mail client are loaded with its first use, and by nobody else. */
import type { DispatchDeps } from './dispatch-notices.ts';
import type { NoticeJobsDeps } from './jobs.ts';

/** As `dispatchNotices` of dispatch-notices.ts. */
export async function dispatchNotices(deps: DispatchDeps): Promise<number> {
  return (await import('./dispatch-notices.ts')).dispatchNotices(deps);
}

/** As `openNoticeJobs` of jobs.ts. */
export async function openNoticeJobs(deps: NoticeJobsDeps) {
  return (await import('./jobs.ts')).openNoticeJobs(deps);
}
