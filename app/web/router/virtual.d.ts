declare module 'virtual:savari/page-styles' {
  /** The style sheet, and the custom properties of drawings; made at build by `vite-page-styles.ts`. */
  export const styleParts: readonly import('./style/select-style.ts').StylePart[]
  export const drawnWith: readonly string[]
}

declare module 'virtual:savari/starter' {
  /** The inline scripts, alone and in one, with their sources in the policy; made at build by `vite-starter.ts`. */
  export const inline: Record<'starter' | 'scroller' | 'both', { text: string; source: string }>
}

declare module 'virtual:savari/plain-forms' {
  /** The address of the script for forms of pages without React; made at build by `vite-plain-forms.ts`. */
  export const plainForms: string
}

interface Window {
  /** What the browser's router begins with (`page-scripts.server.ts`). */
  __reactRouterContext?: { stream?: ReadableStream }
}
