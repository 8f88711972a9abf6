/** The brand: colours, typeface, logo, and what the house says of itself, beside the shop in small. */

import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import {
  type Look,
  type LookScreen as LookData,
  refetchLook,
  useLook,
  useLookCall,
  useLookVersion,
  usePaletteCheck,
} from '../../api/look';
import type { Message } from '../../api/types';
import { DraftNotices } from '../../parts/DraftNotices';
import { LoadError, Skeleton } from '../../parts/Feedback';
import { Field } from '../../parts/Field';
import { LookTabs } from '../../parts/LookTabs';
import { Page, Section } from '../../parts/Page';
import { useSavedDraft } from '../../parts/savedDraft';
import { useMessageText } from '../../parts/text';
import { BrandPreview } from './BrandPreview';
import { Colours } from './Colours';
import { Differences, VersionDialog } from './Differences';
import { DrawingField } from './DrawingField';
import { isLook, seenOf, storedOf } from './documents';
import { HouseWords } from './HouseWords';
import styles from './look.module.css';
import { Publishing, StateOf, Versions } from './Publishing';
import { ShadowPreview, ToPreview } from './ShadowPreview';
import { Typefaces } from './Typefaces';
import { useLookWords } from './words';

export default function LookScreen() {
  const { data, error, refetch } = useLook();
  if (data) return <Loaded screen={data} />;
  return (
    <Frame>
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!error && <Skeleton rows={8} />}
    </Frame>
  );
}

function Frame(props: Partial<Parameters<typeof Page>[0]>) {
  const { t } = useLingui();
  return (
    <Page
      title={t({ context: 'look', message: 'Brand' })}
      lead={t`How the shop and its letters look, and what the house says of itself.`}
      {...props}
    >
      <LookTabs at="brand" />
      {props.children}
    </Page>
  );
}

function Loaded({ screen }: { screen: LookData }) {
  const { t } = useLingui();
  const say = useMessageText();
  const words = useLookWords();
  const { look: document, brand } = screen;
  const save = useLookCall('look/save');
  const changes = {
    publish: useLookCall('look/publish'),
    unschedule: useLookCall('look/unschedule'),
    discard: useLookCall('look/discard'),
    restore: useLookCall('look/restore'),
  };
  const stored = storedOf(document);
  const draft = useSavedDraft<Look>({
    place: 'look',
    stored,
    now: seenOf(document),
    isWhole: isLook,
    save: async (seen, typed) => {
      const { look } = await save.mutateAsync({ ...seen, document: typed });
      return { stored: storedOf(look), now: seenOf(look) };
    },
    isClash: ({ id }) => id === 'look.changed_meanwhile',
    refetch: refetchLook,
  });
  const look = draft.value;
  const [refused, setRefused] = useState<Record<string, Message>>({});
  const change = (part: Partial<Look>) => {
    draft.change({ ...look, ...part });
    setRefused({});
  };
  const { data: check } = usePaletteCheck(look.palette);
  const problem = (field: string) => draft.problem?.fields[field] ?? refused[field];
  const [first] = Object.entries(draft.problem?.fields ?? {});
  const unsaved = draft.problem && (first ? `${words.field(first[0])}: ${say(first[1])}` : say(draft.problem));
  const drawing = (name: 'logo' | 'logo_on_dark' | 'icon') => ({
    name: words.part(name),
    drawing: look[name],
    problem: problem(name),
    onChange: (made: Look[typeof name]) => change({ [name]: made }),
  });
  return (
    <Frame
      mark={<StateOf document={document} draft={draft} />}
      actions={
        <Publishing
          document={document}
          draft={draft}
          changes={changes}
          title={t`Publish this look`}
          name={words.field}
          onRefused={setRefused}
        />
      }
    >
      <DraftNotices
        draft={draft}
        stored={stored}
        changed={t`Somebody has changed this look`}
        theirs={(of) => <Differences mine={look} theirs={of} names={{ mine: t`Here`, theirs: t`Theirs` }} />}
        failure={document.draft?.failure}
        problem={unsaved}
      />
      <ToPreview id="look-preview" />
      <div className={styles.columns}>
        <div className={styles.editor}>
          <Section
            id="look-colours"
            title={t`Colours`}
            lead={t`Five colours make all others of the shop and its letters.`}
          >
            <Colours
              palette={look.palette}
              offered={screen.palettes}
              low={check?.low ?? []}
              problem={problem}
              onChange={(palette) => change({ palette })}
            />
          </Section>
          <Section
            id="look-typeface"
            title={t`Typeface`}
            lead={t`Chinese is set in the letters of the reader’s device.`}
          >
            <Typefaces brand={brand} chosen={look.typeface} onChange={(typeface) => change({ typeface })} />
          </Section>
          <Section
            id="look-drawings"
            title={t`Logo and icon`}
            lead={t`Without a logo the shop writes the name of the house. SVG or PNG, at most 2 MB each.`}
          >
            <div className={styles.drawings}>
              <DrawingField
                {...drawing('logo')}
                kind="logo"
                ground={look.palette.background}
                hint={t`At the head of every page and letter.`}
              />
              <DrawingField
                {...drawing('logo_on_dark')}
                kind="logo"
                ground={look.palette.primary}
                hint={t`At the foot of every page: light, so that it can be seen.`}
              />
              <DrawingField
                {...drawing('icon')}
                kind="icon"
                ground="#ffffff"
                hint={t`Square, for tabs of browsers and home screens of phones.`}
              />
            </div>
          </Section>
          <Section
            id="look-words"
            title={t`What the house says`}
            lead={t`Where a field is empty, the shop says something plain, or nothing.`}
          >
            <Field
              id="look-sender"
              label={words.part('sender')}
              hint={t`Empty: ${brand}.`}
              value={look.sender}
              onChange={(sender) => change({ sender })}
              error={problem('sender') && say(problem('sender') as Message)}
              optional
            />
            <HouseWords
              look={look}
              published={document.published}
              languages={document.languages}
              brand={brand}
              problem={problem}
              onChange={change}
            />
          </Section>
        </div>
        <div className={styles.beside}>
          <ShadowPreview
            id="look-preview"
            languages={document.languages}
            shades={check?.shades}
            typeface={look.typeface}
          >
            {(lang) => <BrandPreview look={look} brand={brand} lang={lang} />}
          </ShadowPreview>
        </div>
      </div>
      <Versions
        id="look-versions"
        document={document}
        restore={changes.restore}
        read={(number, title, onClose) => (
          <Version number={number} title={title} now={document.published} onClose={onClose} />
        )}
      />
    </Frame>
  );
}

interface VersionProps {
  number: number;
  title: string;
  now: Look;
  onClose: () => void;
}

function Version({ number, title, now, onClose }: VersionProps) {
  const { data, error, refetch } = useLookVersion(number);
  return (
    <VersionDialog title={title} now={now} data={data} error={error} onRetry={() => void refetch()} onClose={onClose} />
  );
}
