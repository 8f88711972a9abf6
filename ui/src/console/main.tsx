/** Entry of the console: loads the session and its language, then shows the screen of the address. */

import './styles/layers.css';
import '../styles/fonts.css';
import '../styles/tokens.css';
import '../styles/base.css';
import './styles/console.css';
import { createRoot } from 'react-dom/client';
import { configure } from './api/client';
import { noticeUse } from './api/idle';
import { askProof } from './api/proof';
import { fetchSession, setLocked, setSelf } from './api/queries';
import { sweepDrafts } from './parts/draft';
import { LANGUAGE_NAMES, preferred, speak } from './parts/language';
import { App } from './routes/App';
import { Unreachable } from './routes/Unreachable';

// React Aria adds a rule for touch in a style element, which the content security policy forbids, unless an element with this
// id is there; the rule is in console.css.
const stand = document.createElement('meta');
stand.id = 'react-aria-pressable-style';
document.head.append(stand);

async function start(): Promise<void> {
  const element = document.getElementById('app');
  if (!element) return;
  const root = createRoot(element);
  noticeUse();
  sweepDrafts(new Date());
  configure({ signInRequired: () => setSelf(null), locked: setLocked, askProof });
  const open = async () => {
    try {
      const { languages, signed_in: self } = await fetchSession();
      await speak(preferred(languages, self?.lang));
      root.render(<App />);
    } catch {
      await speak(preferred(Object.keys(LANGUAGE_NAMES) as (keyof typeof LANGUAGE_NAMES)[])).catch(() => {});
      root.render(<Unreachable onRetry={() => void open()} />);
    }
    document.documentElement.dataset.ready = '';
  };
  await open();
}

void start();
