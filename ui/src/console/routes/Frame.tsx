/** Top bar, navigation and keys around every screen. */

import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button as AriaButton, Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { Link, useLocation } from 'wouter';
import { asApiError, call } from '../api/client';
import { useLive } from '../api/live';
import { lock, useIdleLock } from '../api/lock';
import { setSelf, signOut, useMay, useSelf, useSession } from '../api/queries';
import type { Lang } from '../api/types';
import { IconButton } from '../parts/Button';
import { Icon } from '../parts/Icon';
import { LANGUAGE_NAMES, LOCALES, speak } from '../parts/language';
import { type Action, Menu } from '../parts/Menu';
import { useNames } from '../parts/names';
import { listen } from '../parts/shortcuts';
import { useMessageText } from '../parts/text';
import { toast } from '../parts/toasts';
import { Wordmark } from '../parts/Wordmark';
import { Commands, PLACE } from './Commands';
import { Deeds } from './Deeds';
import styles from './Frame.module.css';
import { KeyboardHelp } from './KeyboardHelp';
import { placesOf } from './places';
import type { Screen } from './screens';
import { WaitingChats } from './WaitingChats';

type Overlay = 'commands' | 'help' | 'menu' | undefined;

export function Frame({ screens, children }: { screens: Screen[]; children: ReactNode }) {
  const { t, i18n } = useLingui();
  const { brand, languages, is_demo: isDemo } = useSession();
  const self = useSelf();
  const mayOrder = useMay('orders_change');
  const names = useNames();
  const say = useMessageText();
  const [path, go] = useLocation();
  const [overlay, setOverlay] = useState<Overlay>();
  const close = () => setOverlay(undefined);
  useIdleLock();
  useLive();

  const leave = () =>
    signOut().then(
      () => go('/'),
      (error) => toast(say(asApiError(error))),
    );
  const changeLanguage = async (lang: Lang) => {
    try {
      const saved = await call('staff/profile', { name: self.name, lang });
      await speak(saved.lang as Lang);
      setSelf(saved);
    } catch (error) {
      toast(say(asApiError(error)));
    }
  };

  const shortcuts = {
    jumps: {
      ...Object.fromEntries(screens.map(({ key, path: to }) => [key, () => go(to)])),
      ...(mayOrder && { n: () => go('/orders/new') }),
    },
    onCommands: () => setOverlay('commands'),
    onHelp: () => setOverlay('help'),
  };
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  useEffect(() => listen(() => latest.current), []);

  // A drawer belongs to the screen it was opened on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the path changes
  useEffect(() => setOverlay(undefined), [path]);

  const others = languages.filter((lang) => lang !== i18n.locale);
  const actions: Action[] = [
    ...screens.map(({ path: to, name, icon }) => ({
      id: to,
      label: i18n._(name),
      icon,
      onAction: () => go(to),
    })),
    ...(mayOrder
      ? [{ id: '/orders/new', label: t`Order by telephone`, icon: 'plus' as const, onAction: () => go('/orders/new') }]
      : []),
    ...placesOf(screens, languages).map(({ place, screen }) => ({
      id: PLACE + place.path,
      label: i18n._(place.name),
      kind: i18n._(screen.name),
      icon: screen.icon,
      onAction: () => go(place.path),
    })),
    { id: '/bulk', label: t`Bulk actions`, icon: 'copies', onAction: () => go('/bulk') },
    { id: 'help', label: t`Keyboard help`, icon: 'keyboard', onAction: () => setOverlay('help') },
    ...others.map((lang) => ({
      id: lang,
      label: LANGUAGE_NAMES[lang],
      lang: LOCALES[lang],
      kind: t`Language`,
      icon: 'globe' as const,
      onAction: () => void changeLanguage(lang),
    })),
    { id: 'lock', label: t`Lock`, icon: 'lock', onAction: lock },
    { id: 'sign-out', label: t`Sign out`, icon: 'sign-out', onAction: () => void leave() },
  ];
  const navigation = <Navigation screens={screens} path={path} />;

  return (
    <div className={styles.frame}>
      <a className="skip" href="#content">{t`Skip to the content`}</a>
      <header className={styles.bar}>
        <span className={styles.burger}>
          <IconButton
            icon="menu"
            aria-label={t`Menu`}
            aria-haspopup="dialog"
            aria-expanded={overlay === 'menu'}
            onPress={() => setOverlay('menu')}
          />
        </span>
        <Link href="/" className={styles.brand}>
          <Wordmark brand={brand} />
          {isDemo && <span className={styles.demo}>{t`Demonstration`}</span>}
        </Link>
        <AriaButton className={styles.search ?? ''} aria-haspopup="dialog" onPress={() => setOverlay('commands')}>
          <Icon name="search" />
          <span className={styles.searchText}>{t`Search or go to…`}</span>
          <kbd>{t`Ctrl`} K</kbd>
        </AriaButton>
        <Menu
          label={t`You`}
          trigger={
            <AriaButton className={styles.person ?? ''}>
              <span className={styles.initials} aria-hidden="true">
                {initials(self.name)}
              </span>
              <span className={styles.who}>
                <span className={styles.name}>{self.name}</span>{' '}
                <span className={styles.role}>{names.role(self.role.name)}</span>
              </span>
              <Icon name="chevron-down" size={16} />
            </AriaButton>
          }
          actions={actions.filter(({ id }) => (!id.startsWith('/') && !id.startsWith(PLACE)) || id === '/me')}
        />
      </header>
      <div className={styles.side}>{navigation}</div>
      <main id="content" className={styles.main} tabIndex={-1}>
        <WaitingChats />
        {children}
      </main>
      <Deeds />
      <ModalOverlay
        className={styles.overlay ?? ''}
        isDismissable
        isOpen={overlay === 'menu'}
        onOpenChange={(isOpen) => !isOpen && close()}
      >
        <Modal className={styles.drawer ?? ''}>
          <Dialog className={styles.drawerInside ?? ''} aria-label={t`Menu`}>
            <div className={styles.drawerHead}>
              <span className={styles.brand}>
                <Wordmark brand={brand} />
              </span>
              <IconButton icon="close" aria-label={t`Close`} onPress={close} />
            </div>
            {navigation}
          </Dialog>
        </Modal>
      </ModalOverlay>
      <Commands isOpen={overlay === 'commands'} onClose={close} actions={actions} />
      <KeyboardHelp isOpen={overlay === 'help'} onClose={close} screens={screens} />
    </div>
  );
}

function Navigation({ screens, path }: { screens: Screen[]; path: string }) {
  const { t, i18n } = useLingui();
  const isBelow = (to: string) => path.startsWith(`${to}/`);
  const isAround = (to: string) => screens.some((one) => one.within === to && (path === one.path || isBelow(one.path)));
  const lines = screens.filter(({ within }) => !within);
  return (
    <nav className={styles.nav} aria-label={t`Screens`}>
      <ul>
        {lines.map(({ path: to, name, icon }) => (
          <li key={to}>
            <Link href={to} aria-current={path === to ? 'page' : isBelow(to) || isAround(to) || undefined}>
              <Icon name={icon} />
              {i18n._(name)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** At most two letters; the first character of a name in Chinese. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters.map((word) => [...(word ?? '')][0] ?? '').join('');
}
