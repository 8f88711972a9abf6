/** What components find by context, around a page and around each of its parts that is hydrated on its own. */

import type { I18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import type { ReactNode } from 'react';
import { Router } from 'wouter';
import type { Answers } from '../api/answers';
import { AnswersContext } from '../api/useCall';
import { NoWrap } from '../parts/NoWrap';
import { type HeadCollector, HeadContext } from '../state/page';
import { RouteContext, type RouteState, useShownLocation } from '../state/route';
import { PageContext, type PageInfo } from '../state/site';

export interface ProvidersProps {
  info: PageInfo;
  i18n: I18n;
  answers: Answers;
  route: RouteState;
  head: HeadCollector;
  children: ReactNode;
}

export function Providers({ info, i18n, answers, route, head, children }: ProvidersProps) {
  return (
    <PageContext.Provider value={info}>
      <I18nProvider i18n={i18n} defaultComponent={NoWrap}>
        <AnswersContext.Provider value={answers}>
          <HeadContext.Provider value={head}>
            <RouteContext.Provider value={route}>
              <Router hook={useShownLocation}>{children}</Router>
            </RouteContext.Provider>
          </HeadContext.Provider>
        </AnswersContext.Provider>
      </I18nProvider>
    </PageContext.Provider>
  );
}
