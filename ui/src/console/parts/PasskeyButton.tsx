/** Asks the browser for a passkey, and says below what went wrong. Who declines is asked nothing more. */

import { useState } from 'react';
import { type ApiError, asApiError } from '../api/client';
import { Button, type ButtonProps } from './Button';
import { Notice } from './Feedback';
import { useMessageText } from './text';

type Props = Pick<ButtonProps, 'variant' | 'autoFocus'> & {
  label: string;
  /** While the browser asks. */
  busyLabel: string;
  /** Rejects with an `ApiError`. */
  onUse: () => Promise<void>;
};

export function PasskeyButton({ label, busyLabel, onUse, variant = 'primary', autoFocus }: Props) {
  const say = useMessageText();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError>();
  const use = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await onUse();
    } catch (reason) {
      setError(asApiError(reason));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button
        variant={variant}
        icon="key"
        block
        autoFocus={Boolean(autoFocus)}
        isPending={isBusy}
        onPress={() => void use()}
      >
        {isBusy ? busyLabel : label}
      </Button>
      {error && (
        <Notice tone="error" isLive>
          {say(error)}
        </Notice>
      )}
    </>
  );
}
