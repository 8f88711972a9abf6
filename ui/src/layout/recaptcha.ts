/** Google reCAPTCHA v2, loaded only after consent. */

import type { Lang } from '../api/types';

interface Recaptcha {
  ready: (then: () => void) => void;
  render: (
    place: HTMLElement,
    options: {
      sitekey: string;
      callback: (token: string) => void;
      'expired-callback': () => void;
      'error-callback': () => void;
    },
  ) => number;
}

declare global {
  interface Window {
    grecaptcha?: Recaptcha;
  }
}

const CODE: Record<Lang, string> = { en: 'en-GB', fr: 'fr', de: 'de', es: 'es', zh: 'zh-CN' };

let loading: Promise<Recaptcha> | undefined;

function load(lang: Lang): Promise<Recaptcha> {
  loading ??= new Promise<Recaptcha>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `https://www.google.com/recaptcha/api.js?render=explicit&hl=${CODE[lang]}`;
    script.onload = () => {
      const { grecaptcha } = window;
      if (grecaptcha) grecaptcha.ready(() => resolve(grecaptcha));
      else reject(new Error('reCAPTCHA is not there'));
    };
    script.onerror = () => reject(new Error('reCAPTCHA cannot be had'));
    document.head.append(script);
  }).catch((reason) => {
    loading = undefined;
    throw reason;
  });
  return loading;
}

/** Renders the widget; `answer` receives each token, and an empty one when it expires. */
export async function renderWidget(
  place: HTMLElement,
  siteKey: string,
  lang: Lang,
  answer: (token: string) => void,
): Promise<void> {
  const recaptcha = await load(lang);
  recaptcha.render(place, {
    sitekey: siteKey,
    callback: answer,
    'expired-callback': () => answer(''),
    'error-callback': () => answer(''),
  });
}
