import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { addMessages } from '../../../platform/i18n.ts';
import { chatHash, tradersHash } from '../../../platform/paths.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import english from '../locales/en.json';
import styles from './chat.module.css';
import { useLaunchedPanel } from './use-launched-panel.ts';

addMessages('support', english);

const ChatPanel = lazyPart(() => import('./chat-panel.tsx').then((module) => module.ChatPanel));

/**
 * The button that opens the chat. It floats over the page, and on a phone stands at the end of it. An address with the hash of the chat opens it too.
 * The code of the chat is loaded when it opens.
 * @param withoutSupport the chat with support is another company's: only the address of the public chat opens something
 */
export function ChatLauncher({ withoutSupport = false }: { withoutSupport?: boolean }) {
  const { t } = useTranslation('support');
  const { hash } = useLocation();
  const isAddressed = hash === tradersHash || (hash === chatHash && !withoutSupport);
  const { isOpen, button, open, close } = useLaunchedPanel(isAddressed);
  // Its address may name the other tab while it is open.
  if (isOpen)
    return (
      <ChatPanel
        key={hash}
        first={hash === tradersHash ? 'traders' : 'support'}
        withoutSupport={withoutSupport}
        onClose={close}
      />
    );
  if (withoutSupport) return null;
  return (
    <button ref={button} type="button" className={styles.launcher} onClick={open}>
      {t('chat.open')}
    </button>
  );
}
