/** A request that is refused before it reaches the site: too large, too slow or malformed. */
export class RefusedRequest extends Error {
  readonly status: 400 | 405 | 408 | 413 | 414 | 415 | 503
  readonly headers: Record<string, string>
  constructor(status: RefusedRequest['status'], message: string, headers: Record<string, string> = {}) {
    super(message)
    this.status = status
    this.headers = headers
  }
}

export const tooLarge = () => new RefusedRequest(413, 'Too large.\n')
export const malformed = () => new RefusedRequest(400, 'Bad request.\n')
