import { type ComponentProps, createContext, type ReactNode, useContext } from 'react'
import { directionOf, localeTag } from '#app/i18n/language.ts'
import type { Language } from '#app/rules/constants.ts'
import { colours, darkColours } from '../../../../tailwind.config.ts'

/**
 * The parts of every e-mail: tables and attributes for old clients, classes for those that support a dark scheme.
 * Colours are the design tokens' values, because an e-mail has no style sheet of ours. Source: *ours*.
 */

const TOKENS = {
  canvas: 'canvas',
  surface: 'surface',
  ink: 'ink',
  soft: 'soft',
  line: 'line',
  brand: 'brand',
  onBrand: 'on-brand',
} as const
type Colour = keyof typeof TOKENS

/** A brand's colours, which replace the design's (white label). */
export type MailPalette = Record<'light' | 'dark', Partial<typeof colours>> | undefined

const PaletteContext = createContext<MailPalette>(undefined)

/** A colour in the light scheme, for attributes that every client reads. */
function useLight() {
  const palette = useContext(PaletteContext)
  return (colour: Colour) => ({ ...colours, ...palette?.light })[TOKENS[colour]]
}

const FONT = "Vazirmatn, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans Arabic', Tahoma, sans-serif"

/** The dark scheme's rules; clients without media queries keep the colours of the attributes. */
function sheetOf(palette: MailPalette): string {
  const dark = { ...colours, ...palette?.light, ...darkColours, ...palette?.dark }
  return [
    ':root { color-scheme: light dark; supported-color-schemes: light dark }',
    '@media (prefers-color-scheme: dark) {',
    ...Object.entries(TOKENS).flatMap(([name, token]) => [
      `.bg-${name} { background-color: ${dark[token]} !important }`,
      `.fg-${name} { color: ${dark[token]} !important }`,
      `.bd-${name} { border-color: ${dark[token]} !important }`,
    ]),
    '}',
  ].join('\n')
}

type PageProps = {
  language: Language
  title: string
  preview: string
  brand: string
  palette: MailPalette
  children: ReactNode
  footer: ReactNode
}

/** The whole e-mail: the brand at the top, the card, and a footer. `preview` is shown in lists of mails. */
export function MailPage(props: PageProps) {
  return (
    <PaletteContext value={props.palette}>
      <WholeMail {...props} />
    </PaletteContext>
  )
}

function WholeMail({ language, title, preview, brand, palette, children, footer }: PageProps) {
  const dir = directionOf(language)
  const light = useLight()
  return (
    <html lang={localeTag(language)} dir={dir}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{title}</title>
        <style>{sheetOf(palette)}</style>
      </head>
      <body
        dir={dir}
        className="bg-canvas"
        style={{ margin: 0, padding: 0, backgroundColor: light('canvas'), fontFamily: FONT }}
      >
        <div style={{ display: 'none', maxHeight: 0, overflow: 'hidden' }}>{preview}</div>
        <Layout width="100%" className="bg-canvas" style={{ backgroundColor: light('canvas') }}>
          <tr>
            <td align="center" style={{ padding: '24px 12px' }}>
              <Layout width="100%" dir={dir} style={{ maxWidth: 560 }}>
                <tr>
                  <td
                    className="fg-brand"
                    style={{
                      padding: '0 8px 16px',
                      color: light('brand'),
                      fontSize: 22,
                      fontWeight: 800,
                      textAlign: 'start',
                    }}
                  >
                    {brand}
                  </td>
                </tr>
                <tr>
                  <td
                    className="bg-surface bd-line"
                    style={{
                      backgroundColor: light('surface'),
                      border: `1px solid ${light('line')}`,
                      borderRadius: 18,
                      padding: 24,
                      textAlign: 'start',
                    }}
                  >
                    {children}
                  </td>
                </tr>
                <tr>
                  <td
                    className="fg-soft"
                    style={{
                      padding: '16px 8px 0',
                      color: light('soft'),
                      fontSize: 13,
                      lineHeight: 1.55,
                      textAlign: 'start',
                    }}
                  >
                    {footer}
                  </td>
                </tr>
              </Layout>
            </td>
          </tr>
        </Layout>
      </body>
    </html>
  )
}

