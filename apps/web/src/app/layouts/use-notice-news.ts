import type { NoticePush } from '@pelican/shared/contracts/notices';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { kycKey } from '../../api/kyc.ts';
import { noticesKey } from '../../api/notices.ts';
import { generalSettingsQuery } from '../../api/settings.ts';
import { useNoticePushes } from '../../live/index.ts';
import { notifyWhenHidden } from '../../terminal/hidden-tab-notices.ts';
import { notify } from '../../ui/notify.ts';
import { isAnnouncedOnPage } from '../../ui/page-announcements.ts';

/** A burst of pushes is one look at the list. */
const refreshMs = 300;
/** A push may come twice; these have been announced. */
const knownMax = 100;

/** Announces the server's notices as they come, unless the user caused them or the page announces them, and counts them. */
export function useNoticeNews(isSignedIn: boolean): void {
  const client = useQueryClient();
  const known = useRef<number[]>([]);
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const onPush = useCallback(
    (push: NoticePush | undefined) => {
      clearTimeout(timer.current);
      timer.current = window.setTimeout(() => void client.invalidateQueries({ queryKey: noticesKey }), refreshMs);
      if (!push || known.current.includes(push.id)) return;
      known.current = [...known.current, push.id].slice(-knownMax);
      // A page that waits for the decision shows it.
      if (push.message.startsWith('kyc_'))
        for (const queryKey of [kycKey, generalSettingsQuery.queryKey]) void client.invalidateQueries({ queryKey });
      if (push.quiet || isAnnouncedOnPage(push.message)) return;
      // The bell has it from the server.
      notify[push.tone](push.text, { title: push.title, keep: false });
      notifyWhenHidden(`notice-${push.id}`, push.title, push.text);
    },
    [client],
  );
  useNoticePushes(onPush, isSignedIn);
}
