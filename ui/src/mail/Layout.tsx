/** Layout of every mail: brand above, sender below. */

import type { ReactNode } from 'react';
import { LOCALES } from '../domain/urls';
import { NoWrap } from '../parts/NoWrap';
import type { MailSite } from './render';
import { useMailStyle } from './style';

export interface LayoutProps {
  site: MailSite;
  /** Preheader: inbox preview beside the subject. */
  preview: string;
  /** Contact sentence. */
  service: string;
  children: ReactNode;
}

/** Pixels that a logo has at most. */
const LOGO = { width: 240, height: 56 };

function Name({ brand, look: { logo } }: MailSite) {
  if (!logo) return <>{brand}</>;
  const scale = Math.min(LOGO.width / logo.width, LOGO.height / logo.height);
  const [width, height] = [Math.round(logo.width * scale), Math.round(logo.height * scale)];
  // Clients that show no pictures show the name, in the letters around it.
  return <img src={logo.url} alt={brand} width={width} height={height} style={{ display: 'block', border: 0 }} />;
}

export function Layout({ site, preview, service, children }: LayoutProps) {
  const { color, display, text } = useMailStyle();
  return (
    <html lang={LOCALES[site.lang]}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <title>{site.brand}</title>
      </head>
      <body style={{ margin: 0, padding: 0, background: color.surface, ...text }}>
        <div style={{ display: 'none', maxHeight: 0, overflow: 'hidden', opacity: 0 }}>{preview}</div>
        <table role="presentation" width="100%" cellSpacing="0" cellPadding="0" style={{ background: color.surface }}>
          <tbody>
            <tr>
              <td align="center" style={{ padding: '24px 12px' }}>
                <table
                  role="presentation"
                  width="600"
                  cellSpacing="0"
                  cellPadding="0"
                  style={{ width: '100%', maxWidth: '600px', background: color.background }}
                >
                  <tbody>
                    <tr>
                      <td
                        style={{
                          padding: '36px 6% 20px',
                          ...display,
                          fontSize: '30px',
                          lineHeight: '36px',
                          letterSpacing: '0.6px',
                        }}
                      >
                        <a
                          href={`${site.public_url}/${site.lang}`}
                          style={{ color: color.text, textDecoration: 'none' }}
                        >
                          <Name {...site} />
                        </a>
                      </td>
                    </tr>
                    <tr>
                      <td style={{ padding: '0 6% 40px' }}>{children}</td>
                    </tr>
                    <tr>
                      <td
                        style={{
                          padding: '24px 6%',
                          background: color.primary,
                          color: color.background,
                          fontSize: '14px',
                          lineHeight: '21px',
                        }}
                      >
                        <p style={{ margin: '0 0 8px' }}>
                          <NoWrap inline>{service}</NoWrap>
                        </p>
                        <p style={{ margin: 0, color: color.surfaceStrong, textWrap: 'balance' }}>
                          {[site.company.name, ...site.company.address].map((part, at, all) => (
                            <>
                              {at > 0 && ' '}
                              <span style={{ display: 'inline-block' }}>{at < all.length - 1 ? `${part},` : part}</span>
                            </>
                          ))}
                        </p>
                      </td>
                    </tr>
                  </tbody>
                </table>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  );
}
