import type { IncomingHttpHeaders } from 'node:http'
import type { Language } from '#app/rules/constants.ts'
import type { Dictionary } from './dictionary.ts'
import { accepts, encodingFor, type Form } from './encoding.ts'

/** Chooses how an answer is sent to a client, and says in public pages where their language's dictionary is. */
export function createDictionaryChoice(dictionaries: readonly Dictionary[]) {
  const byName = new Map(dictionaries.map((dictionary) => [dictionary.name, dictionary]))
  const links = new Map(
    dictionaries.map(({ language, address }) => [language, `<${address}>;rel=compression-dictionary`]),
  )
  return { formFor, announce }

  /** A dictionary that the client has, or else the best encoding that it accepts. */
  function formFor(headers: IncomingHttpHeaders): Form {
    const accepted = headers['accept-encoding']
    const named = headers['available-dictionary']
    const dictionary = typeof named === 'string' ? byName.get(named) : undefined
    return dictionary && accepted && accepts(accepted, 'dcz') ? dictionary : encodingFor(accepted)
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

function isPublicPage({ status, headers }: Response): boolean {
  const isPage = headers.get('content-type')?.startsWith('text/html')
  return status === 200 && isPage === true && /^public/.test(headers.get('cache-control') ?? '')
}
