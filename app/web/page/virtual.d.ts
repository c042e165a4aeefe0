declare module 'virtual:savari/page-styles' {
  /** The style sheet, and the custom properties of drawings; made at build by `vite-page-styles.ts`. */
  export const styleParts: readonly import('./select-style.ts').StylePart[]
  export const drawnWith: readonly string[]
}

declare module 'virtual:savari/starter' {
  /** Inline scripts and their sources in the policy; made at build by `vite-starter.ts`. The starter holds the scroller. */
  export const starter: { text: string; source: string }
  export const scroller: { text: string; source: string }
}

interface Window {
  /** What the browser's router begins with (`page-scripts.server.ts`). */
  __reactRouterContext?: { stream?: ReadableStream }
}
