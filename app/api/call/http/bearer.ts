/** The bearer token of a request. Source: RFC 6750, §2.1. */
export function bearerOf(request: Request): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
}
