import type { RouterPiece } from './pieces.ts'

/** In development Vite serves scripts and styles. */
const IN_DEVELOPMENT = 'page-scripts,page-style,plain-forms'

/**
 * The pieces that are off, so that the router does as it is published: ROUTER_AS_PUBLISHED names them with commas between,
 * or is `all`. It is for our tests and measurements alone. A page's scripts have to agree with the server that drew it: it
 * says so to them (`root.tsx`).
 */
export const AS_PUBLISHED: string | undefined =
  typeof document === 'undefined' ? ofProcess() : document.documentElement.dataset.asPublished

const off = AS_PUBLISHED?.split(',')

/** Whether a piece is done in our way. */
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
