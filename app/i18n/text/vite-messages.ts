import type { Plugin } from 'vite'
import { LANGUAGES, type Language } from '#app/rules/constants.ts'
import { writeMessageTypes } from './message-types.ts'
import { areaNames, compileAreaFile, textBase } from './read-messages.ts'

/**
 * The Vite plugin for messages: the build emits a small module per area and language, with a hash in its address;
 * development serves the same addresses from the current files.
 */
export function messages(): Plugin {
  return {
    name: 'savari:messages',
    buildStart() {
      writeMessageTypes()
    },
    generateBundle() {
      if (this.environment.name !== 'client') return
      for (const language of LANGUAGES) {
        for (const area of areaNames()) {
          const fileName = `${textBase(language).slice(1)}${area}.js`
          this.emitFile({ type: 'asset', fileName, source: moduleOf(language, area) })
        }
      }
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const [, language, area] = /^\/assets\/text\/(\w+)-[\w-]+\/([\w-]+)\.js/.exec(request.url ?? '') ?? []
        if (!language || !area || !areaNames().includes(area)) return next()
        response.setHeader('content-type', 'text/javascript; charset=utf-8')
        response.end(moduleOf(language as Language, area))
      })
    },
  }
}

function moduleOf(language: Language, area: string): string {
  return `export default ${JSON.stringify(compileAreaFile(language, area))}`
}
