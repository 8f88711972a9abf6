/** Consents of registration and checkout; none is preselected. Texts open in a new tab. */

import { Trans } from '@lingui/react/macro';
import { useSite } from '../state/site';
import { Checkbox, type CheckboxProps } from './Checkbox';
import { HelpLink } from './HelpLink';
import { NoWrap } from './NoWrap';

type BoxProps = Omit<CheckboxProps, 'children' | 'hint' | 'required'>;

export function TermsBox(props: BoxProps) {
  return (
    <Checkbox {...props} required hint={<Trans>Required</Trans>}>
      <Trans>
        I accept the <HelpLink page="terms-and-conditions">terms and conditions</HelpLink> and have read the{' '}
        <HelpLink page="privacy-statement">privacy statement</HelpLink>
      </Trans>
    </Checkbox>
  );
}

/** Nothing in a shop without a newsletter. */
export function NewsletterBox(props: BoxProps) {
  const { brand, newsletter } = useSite();
  if (!newsletter) return null;
  return (
    <Checkbox
      {...props}
      hint={<Trans>Optional. We ask you to confirm by email first; every letter has a link to unsubscribe.</Trans>}
    >
      <Trans>
        Send me the <NoWrap whole>letters</NoWrap> of {brand}, with news and offers
      </Trans>
    </Checkbox>
  );
}
