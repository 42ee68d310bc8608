import { CarriedNotice } from './carried-notice.tsx';
import { ChatButton } from './chat-button.tsx';
import { CookieNotice } from './cookie-notice.tsx';
import { HashDialogs } from './hash-dialogs.tsx';
import { useRouteHandle } from './route-handle.ts';

/** What lies over the pages and is no part of the first view: it arrives when the browser is idle. */
export function LateLayers() {
  const { cookieNotice, chat, form } = useRouteHandle();
  return (
    <>
      {cookieNotice && <CookieNotice inFlow={form} />}
      {chat && <ChatButton inFlow={form} />}
      <HashDialogs />
      <CarriedNotice />
    </>
  );
}
