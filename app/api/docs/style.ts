import { colours, darkColours } from '../../../tailwind.config.ts'

type Palette = Partial<typeof colours>

const USED = [
  ...[
    'canvas',
    'surface',
    'sunken',
    'ink',
    'soft',
    'line',
    'brand',
    'brand-strong',
    'tint',
    'on-tint',
    'accent',
    'focus',
  ],
] as const

const tokens = (palette: Palette) =>
  USED.flatMap((name) => (palette[name] ? [`--color-${name}: ${palette[name]};`] : [])).join(' ')

/** The style sheet of the guides, of the design's tokens alone: no page of the site's own needs it. */
export const STYLE = `:root { color-scheme: light dark; ${tokens(colours)} }
@media (prefers-color-scheme: dark) { :root { ${tokens(darkColours)} } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--color-canvas); color: var(--color-ink); font: 1rem/1.6 system-ui, sans-serif; overflow-wrap: break-word; }
a { color: var(--color-brand); text-underline-offset: 0.15em; }
a:hover { color: var(--color-brand-strong); }
:focus-visible { outline: 3px solid var(--color-focus); outline-offset: 2px; }
.skip { position: absolute; inset-block-start: -4rem; }
.skip:focus { position: static; }
header, main, footer { max-inline-size: 50rem; margin-inline: auto; padding: 1rem; }
nav ul { display: flex; flex-wrap: wrap; gap: 0 1.25rem; margin: 0; padding: 0; list-style: none; }
nav a { display: inline-block; padding-block: 0.5rem; }
nav [aria-current] { color: var(--color-ink); font-weight: 600; text-decoration: none; border-block-end: 3px solid var(--color-accent); }
h1, h2, h3 { line-height: 1.25; text-wrap: balance; }
h1 { font-size: clamp(1.25rem, 8vw, 2rem); }
h2 { font-size: clamp(1.125rem, 7vw, 1.5rem); margin-block-start: 2.5rem; }
h3 { margin-block-start: 2rem; overflow-wrap: anywhere; }
main a { overflow-wrap: anywhere; }
.lead { color: var(--color-soft); font-size: 1.125rem; }
code { font: 0.9em ui-monospace, monospace; background: var(--color-sunken); padding: 0.1em 0.3em; border-radius: 0.25rem; overflow-wrap: anywhere; }
pre { overflow-x: auto; padding: 1rem; background: var(--color-surface); border: 1px solid var(--color-line); border-radius: 0.75rem; }
pre code { padding: 0; background: none; overflow-wrap: normal; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { padding: 0.5rem 0.75rem; border-block-end: 1px solid var(--color-line); text-align: start; vertical-align: top; }
footer { color: var(--color-soft); border-block-start: 1px solid var(--color-line); }
`
