/**
 * Deeds of this person that wait for their moment, each with its undo. F6 leads here and back; screen readers hear each once,
 * not its countdown.
 */

import { useLingui } from '@lingui/react/macro';
import { useCallback, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'wouter';
import { asApiError } from '../api/client';
import { useSecondsUntil } from '../api/deedClock';
import { isOwn, momentOf, settled, undo, useDeeds } from '../api/deeds';
import { useSelf } from '../api/queries';
import { useStore } from '../api/store';
import type { Deed } from '../api/types';
import { Button } from '../parts/Button';
import { useDeedWords } from '../parts/deedWords';
import { announce } from '../parts/liveRegion';
import { deedsPart, leaveNotices } from '../parts/notices';
import { useMessageText } from '../parts/text';
import { toast } from '../parts/toasts';
import styles from './Deeds.module.css';
import { RunRow, useOwnRuns } from './Runs';

/** More at a time are told in one row. */
const MOST_ROWS = 3;

export function Deeds() {
  const { t } = useLingui();
  const self = useSelf();
  // Those of a bulk action are one row, with its progress.
  const own = useDeeds().filter(({ by, failure, run_id }) => isOwn(by, self.id) && !failure && run_id === null);
  const runs = useOwnRuns(self.id);
  const region = useRef<HTMLElement | null>(null);
  const attach = useCallback((element: HTMLElement) => {
    region.current = element;
    const detach = deedsPart(element);
    return () => {
      region.current = null;
      detach();
    };
  }, []);
  useSettled(self.id);
  useAnnounced(own);
  const [isOpen, setOpen] = useState(false);
  const isMany = own.length > MOST_ROWS;
  if (isOpen && !isMany) setOpen(false);
  // Focus does not fall out of the page with the last deed.
  const hadFocus = useRef(false);
  const ids = [...own, ...runs].map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the deeds change
  useEffect(() => {
    if (hadFocus.current && !region.current?.contains(document.activeElement)) {
      const next = region.current?.querySelector('button');
      // The next deed that comes takes no focus.
      hadFocus.current = next != null;
      if (next) next.focus();
      else leaveNotices();
    }
  }, [ids]);
  if (own.length + runs.length === 0) return null;
  // Beside the page and not in it: an open dialog makes the page inert.
  return createPortal(
    <section
      ref={attach}
      className={styles.region}
      aria-label={t`Pending actions`}
      data-react-aria-top-layer="true"
      onFocus={() => {
        hadFocus.current = true;
      }}
      onBlur={(event) => {
        // A button that is taken away blurs towards nothing.
        hadFocus.current = event.relatedTarget === null;
      }}
    >
      <ul>
        {runs.map((run) => (
          <RunRow key={`run-${run.id}`} run={run} />
        ))}
        {isMany && <Many deeds={own} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />}
        {(!isMany || isOpen) && own.map((deed) => <Row key={deed.id} deed={deed} />)}
      </ul>
    </section>,
    document.body,
  );
}

function Many({ deeds, isOpen, onToggle }: { deeds: Deed[]; isOpen: boolean; onToggle: () => void }) {
  const { t } = useLingui();
  const say = useMessageText();
  const [isBusy, setBusy] = useState(false);
  const count = deeds.length;
  const takeBack = async () => {
    setBusy(true);
    let undone = 0;
    let failure: unknown;
    for (const deed of deeds) {
      await undo(deed).then(
        () => {
          undone += 1;
        },
        (error) => {
          failure = error;
        },
      );
    }
    setBusy(false);
    const reason = failure ? say(asApiError(failure)) : '';
    toast(failure ? t`Undone: ${undone} of ${count}. ${reason}` : t`Undone: ${undone}`);
  };
  return (
    <li className={`${styles.deed} ${styles.many}`} data-on="primary">
      <span className={styles.words}>{t`${count} pending actions`}</span>
      <span className={styles.undo}>
        <Button small variant="quiet" aria-expanded={isOpen} onPress={onToggle}>
          {isOpen ? t`Show fewer` : t`Show all`}
        </Button>
        <Button small variant="quiet" isPending={isBusy} onPress={() => void takeBack()}>{t`Undo all`}</Button>
      </span>
    </li>
  );
}

function Row({ deed }: { deed: Deed }) {
  const { t } = useLingui();
  const words = useDeedWords();
  const say = useMessageText();
  const seconds = useSecondsUntil(momentOf(deed));
  const number = words.subject(deed);
  const takeBack = async () => {
    try {
      await undo(deed);
      toast(t`Undone: ${number} is as it was.`);
    } catch (error) {
      toast(say(error as never));
    }
  };
  return (
    <li className={styles.deed} data-on="primary">
      <Link href={words.place(deed)} className={styles.words}>
        {seconds > 0 ? words.waiting(deed, seconds) : words.working(deed)}
      </Link>
      {seconds > 0 && (
        <span className={styles.undo}>
          <Button
            small
            variant="quiet"
            aria-label={t`Undo: ${number}`}
            onPress={() => void takeBack()}
          >{t`Undo`}</Button>
        </span>
      )}
    </li>
  );
}

/** Says what became of this person's deeds. */
function useSettled(self: number) {
  const { t } = useLingui();
  const words = useDeedWords();
  const say = useMessageText();
  const deed = useStore(settled);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each deed once
  useEffect(() => {
    if (!deed || !isOwn(deed.by, self)) return;
    settled.set(undefined);
    const what = words.what(deed);
    const number = words.subject(deed);
    const reason = deed.failure ? say(deed.failure) : '';
    toast(deed.failure ? t`${what}, ${number}: failed. ${reason}` : words.done(deed));
  }, [deed]);
}

function useAnnounced(own: Deed[]) {
  const { t } = useLingui();
  const words = useDeedWords();
  const told = useRef(new Set<number>());
  useEffect(() => {
    for (const deed of own) {
      if (told.current.has(deed.id)) continue;
      told.current.add(deed.id);
      const what = words.waiting(deed, 10);
      announce(t`${what}. F6 leads to ‘Undo’.`);
    }
  });
}
