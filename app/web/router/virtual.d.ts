declare module 'virtual:savari/page-styles' {
  /** The style sheet, and the custom properties of drawings; generated at build time by `vite-page-styles.ts`. */
  export const styleParts: readonly import('./style/select-style.ts').StylePart[]
  export const drawnWith: readonly string[]
}

declare module 'virtual:savari/starter' {
  /**
   * The inline scripts, single and combined, with their sources in the policy; generated at build time by
   * `vite-starter.ts`.
   */
  export const inline: Record<'starter' | 'scroller' | 'both', { text: string; source: string }>
}

declare module 'virtual:savari/plain-forms' {
  /** The address of the script for forms of pages without React; generated at build time by `vite-plain-forms.ts`. */
  export const plainForms: string
}

interface Window {
  /** The browser's router's entry (`page-scripts.server.ts`). */
  __reactRouterContext?: { stream?: ReadableStream }
  __reactRouterManifest?: { version: string }
}