/** The heading of an e-mail, one per e-mail. */
export function MailTitle({ children }: { children: ReactNode }) {
  const light = useLight()
  return (
    <h1
      className="fg-ink"
      dir="auto"
      style={{ margin: '0 0 12px', color: light('ink'), fontSize: 21, lineHeight: 1.4, fontWeight: 700 }}
    >
      {children}
    </h1>
  )
}

/** One paragraph per line. */
export function MailText({ children, soft }: { children: string; soft?: boolean }) {
  const light = useLight()
  const colour = soft ? 'soft' : 'ink'
  return children.split(/\n+/).map((line) => (
    <p
      key={line}
      className={`fg-${colour}`}
      style={{ margin: '0 0 12px', color: light(colour), fontSize: soft ? 14 : 16, lineHeight: 1.6 }}
    >
      {line}
    </p>
  ))
}

/** A one-time code, large enough to be read across a room, left to right in every language. */
export function MailCode({ children }: { children: string }) {
  const light = useLight()
  return (
    <p
      dir="ltr"
      className="fg-ink"
      style={{
        margin: '0 0 12px',
        color: light('ink'),
        fontSize: 32,
        fontWeight: 800,
        letterSpacing: 6,
        textAlign: 'center',
      }}
    >
      {children}
    </p>
  )
}

/** Facts of an e-mail as a table of labels and values. */
export function MailFacts({ facts }: { facts: { label: string; value: string }[] }) {
  const light = useLight()
  return (
    <Layout width="100%" style={{ margin: '4px 0 20px' }}>
      {facts.map(({ label, value }) => (
        <tr key={label}>
          <td
            className="fg-soft bd-line"
            style={{
              color: light('soft'),
              borderTop: `1px solid ${light('line')}`,
              fontSize: 14,
              lineHeight: 1.5,
              padding: '10px 0',
              textAlign: 'start',
              verticalAlign: 'top',
              whiteSpace: 'nowrap',
            }}
          >
            {label}
          </td>
          <td
            className="fg-ink bd-line"
            style={{
              color: light('ink'),
              borderTop: `1px solid ${light('line')}`,
              fontSize: 15,
              fontWeight: 700,
              lineHeight: 1.5,
              padding: '10px 0',
              paddingInlineStart: 16,
              textAlign: 'end',
            }}
          >
            <bdi>{value}</bdi>
          </td>
        </tr>
      ))}
    </Layout>
  )
}

/** A table for layout only, because old clients support nothing else. */
function Layout({ children, ...props }: ComponentProps<'table'>) {
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} border={0} {...props}>
      <tbody>{children}</tbody>
    </table>
  )
}

/** The main link of an e-mail, drawn as a button. */
export function MailButton({ href, children }: { href: string; children: ReactNode }) {
  const light = useLight()
  return (
    <Layout style={{ margin: '0 0 4px' }}>
      <tr>
        <td className="bg-brand" style={{ backgroundColor: light('brand'), borderRadius: 12 }}>
          <a
            href={href}
            className="fg-onBrand"
            style={{
              display: 'inline-block',
              padding: '13px 22px',
              color: light('onBrand'),
              fontSize: 16,
              fontWeight: 700,
              textDecoration: 'none',
            }}
          >
            {children}
          </a>
        </td>
      </tr>
    </Layout>
  )
}

/** A link within the text of an e-mail. */
export function MailLink({ href, children }: { href: string; children: ReactNode }) {
  const light = useLight()
  return (
    <a href={href} className="fg-brand" style={{ color: light('brand') }}>
      {children}
    </a>
  )
}
