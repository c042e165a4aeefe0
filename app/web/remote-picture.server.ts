const WITHIN_MS = 15_000
/** What the site passes on; everything else (cookies, a trace of the API's own request) stays behind. */
const PASSED = ['content-type', 'content-length', 'cache-control', 'etag']

/**
 * A photo that a remote API stores (`API_BASE_URL`): pages name it by its path on the site, so that one address is good with one
 * process and with two. Answers 404 for what the API does not have, and 503 while it is away.
 */
export async function remotePicture(apiBaseUrl: string, pathname: string): Promise<Response> {
  const address = new URL(pathname, apiBaseUrl)
  const answer = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(WITHIN_MS) }).catch(() => null)
  if (!answer) return plain('Try again later\n', 503)
  if (!answer.ok) {
    await answer.body?.cancel()
    return plain('Not found\n', 404)
  }
  const headers = PASSED.flatMap((name): [string, string][] => {
    const value = answer.headers.get(name)
    return value === null ? [] : [[name, value]]
  })
  return new Response(answer.body, { headers })
}

function plain(text: string, status: number): Response {
  return new Response(text, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
