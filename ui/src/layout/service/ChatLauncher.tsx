/** Chat button: in the margin of wide pages, at the end of others; there not during checkout (experience.md §7). */

import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { Icon } from '../../parts/Icon';
import { chatStore, openChat } from '../../state/chat';
import { useRoute } from '../../state/route';
import { useStore } from '../../state/store';
import { showToast } from '../../state/toast';
import { useLazy } from '../lazy';
import styles from './ChatLauncher.module.css';
import { loadChatPanel } from './lazy';

export function ChatLauncher() {
  const { t } = useLingui();
  const { name } = useRoute();
  const { open, unread } = useStore(chatStore);
  const ChatPanel = useLazy(open, loadChatPanel);
  const label = unread > 0 ? t`Chat, ${plural(unread, { one: '# new answer', other: '# new answers' })}` : t`Chat`;
  // The button may be out of view: new answers are also announced by a toast.
  useEffect(() => {
    if (unread > 0) showToast(label, 'info', { label: t`Open the chat`, run: openChat });
  }, [unread, label, t]);
  return (
    <>
      <button
        type="button"
        id="chat-launcher"
        className={styles.launcher}
        data-ordering={name === 'checkout' ? '' : undefined}
        aria-haspopup="dialog"
        aria-label={label}
        onClick={openChat}
      >
        <Icon name="chat" />
        <span className={styles.word}>{t`Chat`}</span>
        {unread > 0 && (
          <span className={styles.count} aria-hidden="true">
            {String(unread)}
          </span>
        )}
      </button>
      {ChatPanel && <ChatPanel />}
    </>
  );
}
