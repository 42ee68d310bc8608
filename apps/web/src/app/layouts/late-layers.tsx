import { lazyPart } from '../../ui/lazy-part.tsx';
import { Toasts } from '../../ui/toasts.tsx';
import { CarriedNotice } from './carried-notice.tsx';
import { HashDialogs } from './hash-dialogs.tsx';
import { useRouteHandle } from './route-handle.ts';

const ChatButton = lazyPart(() => import('./chat-button.tsx').then((module) => module.ChatButton), { isSilent: true });

/** What lies over the pages and is no part of the first view: it arrives when the browser is idle. */
export function LateLayers() {
  const { chat, form } = useRouteHandle();
  return (
    <>
      {chat && <ChatButton inFlow={form} />}
      <HashDialogs />
      <CarriedNotice />
      {/* Notices that are given before it arrives wait for it: their time begins on screen. */}
      <Toasts />
    </>
  );
}
