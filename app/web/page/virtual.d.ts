declare module 'virtual:savari/page-styles' {
  /** By the id of a route; made at build by `vite-page-styles.ts`. */
  export const pageStyles: Record<string, { css: string; source: string }>
}

declare module 'virtual:savari/starter' {
  /** The inline script and its source in the policy; made at build by `vite-starter.ts`. */
  export const starter: { text: string; source: string }
}
