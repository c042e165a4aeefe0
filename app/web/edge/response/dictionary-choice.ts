import type { IncomingHttpHeaders } from 'node:http'
import type { Language } from '#app/rules/constants.ts'
import type { Dictionary } from './dictionary.ts'
import { accepts, type Difference, type Encoding, encodingFor, type Form } from './encoding.ts'

/** Chooses how an answer is sent to a client, and says in public pages where their language's dictionary is. */
export function createDictionaryChoice(dictionaries: readonly Dictionary[]) {
  // One object for each, so that the page cache finds what it has made.
  const byName = new Map(dictionaries.map((dictionary) => [dictionary.name, differencesFrom(dictionary)]))
  const links = new Map(
    dictionaries.map(({ language, address }) => [language, `<${address}>;rel=compression-dictionary`]),
  )
  return { formFor, announce }

  /** A dictionary that the client has, or else the best encoding that it accepts. */
  function formFor(headers: IncomingHttpHeaders): Form {
    const accepted = headers['accept-encoding']
    const named = headers['available-dictionary']
    const differences = typeof named === 'string' ? byName.get(named) : undefined
    const encoding = encodingFor(accepted)
    return differences && accepted && accepts(accepted, 'dcz') ? differences[encoding] : encoding
  }

  /** Adds the link to a public page: a browser fetches the dictionary once it has nothing else to do. None with Save-Data. */
  function announce(answer: Response, language: Language, headers: IncomingHttpHeaders): Response {
    const link = links.get(language)
    if (!link || !isPublicPage(answer)) return answer
    answer.headers.append('vary', 'Available-Dictionary')
    if (headers['save-data'] !== 'on') answer.headers.append('link', link)
    return answer
  }
}

function differencesFrom(dictionary: Dictionary): Record<Encoding, Difference> {
  const or = (otherwise: Encoding) => ({ dictionary, otherwise })
  return { br: or('br'), gzip: or('gzip'), '': or('') }
}

function isPublicPage({ status, headers }: Response): boolean {
  const isPage = headers.get('content-type')?.startsWith('text/html')
  return status === 200 && isPage === true && /^public/.test(headers.get('cache-control') ?? '')
}
