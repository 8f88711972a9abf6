/** Server messages in the notification, besides their place on the page (boutique.md §8). */

import { useLingui } from '@lingui/react';
import { useMemo } from 'react';
import { type ApiError, asApiError } from '../api/client';
import type { Problem } from '../domain/text';
import { messageText } from './i18n';
import { showToast } from './toast';

export interface Notify {
  /** Shows a message of a failed call. */
  failure: (message: Problem) => void;
  /** Shows a refusal or failure; returns it for its place on the page. */
  refusal: (reason: unknown) => ApiError;
  /** Shows a success; returns its text. */
  success: (message: Problem) => string;
}

/** A refusal of a single field is shown by the field's message. */
function shownMessage(error: ApiError): Problem {
  const [only, ...others] = Object.values(error.fields);
  return only && others.length === 0 ? only : error;
}

export function useNotify(): Notify {
  const { i18n } = useLingui();
  return useMemo(() => {
    const failure: Notify['failure'] = (message) => {
      // The login page takes over, with a message of its own.
      if (message.id !== 'login.required') showToast(messageText(i18n, message), 'error');
    };
    return {
      failure,
      refusal(reason) {
        const error = asApiError(reason);
        failure(shownMessage(error));
        return error;
      },
      success(message) {
        const text = messageText(i18n, message);
        showToast(text, 'success');
        return text;
      },
    };
  }, [i18n]);
}
