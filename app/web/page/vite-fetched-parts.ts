import type { Plugin } from 'vite'

/** `const Cards = import.meta.env.SSR ? CardsOfPage : lazy(fetchCards)` */
const CHOICE = /(const \w+ = )import\.meta\.env\.SSR\s*\?\s*(\w+)\s*:\s*/g

/**
 * A part of a page that the server draws and a browser fetches when it is needed is imported in both ways: for the browser
 * the first is taken out, as a file that is imported by its name at all comes with the file that does.
 */
export function fetchedParts(): Plugin {
  return {
    name: 'savari:fetched-parts',
    enforce: 'pre',
    transform(code, id) {
      if (this.environment.name !== 'client' || !/\/app\/.*\.tsx$/.test(id)) return
      const ofPage = [...code.matchAll(CHOICE)].map(([, , name]) => name!)
      if (ofPage.length === 0) return
      let left = code.replace(CHOICE, '$1')
      for (const name of ofPage) {
        const imported = new RegExp(`^import \\{ \\w+ as ${name} \\} from .*$`, 'm')
        if (!imported.test(left)) this.error(`${name} has to be imported alone, under this name.`)
        left = left.replace(imported, '')
      }
      return { code: left, map: null }
    },
  }
}
