declare module 'virtual:savari/workers' {
  /** Service workers as classic scripts (`vite-workers.ts`). */
  export const workers: { push: string; firebase: string }
}
