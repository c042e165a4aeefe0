import type { Plugin } from 'vite'

const SERVER_ROOMS = /\/app\/(api|db|providers)\/|\/app\/config\.ts$/

/** Fails the build when code of the API, the database or a provider is in the browser's bundle. */
export function browserOnly(): Plugin {
  return {
    name: 'savari:browser-only',
    generateBundle(_options, bundle) {
      if (this.environment.name !== 'client') return
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        for (const [id, { renderedLength }] of Object.entries(chunk.modules)) {
          if (renderedLength > 0 && SERVER_ROOMS.test(id)) this.error(`Server code in the browser's bundle: ${id}`)
        }
      }
    },
  }
}
