/** Starts the client: session, language of the address, and the code that the page needs. */
import './app/styles/fonts.css';
import './app/styles/mantine.css';
import './app/styles/tokens.css';
import './app/styles/base.css';
import './app/styles/parts.css';
import { createRoot } from 'react-dom/client';
import { restoreSession } from './api/session.ts';
import { App } from './app/app.tsx';
import { watchTyping } from './app/load-chunk.ts';
import { createAppHistory } from './app/routing/app-history.ts';
import { registerWorker } from './app/service-worker.ts';
import { hideSplash } from './app/splash.ts';
import { warmUp } from './app/warm-up.ts';
import { startMessages } from './platform/i18n.ts';
import { locateLanguage } from './platform/language.ts';

async function start(): Promise<void> {
  restoreSession();
  const { language, basename, strippedAddress } = locateLanguage(location.pathname, location.search);
  if (strippedAddress !== null) history.replaceState(null, '', strippedAddress + location.hash);
  const pathname = location.pathname.slice(basename.length);
  warmUp(pathname);
  watchTyping();
  await startMessages(language, pathname);
  const container = document.getElementById('root');
  if (!container) throw new Error('index.html has no #root');
  createRoot(container).render(<App history={createAppHistory(basename)} />);
  hideSplash();
  registerWorker();
}

void start();
