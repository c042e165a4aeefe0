const TIMEOUT_MS = 10_000

/** Announces new or changed pages, at most 10,000 at a time. Throws an Error when the search engine refuses. */
export type NotifySearchEngines = (addresses: readonly string[]) => Promise<void>

/**
 * Notifies one of the search engines that take part in IndexNow, which informs the others. They check the key in the file
 * `/indexnow.txt`. Source: indexnow.org, "Documentation".
 */
export function openIndexNow({ url, key, origin }: { url: string; key: string; origin: string }): NotifySearchEngines {
  return async (addresses) => {
    const question = { host: new URL(origin).host, key, keyLocation: `${origin}/indexnow.txt`, urlList: addresses }
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify(question),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!answer.ok) throw new Error(`IndexNow answered ${answer.status}`)
  }
}
