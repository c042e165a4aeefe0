/**
 * Everything that we do differently from React Router as published: docs/decisions/what-differs-from-react-router.md.
 */
export const ROUTER_PIECES = [
  'page-scripts',
  'later-scripts',
  'page-data',
  'scroller',
  'page-style',
  'document-only',
  'kept-cards',
  'kept-parts',
  'segment-builds',
  'page-text',
  'held-requests',
  'plain-forms',
  'failed-route',
] as const

export type RouterPiece = (typeof ROUTER_PIECES)[number]
