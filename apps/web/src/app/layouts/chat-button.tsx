import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { loadChunk } from '../load-chunk.ts';

/** After the start of the page; it is what people come for on the page of support alone. */
const delayMs = 10_000;

const ChatLauncher = lazyPart(() =>
  loadChunk(() => import('../../features/support/chat/chat-launcher.tsx').then((module) => module.ChatLauncher)),
);

/** The way to the public chat, on every page but the trading screens and the console. */
export function ChatButton() {
  const { pathname } = useLocation();
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), delayMs);
    return () => clearTimeout(timer);
  }, []);
  const isElsewhere = [paths.perpetuals, paths.operators].some((path) => pathname.startsWith(path));
  return (isDue || pathname === paths.support) && !isElsewhere ? <ChatLauncher /> : null;
}
