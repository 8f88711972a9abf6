/** The brand: colours, typeface, logo, and what the house says of itself, beside the shop in small. */

import { useLingui } from '@lingui/react/macro';
import {
  type Look,
  type LookScreen as LookData,
  refetchLook,
  useLook,
  useLookCall,
  usePaletteCheck,
} from '../../api/look';
import type { Message } from '../../api/types';
import { Field } from '../../parts/Field';
import { Section } from '../../parts/Page';
import { isSame } from '../../parts/savedDraft';
import { useSettled } from '../../parts/settled';
import { useMessageText } from '../../parts/text';
import { BrandPreview } from './BrandPreview';
import { Colours } from './Colours';
import { DrawingField } from './DrawingField';
import { readLook } from './documents';
import { Editor, Loading } from './Editor';
import { HouseWords } from './HouseWords';
import styles from './look.module.css';
import { ShadowPreview } from './ShadowPreview';
import { Typefaces } from './Typefaces';
import { useEditing } from './useEditing';
import { useLookWords } from './words';

export default function LookScreen() {
  return (
    <Loading kind="look" query={useLook()}>
      {(screen) => <Loaded screen={screen} />}
    </Loading>
  );
}

function Loaded({ screen }: { screen: LookData }) {
  const { t } = useLingui();
  const say = useMessageText();
  const words = useLookWords();
  const { look: document, brand } = screen;
  const editing = useEditing<Look, LookData>({
    place: 'look',
    document,
    calls: {
      save: useLookCall('look/save'),
      publish: useLookCall('look/publish'),
      unschedule: useLookCall('look/unschedule'),
      discard: useLookCall('look/discard'),
      restore: useLookCall('look/restore'),
    },
    documentOf: (answer) => answer.look,
    read: (kept) => readLook(kept, document.published),
    refetch: refetchLook,
  });
  const { problem } = editing;
  const look = editing.draft.value;
  const change = (part: Partial<Look>) => editing.change({ ...look, ...part });
  const settled = useSettled(look.palette);
  const { data: check, error, isPlaceholderData, refetch } = usePaletteCheck(settled);
  // What was found out about another palette says nothing about this one.
  const isShown = isSame(settled, look.palette);
  const drawing = (name: 'logo' | 'logo_on_dark' | 'icon') => ({
    name: words.part(name),
    drawing: look[name],
    problem: problem(name),
    onChange: (made: Look[typeof name]) => change({ [name]: made }),
  });
  return (
    <Editor
      kind="look"
      editing={editing}
      preview={
        <ShadowPreview id="look-preview" languages={document.languages} shades={check?.shades} typeface={look.typeface}>
          {(lang) => <BrandPreview look={look} brand={brand} lang={lang} />}
        </ShadowPreview>
      }
    >
      <Section id="look-colours" title={t`Colours`} lead={t`Five colours make all others of the shop and its letters.`}>
        <Colours
          palette={look.palette}
          offered={screen.palettes}
          check={{
            low: isShown && !isPlaceholderData ? check?.low : undefined,
            error: isShown ? error : null,
            retry: () => void refetch(),
          }}
          problem={problem}
          onChange={(palette) => change({ palette })}
        />
      </Section>
      <Section id="look-typeface" title={t`Typeface`} lead={t`Chinese is set in the letters of the reader’s device.`}>
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
    </Editor>
  );
}
