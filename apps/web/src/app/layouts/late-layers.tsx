import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Toasts } from '../../ui/toasts.tsx';
import { CarriedNotice } from './carried-notice.tsx';
import { CookieNotice } from './cookie-notice.tsx';
import { HashDialogs } from './hash-dialogs.tsx';
import { restoreAfterSwitch } from './language-switch.ts';
import { useRouteHandle } from './route-handle.ts';

const ChatButton = lazyPart(() => import('./chat-button.tsx').then((module) => module.ChatButton), null, true);

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
      {/* Notices that are given before it arrives wait for it: their time begins on screen. */}
      <Toasts />
    </>
  );
}
