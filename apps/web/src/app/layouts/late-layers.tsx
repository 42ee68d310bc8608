import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { CarriedNotice } from './carried-notice.tsx';
import { ChatButton } from './chat-button.tsx';
import { CookieNotice } from './cookie-notice.tsx';
import { HashDialogs } from './hash-dialogs.tsx';
import { restoreAfterSwitch } from './language-switch.ts';
import { useRouteHandle } from './route-handle.ts';

/** On the first page of a visit alone: a switch of the language is a full load. */
function useTypedBeforeSwitch(): void {
  const page = useRef(useLocation());
  useEffect(() => restoreAfterSwitch(page.current), []);
}

/** What lies over the pages and is no part of the first view: it arrives when the browser is idle. */
export function LateLayers() {
  const { cookieNotice, chat, form } = useRouteHandle();
  useTypedBeforeSwitch();
  return (
    <>
      {cookieNotice && <CookieNotice inFlow={form} />}
      {chat && <ChatButton inFlow={form} />}
      <HashDialogs />
      <CarriedNotice />
    </>
  );
}
