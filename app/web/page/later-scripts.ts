/**
 * A rendered page whose modules wait for the visitor (`starter.ts`): on a slow line the page is not kept waiting for a
 * framework that it does not need to be read, and who only reads never pays for it. The inline script keeps its text, and
 * so its hash. A page without modules stays as it is. Source: quality.md, "Slow connections"; the way is *ours*.
 * @param starter the compiled starter
 */
export function laterScripts(html: string, starter: string): string {
  return html
    .replaceAll('<link rel="modulepreload"', '<link rel="later"')
    .replace('<script type="module" async="">', () => `<script>${starter}</script><script type="later">`)
}
