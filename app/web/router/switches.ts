import type { RouterPiece } from './pieces.ts'

/** In development Vite serves scripts and styles, and what is kept changes with its code. */
const IN_DEVELOPMENT = 'page-scripts,page-style,plain-forms,kept-cards,kept-parts'

/**
 * The pieces that are off, so that the router works as published: ROUTER_AS_PUBLISHED lists them with commas, or is
 * `all`. Only for our tests and measurements. A page's scripts have to agree with the server that rendered it, so the
 * page contains the setting (`root.tsx`).
 */
export const AS_PUBLISHED: string | undefined =
  typeof document === 'undefined' ? ofProcess() : document.documentElement.dataset.asPublished

const off = AS_PUBLISHED?.split(',')

/** Whether our version of a piece is on. */
export function isOwn(piece: RouterPiece): boolean {
  return !off || !(off.includes(piece) || off.includes('all'))
}

function ofProcess(): string | undefined {
  return (
    [import.meta.env.MODE === 'development' && IN_DEVELOPMENT, process.env.ROUTER_AS_PUBLISHED]
      .filter(Boolean)
      .join() || undefined
  )
}
