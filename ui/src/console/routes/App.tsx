/** Providers, and what the address shows: the invitation, sign-in, or the frame with a screen. */

import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useState, useSyncExternalStore } from 'react';
import { I18nProvider as AriaLanguage } from 'react-aria-components';
import { Redirect, Route, Router, Switch, useLocation } from 'wouter';
import { queryClient, useSession } from '../api/queries';
import type { Lang, StaffSelf } from '../api/types';
import { LOCALES } from '../parts/language';
import { LiveRegion } from '../parts/liveRegion';
import { Toasts } from '../parts/toasts';
import { Boundary } from './Boundary';
import { Frame } from './Frame';
import { invitationSecret } from './invitation';
import { Lock } from './Lock';
import { ProofDialog } from './ProofDialog';
import { Restoring } from './Restoring';
import { allowed, DETAILS, Invitation, NotFound, SCREENS, SignIn } from './screens';

export function App() {
  return (
    <I18nProvider i18n={i18n}>
      <Localised />
    </I18nProvider>
  );
}

function Localised() {
  const lang = useSyncExternalStore(
    (listener) => i18n.on('change', listener),
    () => i18n.locale as Lang,
  );
  return (
    <AriaLanguage locale={LOCALES[lang] ?? 'en-GB'}>
      <QueryClientProvider client={queryClient}>
        <Router base="/console">
          <Boundary>
            <Suspense fallback={null}>
              <Content />
              <ProofDialog />
              <Lock />
              <Restoring />
            </Suspense>
          </Boundary>
        </Router>
        <LiveRegion />
        <Toasts />
      </QueryClientProvider>
    </AriaLanguage>
  );
}

function useHash(): string {
  return useSyncExternalStore(
    (listener) => {
      window.addEventListener('hashchange', listener);
      return () => window.removeEventListener('hashchange', listener);
    },
    () => window.location.hash,
  );
}

function Content() {
  const { signed_in: self } = useSession();
  const [path, go] = useLocation();
  const hash = useHash();
  const wasOpen = useWasOpen(self);
  const secret = invitationSecret({ pathname: path, hash });
  if (secret) {
    const leave = () => {
      go('/', { replace: true });
      // The location of the router has no fragment: tells `useHash`.
      window.dispatchEvent(new HashChangeEvent('hashchange'));
    };
    return <Invitation key={secret} secret={secret} onDone={leave} />;
  }
  if (!self) return <SignIn />;
  // Behind the lock stays what was open before it; nothing is opened while it is there.
  return wasOpen ? <Inside self={self} path={path} /> : null;
}

/** Whether the session has been open since this page was loaded. */
function useWasOpen(self: StaffSelf | null): boolean {
  const [was, setWas] = useState(false);
  const is = self !== null && (was || !self.is_locked);
  if (is !== was) setWas(is);
  return is;
}

function Inside({ self, path }: { self: StaffSelf; path: string }) {
  const screens = allowed(SCREENS, self.permissions);
  const details = allowed(DETAILS, self.permissions);
  const home = screens[0]?.path ?? '/me';
  return (
    <Frame screens={screens}>
      <Boundary key={path}>
        <Suspense fallback={null}>
          <Switch>
            <Route path="/">
              <Redirect to={home} replace />
            </Route>
            <Route path="/invitation">
              <Redirect to={home} replace />
            </Route>
            {[...screens, ...details].map(({ path: at, Component }) => (
              <Route key={at} path={at} component={Component} />
            ))}
            <Route component={NotFound} />
          </Switch>
        </Suspense>
      </Boundary>
    </Frame>
  );
}
