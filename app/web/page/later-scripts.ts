import { hash } from 'node:crypto'

/**
 * Wakes a page's scripts at the first sign of a person: until then not one byte of them is fetched, and everything on
 * the page works by links and forms. What is changed meanwhile is remembered for `replayEarlyChanges`. Runs in the
 * browser as it stands here. A pointer that only rests where the page comes up is reported as a movement by nothing.
 */
const STARTER = `(d=>{let s=['pointermove','pointerdown','touchstart','keydown','focusin','input','change','wheel','touchmove'],w=v=>{if(v.type=='pointermove'&&!v.movementX&&!v.movementY)return;for(let e of s)removeEventListener(e,w,!0);for(let l of d.querySelectorAll('link[rel=later]'))l.rel='modulepreload';for(let t of d.querySelectorAll('script[type=later]')){let m=d.createElement('script');m.type='module';m.textContent=t.textContent;d.head.append(m);m.remove()}};for(let e of s)addEventListener(e,w,{capture:!0,passive:!0});let c=window.earlyChanges=[];addEventListener('change',({target:t})=>c.push([t,t.value,t.checked]),!0)})(document)`

/** The policy's source for the starter. */
export const STARTER_SOURCE = `'sha256-${hash('sha256', STARTER, 'base64')}'`

/**
 * A rendered page whose modules wait for the visitor: on a slow line the page is not kept waiting for a framework that
 * it does not need to be read, and who only reads never pays for it. The inline script keeps its text, and so its hash.
 * Source: quality.md, "Slow connections"; the way is *ours*.
 */
export function laterScripts(html: string): string {
  return html
    .replaceAll('<link rel="modulepreload"', '<link rel="later"')
    .replace('<script type="module" async="">', `<script>${STARTER}</script><script type="later">`)
}
